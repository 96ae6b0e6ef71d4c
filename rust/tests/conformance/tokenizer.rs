//! The tokenizer cases. Parse errors are not compared: the parser does not report them.

use std::path::Path;

use serde_json::Value;
use unmold_core::html::{Model, Token, tokenize};

use crate::support::suite;

#[test]
fn tokenizer_cases() {
    let Some(folder) = suite::folder() else {
        return;
    };
    let (mut count, mut surrogates) = (0, 0);
    let mut failures = Vec::new();
    for file in suite::files(&folder.join("tokenizer"), "test") {
        for case in cases(&file) {
            let Some(case) = Case::read(&case) else {
                surrogates += 1;
                continue;
            };
            for state in &case.states {
                count += 1;
                let found = tokens(tokenize(&case.input, *state, case.last_start_tag.as_deref()));
                if found != case.output {
                    failures.push(case.failure(&file, *state, &found));
                }
            }
        }
    }
    println!(
        "tokenizer: {count} runs, {} failures; {surrogates} cases left out because a lone surrogate is no text",
        failures.len()
    );
    assert!(failures.is_empty(), "{} runs fail:\n\n{}", failures.len(), failures.join("\n\n"));
}

/// The cases of a file. Those of `xmlViolation.test`, under another key, are for parsers that alter what XML cannot
/// hold, which this one does not.
fn cases(file: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(file).expect("a readable file");
    let json: Value = serde_json::from_str(&text).expect("JSON");
    let Some(tests) = json.get("tests") else {
        assert!(json.get("xmlViolationTests").is_some(), "{}", file.display());
        return Vec::new();
    };
    tests.as_array().expect("a list of cases").clone()
}

struct Case {
    description: String,
    input: String,
    output: Vec<Value>,
    states: Vec<Model>,
    last_start_tag: Option<String>,
}

impl Case {
    /// A case, or `None` if it is about lone surrogates.
    fn read(json: &Value) -> Option<Case> {
        let text = |key: &str| json.get(key).and_then(Value::as_str).map(str::to_owned);
        let mut input = Value::from(text("input").expect("an input"));
        let mut output = json["output"].clone();
        if json.get("doubleEscaped") == Some(&Value::Bool(true)) {
            unescape_all(&mut input)?;
            unescape_all(&mut output)?;
        }
        Some(Case {
            description: text("description").expect("a description"),
            input: input.as_str()?.to_owned(),
            output: join_characters(output.as_array().expect("a list of tokens").clone()),
            states: states(json),
            last_start_tag: text("lastStartTag"),
        })
    }

    fn failure(&self, file: &Path, state: Model, found: &[Value]) -> String {
        format!(
            "{}: {} ({state:?})\n{:?}\nexpected {}\nfound    {}",
            suite::file_name(file),
            self.description,
            self.input,
            Value::from(self.output.clone()),
            Value::from(found.to_vec())
        )
    }
}

fn states(json: &Value) -> Vec<Model> {
    let Some(names) = json.get("initialStates").and_then(Value::as_array) else {
        return vec![Model::Data];
    };
    let state = |name: &Value| match name.as_str().expect("a name") {
        "Data state" => Model::Data,
        "PLAINTEXT state" => Model::Plaintext,
        "RCDATA state" => Model::Rcdata,
        "RAWTEXT state" => Model::Rawtext,
        "Script data state" => Model::Script,
        "CDATA section state" => Model::Cdata,
        other => panic!("unknown state {other}"),
    };
    names.iter().map(state).collect()
}

/// Replaces `\uHHHH` in every string of a value, keys included.
fn unescape_all(value: &mut Value) -> Option<()> {
    match value {
        Value::String(text) => *text = unescape(text)?,
        Value::Array(values) => values.iter_mut().try_for_each(unescape_all)?,
        Value::Object(fields) => {
            let old = std::mem::take(fields);
            for (name, mut value) in old {
                unescape_all(&mut value)?;
                fields.insert(unescape(&name)?, value);
            }
        }
        _ => {}
    }
    Some(())
}

fn unescape(text: &str) -> Option<String> {
    let mut units: Vec<u16> = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("\\u") {
        units.extend(rest[..at].encode_utf16());
        units.push(u16::from_str_radix(&rest[at + 2..at + 6], 16).expect("four digits"));
        rest = &rest[at + 6..];
    }
    units.extend(rest.encode_utf16());
    String::from_utf16(&units).ok()
}

/// The tokens in the notation of the suite.
fn tokens(tokens: Vec<Token>) -> Vec<Value> {
    let notation = |token| match token {
        Token::StartTag { name, attributes, is_self_closing } => {
            let attributes: serde_json::Map<String, Value> =
                attributes.into_iter().map(|(name, value)| (name, value.into())).collect();
            let mut tag = vec!["StartTag".into(), name.into(), attributes.into()];
            tag.extend(is_self_closing.then_some(Value::Bool(true)));
            Value::from(tag)
        }
        Token::EndTag { name } => Value::from(vec!["EndTag".to_owned(), name]),
        Token::Characters(text) => Value::from(vec!["Character".to_owned(), text]),
        Token::Comment(text) => Value::from(vec!["Comment".to_owned(), text]),
        Token::Doctype { name, public_id, system_id, force_quirks } => Value::from(vec![
            "DOCTYPE".into(),
            name.into(),
            public_id.into(),
            system_id.into(),
            Value::Bool(!force_quirks),
        ]),
    };
    join_characters(tokens.into_iter().map(notation).collect())
}

/// Joins neighbouring character tokens, of which a tokenizer may make as many as it likes.
fn join_characters(tokens: Vec<Value>) -> Vec<Value> {
    let mut joined: Vec<Value> = Vec::new();
    for token in tokens {
        let more = characters(&token).map(str::to_owned);
        match (joined.last_mut().filter(|last| characters(last).is_some()), more) {
            (Some(last), Some(more)) => {
                let text = characters(last).unwrap_or_default().to_owned() + &more;
                last[1] = text.into();
            }
            _ => joined.push(token),
        }
    }
    joined
}

fn characters(token: &Value) -> Option<&str> {
    (token[0] == "Character").then(|| token[1].as_str()).flatten()
}
