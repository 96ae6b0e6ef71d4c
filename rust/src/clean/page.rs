//! A page written anew, with what is on the lists and nothing else.

use std::collections::HashMap;

use url::Url;

use super::css::{clean_declarations, clean_sheet, clean_value, kept_address};
use super::elements::{Fate, Use, attribute_use, fate, is_fragment, is_input_type};
use super::written::is_clean;
use super::{Asset, LINK, MARK, Rewrite};
use crate::html::{Attribute, Kind, Name, NodeId, Parser, QuirksMode, Tree, traits};
use crate::leaves::LAZY;

/// How many different addresses of a page are asked for; the most of a page of the development corpora are 600.
const MAX_ADDRESSES: usize = 4096;

/// How many elements and texts are written, how deep elements nest, and how long a page may become. Chromium takes
/// some seconds for so many so deep, and minutes for ten times as many; pages of the development corpora have a fifth.
const MAX_NODES: usize = 50_000;
const MAX_DEPTH: usize = 256;
const MAX_BYTES: usize = 8 << 20;

/// How long an address may be; browsers take no longer ones everywhere.
const MAX_ADDRESS: usize = 2000;

/// Nothing moves, so that what is measured stays where it is; what was a link looks like one. The first layer's
/// important declarations win over all others, its plain ones over none.
const SHEET: &str = "@layer unmold{*,*::before,*::after{animation:none!important;transition:none!important;\
    scroll-behavior:auto!important}a[data-unmold-link]{color:#0645ad;text-decoration:underline}}";

/// A page that is harmless.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CleanPage {
    /// The document.
    pub html: String,
    /// Whether it is only the texts of the page: what was written could be read as something else.
    pub is_plain: bool,
}

/// An element that is written and not closed yet.
struct Open {
    node: NodeId,
    tag: &'static str,
    /// Whether the last thing in it is a text.
    ends_with_text: bool,
    /// Whether it holds anything yet.
    is_empty: bool,
}

/// Cleans a page whose address is `address`; without `rewrite` its style sheets are left empty.
pub fn clean_page(tree: &Tree<'_>, address: &str, rewrite: Option<&mut Rewrite<'_>>) -> CleanPage {
    let html = Writer::new(tree, address, rewrite).write();
    let mut parser = Parser::default();
    if is_clean(&parser.parse(&html)) {
        return CleanPage { html, is_plain: false };
    }
    CleanPage { html: plain_page(tree), is_plain: true }
}

/// The texts of a page, one a line.
fn plain_page(tree: &Tree<'_>) -> String {
    let mut html = String::from("<!DOCTYPE html><html><head></head><body><pre>\n");
    for node in 1..tree.len() as NodeId {
        if tree.kind(node) == Kind::Text && !tree.text(node).trim().is_empty() {
            push_escaped(tree.text(node).trim(), &mut html);
            html.push('\n');
        }
    }
    html.push_str("</pre></body></html>");
    html
}

struct Writer<'page, 'call, 'rewrite> {
    tree: &'page Tree<'page>,
    base: Option<Url>,
    rewrite: Option<&'call mut Rewrite<'rewrite>>,
    known: HashMap<(String, Asset), Option<String>>,
    html: String,
    open: Vec<Open>,
    nodes: usize,
}

impl<'page, 'call, 'rewrite> Writer<'page, 'call, 'rewrite> {
    fn new(tree: &'page Tree<'page>, address: &str, rewrite: Option<&'call mut Rewrite<'rewrite>>) -> Self {
        let base = base_of(tree, address);
        Writer { tree, base, rewrite, known: HashMap::new(), html: String::new(), open: Vec::new(), nodes: 0 }
    }

    fn write(mut self) -> String {
        // Some elements nest in another way in pages of old; texts would be elsewhere.
        self.html.push_str(match self.tree.quirks() {
            QuirksMode::NoQuirks => "<!DOCTYPE html>",
            QuirksMode::LimitedQuirks => {
                "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\" \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd\">"
            }
            QuirksMode::Quirks => "",
        });
        let mut node = 1;
        while node < self.tree.len() as NodeId {
            let parent = self.tree.parent(node).unwrap_or(0);
            while self.open.last().is_some_and(|open| open.node != parent) {
                self.close();
            }
            node = self.add(node);
        }
        while !self.open.is_empty() {
            self.close();
        }
        self.html
    }

    fn close(&mut self) {
        if let Some(open) = self.open.pop() {
            self.html.push_str("</");
            self.push_tag(open.node, open.tag);
            self.html.push('>');
        }
    }

    /// The name of an element: another one, or its own where that is empty.
    fn push_tag(&mut self, node: NodeId, tag: &'static str) {
        self.html.push_str(if tag.is_empty() { self.tree.tag(node) } else { tag });
    }

    /// Adds a node; the next node to be added is given back.
    fn add(&mut self, node: NodeId) -> NodeId {
        let is_full = self.nodes >= MAX_NODES || self.html.len() >= MAX_BYTES;
        if is_full || self.open.len() >= MAX_DEPTH && self.tree.is_element(node) {
            return self.tree.subtree_end(node);
        }
        self.nodes += 1;
        match self.tree.kind(node) {
            Kind::Text => self.add_text(node),
            Kind::Html | Kind::Svg | Kind::MathMl => match fate(self.tree, node) {
                Fate::Kept => self.add_element(node, ""),
                Fate::Becomes(tag) => self.add_element(node, tag),
                Fate::Sheet => {
                    self.add_sheet(node);
                    return self.tree.subtree_end(node);
                }
                Fate::Dropped => {
                    if self.tree.kind(node) == Kind::Html && self.tree.name(node) == Name::LINK {
                        self.add_link(node);
                    }
                    return self.tree.subtree_end(node);
                }
            },
            Kind::Document | Kind::Doctype | Kind::Comment => {}
        }
        node + 1
    }

    /// Adds a text; between two that were apart stands something, or they would become one.
    fn add_text(&mut self, node: NodeId) {
        let text = self.tree.text(node);
        let Some(open) = self.open.last_mut() else { return };
        if text.is_empty() {
            return;
        }
        if std::mem::replace(&mut open.ends_with_text, true) {
            self.html.push_str("<!---->");
        }
        if std::mem::replace(&mut open.is_empty, false) && text.starts_with('\n') {
            let tag = if open.tag.is_empty() { self.tree.tag(open.node) } else { open.tag };
            // The first line end in these is left out by whoever reads them.
            if matches!(tag, "pre" | "textarea") {
                self.html.push('\n');
            }
        }
        push_escaped(&text, &mut self.html);
    }

    fn begin_element(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.ends_with_text = false;
            open.is_empty = false;
        }
    }

    fn add_element(&mut self, node: NodeId, tag: &'static str) {
        self.begin_element();
        self.html.push('<');
        self.push_tag(node, tag);
        let name = self.tree.name(node);
        let is_html = self.tree.kind(node) == Kind::Html;
        if name != Name::HEAD {
            self.html.push_str(&format!(" {MARK}=\"{node}\""));
        }
        self.add_attributes(node, tag);
        if is_html && name == Name::A && self.tree.attribute(node, "href").is_some() {
            self.html.push_str(&format!(" {LINK}=\"\""));
        }
        if is_html && name == Name::IMG {
            self.add_source(node);
        }
        self.html.push('>');
        if is_html && name == Name::HEAD {
            self.html.push_str(&format!("<style>{SHEET}</style>"));
        }
        let is_void = is_html && name.is(traits::VOID) && tag.is_empty();
        if !is_void {
            self.open.push(Open { node, tag, ends_with_text: false, is_empty: true });
        }
    }

    fn add_attributes(&mut self, node: NodeId, tag: &'static str) {
        // What becomes an element of HTML has attributes of one.
        let (kind, name) = match (self.tree.kind(node), tag) {
            (Kind::MathMl, _) => (Kind::Html, tag),
            (kind, "") => (kind, self.tree.tag(node)),
            (kind, tag) => (kind, tag),
        };
        let tree = self.tree;
        let mut written: Vec<String> = Vec::new();
        for attribute in tree.attributes(node) {
            let spelling = attribute.name();
            if written.iter().any(|other| *other == spelling) {
                continue;
            }
            if let Some(value) = self.attribute_value(kind, name, &attribute) {
                push_attribute(&spelling, &value, &mut self.html);
                written.push(spelling.into_owned());
            }
        }
    }

    fn attribute_value(&mut self, kind: Kind, tag: &str, attribute: &Attribute<'_>) -> Option<String> {
        let value = attribute.value();
        match attribute_use(kind, tag, &attribute.name()) {
            Use::Plain => Some(value.into_owned()),
            Use::InputType => is_input_type(&value).then(|| value.trim().to_owned()),
            Use::Declarations => {
                let clean = clean_declarations(&value, &mut |address, kind| self.copy_of(address, kind));
                (!clean.is_empty()).then_some(clean)
            }
            Use::CssValue => Some(clean_value(&value)),
            Use::Fragment => is_fragment(&value).then(|| value.into_owned()),
            Use::Dropped => None,
        }
    }

    /// The source of an image, of which a copy is kept.
    fn add_source(&mut self, node: NodeId) {
        let tree = self.tree;
        let mut found = None;
        for name in std::iter::once("src").chain(LAZY) {
            let Some(address) = tree.attribute(node, name).filter(|address| !address.trim().is_empty()) else {
                continue;
            };
            let kept = kept_address(address.trim(), Asset::Image, &mut |address, kind| self.copy_of(address, kind));
            let kept = kept.filter(|kept| !is_fragment(kept));
            let is_whole = kept.as_ref().is_some_and(|kept| !kept.starts_with("data:"));
            found = kept.or(found);
            if is_whole {
                break;
            }
        }
        if let Some(source) = found {
            push_attribute("src", &source, &mut self.html);
        }
    }

    fn add_sheet(&mut self, node: NodeId) {
        self.begin_element();
        let mut css = String::new();
        self.tree.text_content(node, &mut css);
        let clean = match self.rewrite {
            Some(_) => clean_sheet(&css, &mut |address, kind| self.copy_of(address, kind)),
            None => String::new(),
        };
        self.html.push_str("<style");
        if let Some(media) = self.tree.attribute(node, "media") {
            push_attribute("media", &media, &mut self.html);
        }
        self.html.push('>');
        if !clean.contains("</") {
            self.html.push_str(&clean);
        }
        self.html.push_str("</style>");
    }

    /// Adds a link to a style sheet of which a copy is kept; all other links go.
    fn add_link(&mut self, node: NodeId) {
        let tree = self.tree;
        let relations = tree.attribute(node, "rel").unwrap_or_default().to_ascii_lowercase();
        let mut relations = relations.split_ascii_whitespace();
        if !relations.clone().any(|one| one == "stylesheet") || relations.any(|one| one == "alternate") {
            return;
        }
        let Some(address) = tree.attribute(node, "href") else { return };
        let Some(copy) = self.copy_of(address.trim(), Asset::Style) else { return };
        self.begin_element();
        self.html.push_str("<link rel=\"stylesheet\"");
        push_attribute("href", &copy, &mut self.html);
        if let Some(media) = tree.attribute(node, "media") {
            push_attribute("media", &media, &mut self.html);
        }
        self.html.push('>');
    }

    /// The address of the copy that is kept of what an address of the page names.
    fn copy_of(&mut self, address: &str, kind: Asset) -> Option<String> {
        let rewrite = self.rewrite.as_mut()?;
        if address.len() > MAX_ADDRESS {
            return None;
        }
        let absolute = self.base.as_ref()?.join(address).ok()?;
        if !matches!(absolute.scheme(), "http" | "https") {
            return None;
        }
        let key = (String::from(absolute), kind);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        if self.known.len() >= MAX_ADDRESSES {
            return None;
        }
        let copy = rewrite(&key.0, kind);
        self.known.insert(key, copy.clone());
        copy
    }
}

/// The address against which those of a page are resolved.
fn base_of(tree: &Tree<'_>, address: &str) -> Option<Url> {
    let own = Url::parse(address).ok()?;
    let is_base = |&node: &NodeId| tree.kind(node) == Kind::Html && tree.name(node) == Name::BASE;
    let stated = (1..tree.len() as NodeId).filter(is_base).find_map(|node| tree.attribute(node, "href"));
    Some(stated.and_then(|stated| own.join(stated.trim()).ok()).unwrap_or(own))
}

fn push_attribute(name: &str, value: &str, html: &mut String) {
    html.push(' ');
    html.push_str(name);
    html.push_str("=\"");
    push_escaped(value, html);
    html.push('"');
}

/// Appends a text so that it is read as the same one, as content or between quotes. A bare carriage return would be
/// read as a line feed.
fn push_escaped(text: &str, html: &mut String) {
    for character in text.chars() {
        match character {
            '&' => html.push_str("&amp;"),
            '<' => html.push_str("&lt;"),
            '>' => html.push_str("&gt;"),
            '"' => html.push_str("&quot;"),
            '\r' => html.push_str("&#13;"),
            '\0' => html.push('\u{fffd}'),
            _ => html.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::parse;

    fn clean(html: &str) -> String {
        let rewrite: &mut Rewrite<'_> =
            &mut |address, _| address.strip_prefix("http://site/kept/").map(|rest| format!("/a/{rest}"));
        let page = clean_page(&parse(html), "http://site/dir/", Some(rewrite));
        assert!(!page.is_plain, "{html}");
        page.html
    }

    /// The body of a cleaned page, without marks.
    fn body(html: &str) -> String {
        let page = clean(html);
        let start = page.find("<body").unwrap();
        let start = start + page[start..].find('>').unwrap() + 1;
        let mut body = page[start..].strip_suffix("</body></html>").unwrap().to_owned();
        while let Some(at) = body.find(" data-unmold=\"") {
            let end = at + 14 + body[at + 14..].find('"').unwrap() + 1;
            body.replace_range(at..end, "");
        }
        body
    }

    #[test]
    fn what_can_be_looked_at_stays() {
        assert_eq!(
            body("<p class=a style='color:red'>x &amp; <b>y</b>"),
            "<p class=\"a\" style=\"color:red\">x &amp; <b>y</b></p>"
        );
        assert_eq!(body("<a href=/x>l</a>"), "<a data-unmold-link=\"\">l</a>");
        assert_eq!(body("<img src=/kept/a.png alt=q>"), "<img alt=\"q\" src=\"/a/a.png\">");
        assert_eq!(
            body("<img src=data:image/gif;base64,R0 data-src=/kept/b.png>"),
            "<img data-src=\"/kept/b.png\" src=\"/a/b.png\">"
        );
        assert_eq!(body("<x-card data-k=1>t</x-card>"), "<x-card data-k=\"1\">t</x-card>");
        assert_eq!(body("<o:p>t</o:p><pre>\n\na</pre>"), "<span>t</span><pre>\n\na</pre>");
        assert_eq!(
            body("<svg viewBox='0 0 1 1'><path d=M0 fill=red /></svg>"),
            "<svg viewBox=\"0 0 1 1\"><path d=\"M0\" fill=\"red\"></path></svg>"
        );
    }

    #[test]
    fn what_runs_or_leads_away_goes() {
        for html in [
            "<script>x</script>",
            "<iframe src=//evil></iframe>",
            "<object data=//evil></object>",
            "<embed src=//evil>",
            "<base href=//evil>",
            "<meta http-equiv=refresh content='0;url=//evil'>",
            "<link rel=prefetch href=//evil>",
            "<link rel=stylesheet href=//evil>",
            "<video poster=//evil src=//evil></video>",
            "<template><img src=//evil></template>",
            "<noscript><img src=//evil></noscript>",
        ] {
            assert_eq!(body(&format!("<body>{html}")), "", "{html}");
        }
        assert_eq!(
            body("<form action=//evil name=body id=f><input type=image src=//evil>"),
            "<div id=\"f\"><input></div>"
        );
        assert_eq!(body("<img name=querySelectorAll onerror=x src=//evil srcset=//evil>"), "<img>");
        assert_eq!(
            body("<a href=javascript:x onclick=x target=_top ping=//evil download>l"),
            "<a data-unmold-link=\"\">l</a>"
        );
        assert_eq!(body("<p data-unmold=9 data-unmold-x=1>a"), "<p>a</p>");
        assert_eq!(
            body("<table background=//evil><tr><td background=//evil>a</table>"),
            "<table><tbody><tr><td>a</td></tr></tbody></table>"
        );
        assert_eq!(
            body(
                "<svg><image href=//evil /><use href='//evil#a'/><animate attributeName=href /><a href=//evil><text>t</text></a><foreignObject><p>x</foreignObject><set/></svg>"
            ),
            "<svg><use></use><g><text>t</text></g></svg>"
        );
        assert_eq!(
            body("<svg><rect fill='url(//evil#a)' style='fill:\\75rl(//evil)'/></svg>"),
            "<svg><rect fill=\"/**/none\" style=\"fill:/**/none\"></rect></svg>"
        );
        assert_eq!(
            body("<math href=//evil><mtext>a<mglyph src=//evil></mtext></math>"),
            "<span><span>a<span></span></span></span>"
        );
    }

    #[test]
    fn texts_stay_apart() {
        assert_eq!(body("<p>a<script>x</script>b<!--c-->d<b>e</b>f"), "<p>a<!---->b<!---->d<b>e</b>f</p>");
        assert_eq!(body("<p>a&#13;b"), "<p>a&#13;b</p>");
    }

    #[test]
    fn style_sheets_are_cleaned() {
        let page =
            clean("<style media=print>a{b:url(//evil)}</style><link rel=StyleSheet href=/kept/a.css media=all><p>x");
        assert!(
            page.contains(
                "<style media=\"print\">a{b:/**/none}</style><link rel=\"stylesheet\" href=\"/a/a.css\" media=\"all\">"
            ),
            "{page}"
        );
        assert!(!page.contains("evil"));
        let page = clean("<base href=http://site/kept/x/><style>a{b:url(c.png)}</style>");
        assert!(page.contains("a{b:url(\"/a/x/c.png\")}"), "{page}");
    }

    #[test]
    fn old_pages_keep_their_ways() {
        assert!(clean("<p>a<table></table>").starts_with("<html"));
        assert!(clean("<!doctype html><p>a").starts_with("<!DOCTYPE html><html"));
        assert!(
            clean("<!DOCTYPE HTML PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\"><p>")
                .starts_with("<!DOCTYPE html PUBLIC")
        );
    }

    #[test]
    fn deep_nesting_is_written() {
        for open in ["<div>", "<svg>", "<b>", "<table><td>", "<math><mi>"] {
            let page = clean(&format!("<p>start</p>{}", open.repeat((1 << 15) / open.len())));
            assert!(page.contains("start"), "{open}");
            assert!(parse(&page).max_depth() as usize <= MAX_DEPTH, "{open}");
        }
        let page = clean(&"<i>x</i>".repeat(2 * MAX_NODES));
        assert!(parse(&page).len() <= MAX_NODES + 10);
    }

    #[test]
    fn hostile_trees_are_refused() {
        for html in [
            "<script>",
            "<p onclick=x>",
            "<svg><script>",
            "<a href=x>",
            "<p style='a:url(x)'>",
            "<form>",
            "<style>a{b:url(x)}",
        ] {
            assert!(!is_clean(&parse(html)), "{html}");
        }
    }

    /// What sanitizers fell for: text that becomes markup when it is read a second time.
    #[test]
    fn what_is_read_again_is_what_was_written() {
        for html in [
            "<svg></p><style><a id=\"</style><img src=1 onerror=alert(1)>\">",
            "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
            "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
            "<svg><desc><p><style><!--</style><img src=x onerror=alert(1)>--></style>",
            "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
            "<xmp><p title=\"</xmp><img src=x onerror=alert(1)>\">",
            "<textarea><script>alert(1)</textarea></script>",
            "<table><tr><td><svg><desc><table><tr><td><style></td></tr></table></desc>",
            "<select><template><style><!--</template><a rel=\"--></style></template></select><img id=x src=x onerror=alert(1)>\">",
            "<plaintext></plaintext><img src=x onerror=alert(1)>",
            "<title><style></title><img src=x onerror=alert(1)></style>",
        ] {
            let page = clean(html);
            assert!(is_clean(&parse(&page)), "{html} gave {page}");
        }
    }
}
