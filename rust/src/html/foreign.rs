//! SVG and MathML spellings: the tokenizer folds names to lower case, these tables restore them.

use std::borrow::Cow;

use super::arena::Kind;

/// The tag names of SVG that have capitals.
const SVG_TAGS: [&str; 37] = [
    "altGlyph",
    "altGlyphDef",
    "altGlyphItem",
    "animateColor",
    "animateMotion",
    "animateTransform",
    "clipPath",
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feConvolveMatrix",
    "feDiffuseLighting",
    "feDisplacementMap",
    "feDistantLight",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feImage",
    "feMerge",
    "feMergeNode",
    "feMorphology",
    "feOffset",
    "fePointLight",
    "feSpecularLighting",
    "feSpotLight",
    "feTile",
    "feTurbulence",
    "foreignObject",
    "glyphRef",
    "linearGradient",
    "radialGradient",
    "textPath",
];

/// The attribute names of SVG that have capitals.
const SVG_ATTRIBUTES: [&str; 58] = [
    "attributeName",
    "attributeType",
    "baseFrequency",
    "baseProfile",
    "calcMode",
    "clipPathUnits",
    "diffuseConstant",
    "edgeMode",
    "filterUnits",
    "glyphRef",
    "gradientTransform",
    "gradientUnits",
    "kernelMatrix",
    "kernelUnitLength",
    "keyPoints",
    "keySplines",
    "keyTimes",
    "lengthAdjust",
    "limitingConeAngle",
    "markerHeight",
    "markerUnits",
    "markerWidth",
    "maskContentUnits",
    "maskUnits",
    "numOctaves",
    "pathLength",
    "patternContentUnits",
    "patternTransform",
    "patternUnits",
    "pointsAtX",
    "pointsAtY",
    "pointsAtZ",
    "preserveAlpha",
    "preserveAspectRatio",
    "primitiveUnits",
    "refX",
    "refY",
    "repeatCount",
    "repeatDur",
    "requiredExtensions",
    "requiredFeatures",
    "specularConstant",
    "specularExponent",
    "spreadMethod",
    "startOffset",
    "stdDeviation",
    "stitchTiles",
    "surfaceScale",
    "systemLanguage",
    "tableValues",
    "targetX",
    "targetY",
    "textLength",
    "viewBox",
    "viewTarget",
    "xChannelSelector",
    "yChannelSelector",
    "zoomAndPan",
];

/// The attributes that belong to a namespace of their own in SVG and MathML.
const PREFIXED: [(&str, &str); 11] = [
    ("xlink:actuate", "xlink"),
    ("xlink:arcrole", "xlink"),
    ("xlink:href", "xlink"),
    ("xlink:role", "xlink"),
    ("xlink:show", "xlink"),
    ("xlink:title", "xlink"),
    ("xlink:type", "xlink"),
    ("xml:lang", "xml"),
    ("xml:space", "xml"),
    ("xmlns", "xmlns"),
    ("xmlns:xlink", "xmlns"),
];

/// The standard's spelling of an SVG tag name that is given in lower case.
pub fn svg_tag(lower: &str) -> &str {
    SVG_TAGS.iter().find(|tag| tag.eq_ignore_ascii_case(lower)).copied().unwrap_or(lower)
}

/// The standard's spelling of a lower-case attribute name on an element of this kind.
pub fn adjusted_attribute_name(kind: Kind, lower: Cow<'_, str>) -> Cow<'_, str> {
    let adjusted = match kind {
        Kind::Svg => SVG_ATTRIBUTES.iter().find(|name| name.eq_ignore_ascii_case(&lower)).copied(),
        Kind::MathMl if lower == "definitionurl" => Some("definitionURL"),
        _ => None,
    };
    adjusted.map_or(lower, Cow::Borrowed)
}

/// The namespace prefix of a lower-case attribute name on an element of this kind.
pub fn attribute_prefix(kind: Kind, lower: &str) -> Option<&'static str> {
    if !matches!(kind, Kind::Svg | Kind::MathMl) {
        return None;
    }
    PREFIXED.iter().find(|(name, _)| *name == lower).map(|(_, prefix)| *prefix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings() {
        assert_eq!(svg_tag("foreignobject"), "foreignObject");
        assert_eq!(svg_tag("path"), "path");
        assert_eq!(adjusted_attribute_name(Kind::Svg, "viewbox".into()), "viewBox");
        assert_eq!(adjusted_attribute_name(Kind::Html, "viewbox".into()), "viewbox");
        assert_eq!(attribute_prefix(Kind::Svg, "xlink:href"), Some("xlink"));
        assert_eq!(attribute_prefix(Kind::Html, "xlink:href"), None);
    }
}
