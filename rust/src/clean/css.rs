//! Style sheets without outside addresses, token by token.
//!
//! Every token that is written is harmless by itself, so that it does not matter how a browser puts them together: an
//! address is one that the caller gave, a function is on a list, and `@import` is written with its address or not at all.

use super::css_tokens::{Token, Tokens, plain_name, push_name, push_string, push_unit};
use super::{Asset, Rewrite};

/// How much of a style sheet is read; the longest of the development corpora has about a quarter of it.
const MAX_SHEET: usize = 4 << 20;

/// How deep brackets may nest. Style sheets of today's tools reach about ten.
const MAX_DEPTH: usize = 64;

/// The rules that are kept, with the names of vendors left out.
const RULES: &[&str] = &["media", "supports", "layer", "container", "keyframes", "scope", "page"];

/// The functions that are kept: none of them takes an address.
const FUNCTIONS: &[&str] = &[
    // Colours.
    "rgb",
    "rgba",
    "hsl",
    "hsla",
    "hwb",
    "lab",
    "lch",
    "oklab",
    "oklch",
    "color",
    "color-mix",
    "light-dark",
    "alpha",
    "contrast-color",
    // Numbers.
    "calc",
    "min",
    "max",
    "clamp",
    "round",
    "mod",
    "rem",
    "abs",
    "sign",
    "sin",
    "cos",
    "tan",
    "asin",
    "acos",
    "atan",
    "atan2",
    "pow",
    "sqrt",
    "hypot",
    "log",
    "exp",
    "var",
    "env",
    "attr",
    "counter",
    "counters",
    // Gradients and shapes.
    "linear-gradient",
    "radial-gradient",
    "conic-gradient",
    "repeating-linear-gradient",
    "repeating-radial-gradient",
    "repeating-conic-gradient",
    "gradient",
    "from",
    "to",
    "color-stop",
    "circle",
    "ellipse",
    "inset",
    "polygon",
    "path",
    "rect",
    "xywh",
    "shape",
    "ray",
    // Transforms, filters and timing.
    "matrix",
    "matrix3d",
    "translate",
    "translatex",
    "translatey",
    "translatez",
    "translate3d",
    "scale",
    "scalex",
    "scaley",
    "scalez",
    "scale3d",
    "rotate",
    "rotatex",
    "rotatey",
    "rotatez",
    "rotate3d",
    "skew",
    "skewx",
    "skewy",
    "perspective",
    "blur",
    "brightness",
    "contrast",
    "drop-shadow",
    "grayscale",
    "hue-rotate",
    "invert",
    "opacity",
    "saturate",
    "sepia",
    "cubic-bezier",
    "steps",
    "linear",
    // Grids.
    "repeat",
    "minmax",
    "fit-content",
    // Selectors and conditions.
    "not",
    "is",
    "where",
    "has",
    "any",
    "matches",
    "nth-child",
    "nth-last-child",
    "nth-of-type",
    "nth-last-of-type",
    "lang",
    "dir",
    "host",
    "slotted",
    "selector",
];

/// The images that may stand in an address itself; one of SVG is a document.
const DATA_IMAGES: &[&str] = &["png", "gif", "jpeg", "jpg", "webp", "avif", "bmp"];

/// Cleans a style sheet.
pub fn clean_sheet(css: &str, rewrite: &mut Rewrite<'_>) -> String {
    let css = &css[..css.floor_char_boundary(MAX_SHEET)];
    Cleaner::new(css, true, rewrite).clean()
}

/// Cleans the declarations of a `style` attribute.
pub fn clean_declarations(css: &str, rewrite: &mut Rewrite<'_>) -> String {
    let css = &css[..css.floor_char_boundary(MAX_SHEET)];
    Cleaner::new(css, false, rewrite).clean()
}

/// Cleans an attribute that is read as CSS, as `fill` in SVG is: only references to the page itself stay.
pub fn clean_value(css: &str) -> String {
    clean_declarations(css, &mut |_, _| None)
}

/// Whether an address holds an image itself.
pub(super) fn is_data_image(address: &str) -> bool {
    let rest = address.get(..11).filter(|start| start.eq_ignore_ascii_case("data:image/")).map(|_| &address[11..]);
    rest.and_then(|rest| rest.split([';', ',']).next())
        .is_some_and(|kind| DATA_IMAGES.iter().any(|known| kind.eq_ignore_ascii_case(known)))
}

/// What a style sheet writes for an address: a copy's, one inside the page, or nothing.
pub(super) fn kept_address(address: &str, kind: Asset, rewrite: &mut Rewrite<'_>) -> Option<String> {
    if address.starts_with('#') || kind == Asset::Image && is_data_image(address) {
        return Some(address.to_owned());
    }
    rewrite(address, kind)
}

struct Cleaner<'css, 'call, 'rewrite> {
    tokens: Tokens<'css>,
    is_sheet: bool,
    rewrite: &'call mut Rewrite<'rewrite>,
    out: String,
    /// The brackets that close what is open.
    open: Vec<char>,
    /// Whether something was left out behind the last token.
    is_apart: bool,
    /// Whether the last token was a blank; an escape ends with one that is its own.
    is_spaced: bool,
}

fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

impl<'css, 'call, 'rewrite> Cleaner<'css, 'call, 'rewrite> {
    fn new(css: &'css str, is_sheet: bool, rewrite: &'call mut Rewrite<'rewrite>) -> Self {
        let (out, open) = (String::new(), Vec::new());
        Cleaner { tokens: Tokens::new(css), is_sheet, rewrite, out, open, is_apart: false, is_spaced: false }
    }

    fn clean(mut self) -> String {
        while let Some(token) = self.tokens.next() {
            self.add(token);
        }
        while let Some(close) = self.open.pop() {
            self.out.push(close);
        }
        self.out
    }

    /// Begins a token: what stood between it and the one before it must not let them grow together.
    fn begin(&mut self) {
        self.is_spaced = false;
        if std::mem::take(&mut self.is_apart) {
            self.out.push_str("/**/");
        }
    }

    fn add(&mut self, token: Token<'css>) {
        match token {
            Token::Comment | Token::HtmlComment | Token::Broken => self.is_apart = true,
            Token::Space => {
                self.is_apart = false;
                if !std::mem::replace(&mut self.is_spaced, true) {
                    self.out.push(' ');
                }
            }
            Token::Ident(name) => {
                self.begin();
                push_name(&name, true, &mut self.out);
            }
            Token::Hash(name) => {
                self.begin();
                self.out.push('#');
                push_name(&name, false, &mut self.out);
            }
            Token::Text(text) => {
                self.begin();
                push_string(&text, &mut self.out);
            }
            Token::Number(number) => self.add_number(number, ""),
            Token::Percentage(number) => self.add_number(number, "%"),
            Token::Dimension(number, unit) => {
                self.add_number(number, "");
                push_unit(&unit, &mut self.out);
            }
            Token::Url(address) => self.add_address(&address),
            Token::Function(name) => self.add_function(&name),
            Token::AtKeyword(name) => self.add_rule(&name),
            Token::Delimiter(sign) => self.add_sign(sign),
            Token::Open(sign) => self.add_open(sign),
            Token::Close(sign) => self.add_close(sign),
        }
    }

    fn add_number(&mut self, number: &str, sign: &str) {
        self.begin();
        self.out.push_str(number);
        self.out.push_str(sign);
    }

    fn add_sign(&mut self, sign: char) {
        match sign {
            // What would begin a rule, an escape or a name with what follows is left out.
            '@' | '\\' | '#' => self.is_apart = true,
            '<' => {
                self.begin();
                self.out.push_str("< ");
            }
            _ if sign.is_ascii_graphic() => {
                self.begin();
                self.out.push(sign);
            }
            _ => self.is_apart = true,
        }
    }

    fn add_open(&mut self, sign: char) {
        if self.open.len() >= MAX_DEPTH || sign == '{' && !self.is_sheet {
            self.skip_to(closing(sign));
            self.is_apart = true;
            return;
        }
        self.begin();
        self.out.push(sign);
        self.open.push(closing(sign));
    }

    fn add_close(&mut self, sign: char) {
        if self.open.last() == Some(&sign) {
            self.open.pop();
            // A number and a bracket cannot grow together.
            self.is_apart = false;
            self.is_spaced = false;
            self.out.push(sign);
        } else {
            self.is_apart = true;
        }
    }

    fn add_function(&mut self, name: &str) {
        if name.eq_ignore_ascii_case("url") {
            let address = self.next_text();
            self.skip_to(')');
            return self.add_address(&address.unwrap_or_default());
        }
        let is_known = FUNCTIONS.contains(&&*plain_name(name));
        if !is_known || self.open.len() >= MAX_DEPTH {
            self.skip_to(')');
            return self.add_nothing();
        }
        self.begin();
        push_name(name, true, &mut self.out);
        self.out.push('(');
        self.open.push(')');
    }

    /// The string that comes next, if one does.
    fn next_text(&mut self) -> Option<String> {
        let mut ahead = self.tokens.clone();
        loop {
            match ahead.next()? {
                Token::Space | Token::Comment => {}
                Token::Text(text) => {
                    self.tokens = ahead;
                    return Some(text);
                }
                _ => return None,
            }
        }
    }

    fn add_address(&mut self, address: &str) {
        match kept_address(address, Asset::Image, self.rewrite) {
            Some(address) => self.push_url(&address),
            None => self.add_nothing(),
        }
    }

    fn push_url(&mut self, address: &str) {
        self.begin();
        self.out.push_str("url(");
        push_string(address, &mut self.out);
        self.out.push(')');
    }

    /// Writes what most properties take for no image.
    fn add_nothing(&mut self) {
        self.is_apart = true;
        self.begin();
        self.out.push_str("none");
        self.is_apart = true;
    }

    fn add_rule(&mut self, name: &str) {
        let is_in_rules = self.is_sheet && self.open.iter().all(|&close| close == '}');
        if is_in_rules && name.eq_ignore_ascii_case("import") {
            return self.add_import();
        }
        if is_in_rules && RULES.contains(&&*plain_name(name)) {
            self.begin();
            self.out.push('@');
            push_name(name, true, &mut self.out);
        } else {
            self.skip_rule();
        }
    }

    fn add_import(&mut self) {
        let mut ahead = self.tokens.clone();
        let address = loop {
            match ahead.next() {
                Some(Token::Space | Token::Comment) => {}
                Some(Token::Text(address) | Token::Url(address)) => {
                    self.tokens = ahead;
                    break Some(address);
                }
                Some(Token::Function(name)) if name.eq_ignore_ascii_case("url") => {
                    self.tokens = ahead;
                    let address = self.next_text();
                    self.skip_to(')');
                    break address;
                }
                _ => break None,
            }
        };
        match address.and_then(|address| (self.rewrite)(&address, Asset::Style)) {
            Some(address) => {
                self.begin();
                self.out.push_str("@import ");
                self.push_url(&address);
            }
            None => self.skip_rule(),
        }
    }

    /// Leaves out the rest of a rule: to its semicolon, with its block, or to the end of what is around it.
    fn skip_rule(&mut self) {
        self.is_apart = true;
        loop {
            let before = self.tokens.clone();
            match self.tokens.next() {
                None | Some(Token::Delimiter(';')) => return,
                Some(Token::Open('{')) => return self.skip_to('}'),
                Some(Token::Open(sign)) => self.skip_to(closing(sign)),
                Some(Token::Function(_)) => self.skip_to(')'),
                Some(Token::Close(sign)) if self.open.last() == Some(&sign) => {
                    self.tokens = before;
                    return;
                }
                Some(_) => {}
            }
        }
    }

    /// Leaves out everything to a closing bracket, of which the opening one is read.
    fn skip_to(&mut self, close: char) {
        let mut open = vec![close];
        while let Some(&wanted) = open.last() {
            match self.tokens.next() {
                None => return,
                Some(Token::Open(sign)) => open.push(closing(sign)),
                Some(Token::Function(_)) => open.push(')'),
                Some(Token::Close(sign)) if sign == wanted => {
                    open.pop();
                }
                Some(_) => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(css: &str) -> String {
        clean_sheet(css, &mut |address, kind| {
            address.contains("kept").then(|| format!("/{}/{address}", if kind == Asset::Style { "s" } else { "i" }))
        })
    }

    #[test]
    fn ordinary_rules_stay() {
        for css in [
            "a:hover > b.c{color:#fff;margin:0 -1px}",
            "@media (min-width:600px){.x{width:calc(100% - 2em)}}",
            "li:nth-child(2n+1)::before{content:\"x\";transform:rotate(45deg)}",
            "@supports (display:grid){.g{grid-template-columns:[full] minmax(0,1fr)}}",
        ] {
            assert_eq!(sheet(css), css);
        }
    }

    #[test]
    fn no_outside_address_stays() {
        let hostile = [
            r"a{background:\75rl(//evil/1)}",
            r"a{background:u\72l( '//evil/2' )}",
            "a{background:url(//evil/3)}",
            "a{background:url( \"//evil/4\" )}",
            "a{background:image-set('//evil/5' 1x)}",
            "a{background:-webkit-image-set(url(//evil/6) 1x)}",
            "a{--x:url(//evil/7);background:var(--x)}",
            "@import '//evil/8';a{}",
            r"@\69mport url(//evil/9) screen;a{}",
            "@font-face{font-family:x;src:url(//evil/10)}",
            "@namespace x url(//evil/11);",
            "a{background:src('//evil/12');cursor:url(//evil/13),auto}",
            "@media screen{@import '//evil/14';a{content:url(//evil/15)}}",
            "a{b:c}@document url(//evil/16){a{}}",
            "@/**/import '//evil/17';",
            "a{width:expression('//evil/18')}",
            "a{behavior:url(//evil/19);-moz-binding:url(//evil/20)}",
            "@charset \"//evil/21\";@import /**/ url(  //evil/22  );",
            "a{background:url(//evil/23",
            "@import \"//evil/24",
        ];
        for css in hostile {
            let clean = sheet(css);
            let tokens = Tokens::new(&clean);
            assert!(!clean.contains("evil") || !has_address(tokens), "{css} gave {clean}");
        }
    }

    fn has_address(mut tokens: Tokens<'_>) -> bool {
        let mut ahead = tokens.clone();
        ahead.next();
        std::iter::from_fn(|| Some((tokens.next()?, ahead.next()))).any(|(token, next)| match token {
            Token::Url(_) => true,
            // An element of the page itself is no address.
            Token::Function(name) if name == "url" => !matches!(next, Some(Token::Text(text)) if text.starts_with('#')),
            Token::Function(name) => !FUNCTIONS.contains(&&*plain_name(&name)),
            Token::AtKeyword(name) => !RULES.contains(&&*plain_name(&name)),
            _ => false,
        })
    }

    #[test]
    fn copies_take_the_place_of_addresses() {
        assert_eq!(sheet("a{background:url(kept.png) red}"), "a{background:url(\"/i/kept.png\") red}");
        assert_eq!(sheet("@import 'kept.css' print;"), "@import url(\"/s/kept.css\") print;");
        assert_eq!(sheet("a{fill:url(#g)}"), "a{fill:url(\"#g\")}");
        let image = "a{background:url(data:image/png;base64,AAAA)}";
        assert_eq!(sheet(image), "a{background:url(\"data:image/png;base64,AAAA\")}");
        assert_eq!(sheet("a{background:url(data:image/svg+xml,x)}"), "a{background:/**/none}");
    }

    #[test]
    fn nothing_ends_the_element_around_it() {
        for css in [
            "a{content:'</style>'}",
            "a</style>b{}",
            r"a{b:\3c/style>}",
            "/*</style>*/a{}",
            "url(</style>)",
            "< /style>",
        ] {
            assert!(!sheet(css).contains("</"), "{css}");
        }
    }

    #[test]
    fn brackets_are_closed_and_depth_is_bounded() {
        assert_eq!(sheet("a{b:c(d"), "a{b:/**/none}");
        assert_eq!(sheet("a{b:calc(1px"), "a{b:calc(1px)}");
        assert_eq!(sheet("}a{}"), "/**/a{}");
        let deep = "(".repeat(1 << 20);
        assert!(sheet(&deep).len() < 1000);
        let deep = "a{".repeat(1 << 19);
        assert!(sheet(&deep).len() < 1000);
        let deep = "calc(".repeat(1 << 18);
        assert!(sheet(&deep).len() < 1000);
    }

    #[test]
    fn attributes_hold_declarations_alone() {
        let style = |css: &str| clean_declarations(css, &mut |_, _| None);
        assert_eq!(style("color:red;background:url(x)"), "color:red;background:/**/none");
        assert_eq!(style("color:red}a{b:c"), "color:red/**/a");
        assert_eq!(style("@import 'x';a:b"), "/**/a:b");
        assert_eq!(clean_value("url(#a)"), "url(\"#a\")");
        assert_eq!(clean_value("url(//evil#a)"), "/**/none");
    }

    /// Whatever pieces come together, what is written is read again as tokens that are kept.
    #[test]
    fn what_is_written_is_read_as_it_was_meant() {
        let pieces = [
            "url(",
            "\\75rl(",
            "'",
            "\"",
            ")",
            "(",
            "{",
            "}",
            "@import",
            "@",
            "import",
            "/*",
            "*/",
            "//evil",
            "\\",
            "\n",
            " ",
            ";",
            "-",
            "e3",
            "1",
            "#",
            "<!--",
            "-->",
            "<",
            "/style>",
            "calc(",
            "image-set(",
            ":",
            "u",
            "rl(",
            ",",
            "\0",
        ];
        let mut state = 7u64;
        for _ in 0..4_000 {
            let mut css = String::new();
            for _ in 0..12 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                css.push_str(pieces[(state >> 33) as usize % pieces.len()]);
            }
            for clean in [sheet(&css), clean_declarations(&css, &mut |_, _| None)] {
                assert!(!has_address(Tokens::new(&clean)), "{css:?} gave {clean:?}");
                assert!(!clean.contains("</"), "{css:?} gave {clean:?}");
            }
        }
    }
}
