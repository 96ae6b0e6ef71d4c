//! Where html5ever 0.40 departs from the standard, and how a page is rewritten so that it does not matter.
//!
//! A page on which the trees differ is compared once more in its rewritten form, in which everything else is as it
//! was: a difference that has another reason still shows.

use unmold_core::html::Kind;

use super::agreement::Place;

/// Names that html5ever treats otherwise, and names that both take alike.
const RENAMED: [(&str, &str); 18] = [
    // It leaves it to its caller to copy the chosen option into this one.
    ("selectedcontent", "selectedcontenx"),
    // Its list of special elements has the first still, and not yet the others: those of SVG and MathML are missing
    // too, so that an end tag reaches through them, and scopes do not end at `annotation-xml`.
    ("isindex", "isindex-"),
    ("keygen", "keygen-"),
    ("search", "search-"),
    ("annotation-xml", "annotation-xmk"),
    ("foreignobject", "foreign-object"),
    ("mtext", "mtexx"),
    ("desc", "desx"),
    ("title", "titlx"),
    ("mi", "mx"),
    ("mo", "mx"),
    ("mn", "mx"),
    ("ms", "mx"),
    // A part of a table that is in no table is not closed by the next part if it is a `thead`.
    ("thead", "tbody"),
    // A parse error between them and a line feed makes it keep the line feed.
    ("pre", "center"),
    ("listing", "center"),
    ("textarea", "textarex"),
    // Inside `select` a fragment keeps it, though the standard drops it.
    ("input", "inpux"),
];

/// The page without what html5ever is known to read differently; `None` if there is nothing of the kind.
pub fn rewritten(source: &str, place: Place<'_>) -> Option<String> {
    let mut page = source.to_ascii_lowercase();
    let in_select = place == Place::Inside("select", Kind::Html);
    for (name, other) in RENAMED {
        if name != "input" || in_select {
            page = rename(&page, name, other);
        }
    }
    // A doctype does not end the text before it in a table; a comment does.
    page = page.replace("<!doctype", "<!comment");
    // White space in a table without `table` belongs to it, and does not reopen formatting elements before it.
    if page.contains("<template") || place != Place::Document {
        page = without_space(&page);
    }
    (page != source.to_ascii_lowercase()).then_some(page)
}

fn rename(page: &str, name: &str, other: &str) -> String {
    let mut renamed = page.to_owned();
    for open in ["<", "</"] {
        for end in [" ", "\t", "\n", "\u{C}", "\r", "/", ">"] {
            renamed = renamed.replace(&format!("{open}{name}{end}"), &format!("{open}{other}{end}"));
        }
    }
    renamed
}

/// Puts a letter in the place of every white space that is not in a tag.
fn without_space(page: &str) -> String {
    let mut in_tag = false;
    let letter = |character: char| {
        in_tag = character == '<' || (in_tag && character != '>');
        if character.is_ascii_whitespace() && !in_tag { 'x' } else { character }
    };
    let mut page: String = page.chars().map(letter).collect();
    for reference in ["&tab;", "&newline;", "&#32;", "&#x0a;"] {
        page = page.replace(reference, "x");
    }
    page
}
