//! What of a page is kept: elements, attributes, and what their values may be.

use crate::html::{Kind, Name, NodeId, Tree};

/// What becomes of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It stays what it is.
    Kept,
    /// It becomes another element, with its contents.
    Becomes(&'static str),
    /// It becomes the style sheet that it holds, cleaned.
    Sheet,
    /// It is left out, with all that is in it.
    Dropped,
}

/// What becomes of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Its value is kept as it is.
    Plain,
    /// Its value is one of those of an `input` that does nothing by itself.
    InputType,
    /// It holds declarations of CSS.
    Declarations,
    /// It is read as a value of CSS, as `fill` in SVG is.
    CssValue,
    /// It names an element of the page itself.
    Fragment,
    /// It is left out.
    Dropped,
}

const HTML: &[&str] = &[
    "a",
    "abbr",
    "acronym",
    "address",
    "article",
    "aside",
    "b",
    "bdi",
    "bdo",
    "big",
    "blockquote",
    "body",
    "br",
    "button",
    "caption",
    "center",
    "cite",
    "code",
    "col",
    "colgroup",
    "data",
    "dd",
    "del",
    "details",
    "dfn",
    "dialog",
    "dir",
    "div",
    "dl",
    "dt",
    "em",
    "fieldset",
    "figcaption",
    "figure",
    "font",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hgroup",
    "hr",
    "html",
    "i",
    "img",
    "input",
    "ins",
    "kbd",
    "label",
    "legend",
    "li",
    "main",
    "mark",
    "menu",
    "meter",
    "nav",
    "nobr",
    "ol",
    "optgroup",
    "option",
    "output",
    "p",
    "picture",
    "pre",
    "progress",
    "q",
    "rb",
    "rp",
    "rt",
    "rtc",
    "ruby",
    "s",
    "samp",
    "search",
    "section",
    "select",
    "small",
    "span",
    "strike",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "textarea",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "tt",
    "u",
    "ul",
    "var",
    "wbr",
];

/// What has no place in a page that is only looked at, with all that is in it.
const LEFT_OUT: &[&str] = &[
    "applet",
    "area",
    "audio",
    "base",
    "basefont",
    "bgsound",
    "canvas",
    "datalist",
    "embed",
    "fencedframe",
    "frame",
    "frameset",
    "iframe",
    "keygen",
    "link",
    "meta",
    "noembed",
    "noframes",
    "noscript",
    "object",
    "param",
    "portal",
    "script",
    "selectedcontent",
    "source",
    "svg",
    "template",
    "title",
    "track",
    "video",
];

const SVG: &[&str] = &[
    "svg",
    "g",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "text",
    "tspan",
    "defs",
    "symbol",
    "use",
    "linearGradient",
    "radialGradient",
    "stop",
    "clipPath",
    "mask",
    "pattern",
];

const ATTRIBUTES: &[&str] = &[
    "abbr",
    "align",
    "alink",
    "alt",
    "axis",
    "bgcolor",
    "border",
    "bordercolor",
    "cellpadding",
    "cellspacing",
    "char",
    "charoff",
    "checked",
    "class",
    "clear",
    "color",
    "cols",
    "colspan",
    "compact",
    "datetime",
    "dir",
    "disabled",
    "face",
    "frame",
    "headers",
    "height",
    "hidden",
    "high",
    "hspace",
    "id",
    "label",
    "lang",
    "link",
    "low",
    "max",
    "maxlength",
    "min",
    "multiple",
    "noshade",
    "nowrap",
    "open",
    "optimum",
    "placeholder",
    "readonly",
    "reversed",
    "role",
    "rows",
    "rowspan",
    "rules",
    "scope",
    "selected",
    "size",
    "span",
    "start",
    "summary",
    "text",
    "title",
    "valign",
    "value",
    "vlink",
    "vspace",
    "width",
    "wrap",
    "marginheight",
    "marginwidth",
    "topmargin",
    "leftmargin",
];

const SVG_PLAIN: &[&str] = &[
    "class",
    "id",
    "viewBox",
    "width",
    "height",
    "x",
    "y",
    "x1",
    "y1",
    "x2",
    "y2",
    "cx",
    "cy",
    "r",
    "rx",
    "ry",
    "d",
    "points",
    "dx",
    "dy",
    "offset",
    "transform",
    "gradientTransform",
    "gradientUnits",
    "spreadMethod",
    "preserveAspectRatio",
    "pathLength",
    "clipPathUnits",
    "maskUnits",
    "maskContentUnits",
    "patternUnits",
    "patternContentUnits",
    "patternTransform",
    "fx",
    "fy",
    "role",
    "textLength",
    "lengthAdjust",
    "version",
    "focusable",
    "hidden",
];

const SVG_STYLES: &[&str] = &[
    "fill",
    "stroke",
    "color",
    "opacity",
    "fill-opacity",
    "fill-rule",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stop-color",
    "stop-opacity",
    "clip-path",
    "clip-rule",
    "mask",
    "display",
    "visibility",
    "font-size",
    "font-family",
    "font-weight",
    "font-style",
    "text-anchor",
    "dominant-baseline",
    "overflow",
    "vector-effect",
    "paint-order",
    "shape-rendering",
];

const INPUT_TYPES: &[&str] = &[
    "text",
    "search",
    "email",
    "url",
    "tel",
    "number",
    "checkbox",
    "radio",
    "button",
    "submit",
    "reset",
    "hidden",
    "password",
    "range",
    "date",
    "time",
    "month",
    "week",
    "datetime-local",
];

/// What becomes of an element of a page.
pub(super) fn fate(tree: &Tree<'_>, element: NodeId) -> Fate {
    let tag = tree.tag(element);
    match tree.kind(element) {
        Kind::Html if tree.name(element) == Name::STYLE => Fate::Sheet,
        Kind::Html => html_fate(tag),
        Kind::Svg if tag == "a" => Fate::Becomes("g"),
        Kind::Svg if SVG.contains(&tag) => Fate::Kept,
        // Elements of MathML mix with those of HTML in ways that readers disagree on; their texts stay.
        Kind::MathMl if !matches!(tag, "annotation" | "annotation-xml") => Fate::Becomes("span"),
        _ => Fate::Dropped,
    }
}

fn html_fate(tag: &str) -> Fate {
    if HTML.contains(&tag) || is_custom(tag) {
        return Fate::Kept;
    }
    if LEFT_OUT.contains(&tag) {
        return Fate::Dropped;
    }
    match tag {
        "listing" | "plaintext" | "xmp" => Fate::Becomes("pre"),
        // A form without a target leads to the page that it is in.
        "form" | "marquee" => Fate::Becomes("div"),
        _ => Fate::Becomes("span"),
    }
}

/// Whether a name is that of a custom element, which means nothing without scripts, in plain letters.
fn is_custom(tag: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    tag.contains('-')
        && tag.as_bytes()[0].is_ascii_lowercase()
        && tag.bytes().all(is_plain)
        && !matches!(tag, "annotation-xml" | "font-face" | "color-profile" | "missing-glyph")
        && !tag.starts_with("font-face-")
}

/// What becomes of an attribute, given in the standard's spelling, on a kept element of this kind.
pub(super) fn attribute_use(kind: Kind, tag: &str, name: &str) -> Use {
    if name == "style" {
        return Use::Declarations;
    }
    if is_data(name) {
        return Use::Plain;
    }
    match kind {
        Kind::Html if name == "type" && tag == "input" => Use::InputType,
        Kind::Html if name == "type" && matches!(tag, "ol" | "ul" | "li") => Use::Plain,
        Kind::Html if ATTRIBUTES.contains(&name) => Use::Plain,
        Kind::Svg if SVG_PLAIN.contains(&name) => Use::Plain,
        Kind::Svg if SVG_STYLES.contains(&name) => Use::CssValue,
        Kind::Svg if matches!(name, "href" | "xlink:href") && is_referring(tag) => Use::Fragment,
        _ => Use::Dropped,
    }
}

/// Whether an element of SVG refers to another by `href`.
fn is_referring(tag: &str) -> bool {
    matches!(tag, "use" | "linearGradient" | "radialGradient" | "pattern")
}

/// Whether an attribute means nothing to browsers; style sheets may ask for it.
fn is_data(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'_';
    let rest = name.strip_prefix("data-").or_else(|| name.strip_prefix("aria-"));
    rest.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(is_plain)) && !name.starts_with(super::MARK)
}

/// Whether an `input` may have this type: one with an image has an address.
pub(super) fn is_input_type(value: &str) -> bool {
    INPUT_TYPES.iter().any(|known| value.trim().eq_ignore_ascii_case(known))
}

/// Whether an address names an element of the page itself.
pub(super) fn is_fragment(value: &str) -> bool {
    value.starts_with('#')
}
