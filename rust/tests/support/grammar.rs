//! Pages from a grammar: markup as bad as it comes, but markup.
//!
//! A page has a theme, a few lists of tag names, so that elements which interfere with each other meet often.

use super::random::Random;
use super::words;

type Theme = &'static [&'static [&'static str]];

const THEMES: &[Theme] = &[
    &[words::FORMATTING, words::BLOCKS],
    &[words::FORMATTING, words::FORMATTING, &["p", "div", "table", "td"]],
    &[words::TABLE, words::TABLE, words::FORMATTING, &["form", "input", "template"]],
    &[words::TABLE, words::SELECT, words::OTHERS],
    &[words::SELECT, words::FORMATTING],
    &[words::FOREIGN, words::BLOCKS, words::FORMATTING],
    &[words::FOREIGN, words::TABLE, words::OTHERS],
    &[words::HEAD, words::RAW, &["p", "template", "br"]],
    &[&["frameset", "frame", "noframes", "html", "body"], words::HEAD],
    &[&["template", "template"], words::TABLE, words::HEAD, &["div", "select"]],
    &[words::ITEMS, words::BLOCKS, words::FORMATTING],
    &[words::RAW, words::FOREIGN, words::VOID],
    &[
        words::FORMATTING,
        words::BLOCKS,
        words::ITEMS,
        words::TABLE,
        words::HEAD,
        words::SELECT,
        words::VOID,
        words::RAW,
        words::FOREIGN,
        words::OTHERS,
    ],
];

/// A page of up to about `size` pieces; now and then it ends in the middle of one.
pub fn page(random: &mut Random, size: usize) -> String {
    let theme = random.pick(THEMES);
    let mut page = Page { random, theme, text: String::new(), open: Vec::new() };
    if page.random.chance(40) {
        page.text.push_str("<!doctype html>");
    }
    for _ in 0..=page.random.below(size) {
        page.piece();
    }
    let Page { random, mut text, .. } = page;
    if random.chance(15) {
        text.truncate(random.cut(&text));
    }
    text
}

struct Page<'random> {
    random: &'random mut Random,
    theme: Theme,
    text: String,
    open: Vec<&'static str>,
}

impl Page<'_> {
    fn piece(&mut self) {
        match self.random.below(100) {
            0..45 => self.start_tag(),
            45..72 => self.end_tag(),
            72..93 => self.word(words::TEXTS),
            93..97 => self.word(words::DECLARATIONS),
            97.. => self.word(words::RAW_TEXTS),
        }
    }

    fn word(&mut self, list: &[&str]) {
        let word = self.random.pick(list);
        self.text.push_str(word);
    }

    fn name(&mut self) -> &'static str {
        let list = self.random.pick(self.theme);
        self.random.pick(list)
    }

    fn start_tag(&mut self) {
        let name = self.name();
        self.text.push('<');
        self.spell(name);
        while self.random.chance(20) {
            self.attribute();
        }
        let end = self.random.pick(&[">", ">", ">", ">", ">", ">", " >", "/>", " />", "/ >"]);
        self.text.push_str(end);
        self.open.push(name);
        if words::RAW.contains(&name) {
            self.raw_text(name);
        }
    }

    /// Now and then in capitals.
    fn spell(&mut self, name: &str) {
        if self.random.chance(5) {
            self.text.push_str(&name.to_uppercase());
        } else {
            self.text.push_str(name);
        }
    }

    fn raw_text(&mut self, name: &str) {
        while self.random.chance(50) {
            self.word(words::RAW_TEXTS);
        }
        if self.random.chance(80) {
            self.text.push_str("</");
            self.spell(name);
            self.text.push('>');
            self.open.pop();
        }
    }

    /// Mostly closes what is open: the innermost element, one further out, or at times something else.
    fn end_tag(&mut self) {
        let name = match self.random.below(10) {
            0..5 if !self.open.is_empty() => self.open.pop().unwrap_or("p"),
            5..9 if !self.open.is_empty() => {
                let at = self.random.below(self.open.len());
                self.open.remove(at)
            }
            _ => self.name(),
        };
        self.text.push_str("</");
        self.spell(name);
        let end = self.random.pick(&[">", ">", ">", ">", " >", " x=y>", "/>"]);
        self.text.push_str(end);
    }

    fn attribute(&mut self) {
        let separator = self.random.pick(&[" ", " ", " ", "\n", "/", "\t ", ""]);
        self.text.push_str(separator);
        self.word(words::ATTRIBUTES);
        let equals = self.random.pick(&["=", "=", "=", " = ", "=\n"]);
        let value = self.random.pick(words::VALUES);
        match self.random.below(10) {
            0..5 => self.text.push_str(&format!("{equals}\"{value}\"")),
            5..7 => self.text.push_str(&format!("{equals}'{value}'")),
            7..9 => self.text.push_str(&format!("{equals}{value}")),
            _ => {}
        }
    }
}
