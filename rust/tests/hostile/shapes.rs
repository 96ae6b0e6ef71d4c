//! Trees too deep, too wide, or with too many attributes and names.

use unmold_core::html::{Kind, Limits, Problems};

use crate::{count, count_kind, elements, many, none, survive, survive_with, text};

/// Depth is capped, but no element is lost: the deeper ones become siblings.
fn survives_nested(open: &str, tag: &'static str, times: usize) {
    survive_with(open.repeat(times), Problems::DEPTH, move |tree| {
        assert_eq!(count(tree, tag), times);
    });
}

#[test]
fn nothing() {
    survive_with(String::new(), none(), |tree| {
        assert_eq!((count(tree, "html"), count(tree, "head"), count(tree, "body")), (1, 1, 1));
        assert_eq!(tree.len(), 4);
    });
}

#[test]
fn one_line_of_sixty_megabytes() {
    let length = many(60 << 20);
    survive_with("x".repeat(length), none(), move |tree| assert_eq!(text(tree).len(), length));
}

#[test]
fn one_line_of_sixty_megabytes_of_markup() {
    let times = many(5_000_000);
    survive_with("<b>x</b> and ".repeat(times), none(), move |tree| {
        assert_eq!(count(tree, "b"), times);
    });
}

#[test]
fn nested_blocks() {
    survives_nested("<div>", "div", many(200_000));
    survives_nested("<ul><li>", "li", many(100_000));
    survives_nested("<dl><dd>", "dd", many(100_000));
    survives_nested("<div><p>", "p", many(100_000));
    survives_nested("<blockquote>text", "blockquote", many(100_000));
    survives_nested("<object>", "object", many(100_000));
}

#[test]
fn nested_blocks_that_close() {
    let times = many(100_000);
    let page = "<div>".repeat(times) + &"</div>".repeat(times) + "<p>after";
    survive_with(page, Problems::DEPTH, move |tree| {
        assert_eq!((count(tree, "div"), count(tree, "p")), (times, 1));
    });
}

#[test]
fn nested_inline_elements_of_unknown_names() {
    survives_nested("<span>", "span", many(200_000));
    survives_nested("<my-element>", "my-element", many(200_000));
}

#[test]
fn nested_tables() {
    survives_nested("<table><tr><td>", "table", many(30_000));
    survives_nested("<table><caption>", "table", many(30_000));
}

#[test]
fn tables_that_foster_tables() {
    let times = many(30_000);
    survive_with("<table>".repeat(times), none(), move |tree| assert_eq!(count(tree, "table"), times));
    survive("<table><div>".repeat(times), crate::roomy(), move |tree| {
        assert_eq!(count(tree, "div"), times);
    });
}

#[test]
fn nested_foreign_content() {
    survives_nested("<svg>", "svg", many(100_000));
    survives_nested("<math>", "math", many(100_000));
    survives_nested("<svg><foreignObject><div>", "div", many(50_000));
    survives_nested("<math><mi><p>", "mi", many(50_000));
    let times = many(100_000);
    let page = format!("<svg>{}{}", "<g>".repeat(times), "</x>".repeat(times));
    survive_with(page, Problems::DEPTH, move |tree| assert_eq!(count(tree, "g"), times));
}

#[test]
fn nested_templates() {
    survives_nested("<template>", "template", many(50_000));
    survives_nested("<template><tr><td>", "template", many(50_000));
}

#[test]
fn nested_selects() {
    let times = many(50_000);
    for piece in ["<select>", "<select><div>", "<select><option>", "<select><optgroup><option>x", "<select><table>"] {
        survive(piece.repeat(times), crate::roomy(), move |tree| {
            assert!(count(tree, "select") >= times / 2);
        });
    }
}

/// An option's content is shown a second time in `selectedcontent`, and what is shown may hold the next select.
#[test]
fn options_that_are_shown_twice() {
    let times = many(50_000);
    let select = "<select><button><selectedcontent></button>";
    for page in [
        format!("{select}{}", "<option selected>x<b>y</b>".repeat(times)),
        format!("{select}<option>{}", "<i>x</i><selectedcontent>".repeat(times)),
        format!("{select}<option selected><object>").repeat(times),
        format!("{select}<option selected><table><td>").repeat(times),
        format!("{select}<option selected>x</select>").repeat(times),
    ] {
        survive(page, crate::roomy(), move |tree| assert!(tree.len() > times));
    }
}

#[test]
fn a_million_siblings() {
    let times = many(1_000_000);
    survive_with("<p>x".repeat(times), none(), move |tree| {
        assert_eq!((count(tree, "p"), count_kind(tree, Kind::Text)), (times, times));
    });
    survive_with("<br>".repeat(times), none(), move |tree| assert_eq!(count(tree, "br"), times));
    survive_with(format!("<body>{}", "</p>".repeat(times)), none(), move |tree| assert_eq!(count(tree, "p"), times));
    survive_with("<!---->".repeat(times), none(), move |tree| {
        assert_eq!(count_kind(tree, Kind::Comment), times);
    });
}

#[test]
fn rows_without_end() {
    let times = many(300_000);
    survive_with(format!("<table>{}", "<tr><td>x".repeat(times)), none(), move |tree| {
        assert_eq!(count(tree, "td"), times);
    });
}

#[test]
fn end_tags_that_match_nothing() {
    let times = many(300_000);
    let deep = "<x>".repeat(500);
    for end in ["</y>", "</div>", "</li>", "</table>", "</form>", "</h1>", "</body>", "</b>", "</template>"] {
        survive_with(deep.clone() + &end.repeat(times), none(), |tree| assert_eq!(count(tree, "x"), 500));
    }
}

#[test]
fn start_tags_that_look_far_up() {
    let times = many(300_000);
    let deep = "<x>".repeat(400);
    for start in ["<li>", "<dd>", "<p>", "<option>", "<tr>", "<h1>", "<button>", "<form>", "<rt>", "<body>", "<head>"] {
        survive(deep.clone() + &start.repeat(times), crate::roomy(), |tree| {
            assert_eq!(count(tree, "x"), 400);
        });
    }
}

#[test]
fn a_hundred_thousand_attributes() {
    let times = many(100_000);
    let attributes: String = (0..times).map(|index| format!(" a{index}=x")).collect();
    survive(format!("<div{attributes}><p>after"), crate::roomy(), move |tree| {
        let div = elements(tree, "div").next().expect("a div");
        let kept = tree.attributes(div).len();
        assert_eq!(kept, times.min(Limits::default().max_attributes));
        assert_eq!(tree.problems().contains(Problems::ATTRIBUTES), kept < times);
        assert_eq!(count(tree, "p"), 1);
    });
}

#[test]
fn one_attribute_a_hundred_thousand_times() {
    let page = format!("<div{}><p>after", " same=x".repeat(many(100_000)));
    survive_with(page, none(), |tree| {
        let div = elements(tree, "div").next().expect("a div");
        assert_eq!((tree.attributes(div).len(), count(tree, "p")), (1, 1));
    });
}

#[test]
fn attributes_that_pile_up_on_html_and_body() {
    let times = many(20_000);
    for tag in ["html", "body"] {
        let page: String = (0..times).map(|index| format!("<{tag} a{index}=x>")).collect();
        survive(page, crate::roomy(), move |tree| {
            let element = elements(tree, tag).next().expect("the element");
            let kept = tree.attributes(element).len();
            assert_eq!(kept, times.min(Limits::default().max_attributes));
        });
        let same = format!("<{tag} class=x id=y>").repeat(times);
        survive_with(same, none(), move |tree| {
            let element = elements(tree, tag).next().expect("the element");
            assert_eq!(tree.attributes(element).len(), 2);
        });
    }
}

#[test]
fn a_hundred_thousand_tag_names() {
    let times = many(100_000);
    let page: String = (0..times).map(|index| format!("<t{index}></t{index}>")).collect();
    let expected = if times > 70_000 { Problems::NAMES } else { none() };
    survive_with(page, expected, move |tree| assert_eq!(count_kind(tree, Kind::Html), times + 3));
}

#[test]
fn long_names() {
    let long = "n".repeat(many(5 << 20));
    let length = long.len();
    survive_with(format!("<{long}><p>after"), none(), move |tree| {
        assert_eq!((count(tree, &"n".repeat(length)), count(tree, "p")), (1, 1));
    });
    survive_with(format!("<div {long}=1><p>after"), Problems::ATTRIBUTES, |tree| {
        assert_eq!(count(tree, "p"), 1);
    });
    survive_with(format!("<div a={long}><p>after"), none(), move |tree| {
        let div = elements(tree, "div").next().expect("a div");
        assert_eq!(tree.attribute(div, "a").map(|value| value.len()), Some(length));
    });
}
