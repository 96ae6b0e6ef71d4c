//! Linked data: reads the JSON-LD scripts of a page as pairs of a dotted path and a value.
//!
//! Objects refer to one another by `@id`, within a script and across scripts: an offer that a product only points at is
//! the product's offer. What a site says of itself, and the page of its site, is not followed.

use std::collections::HashMap;

use super::json::{Document, Part};

/// How many references are followed, one behind the other.
const REFERENCES: usize = 3;
/// Objects and lists entered, one inside the other, references followed included.
const DEPTH: usize = 200;
/// Values of one script, those of objects referred to included.
const VALUES: usize = 20_000;

/// The types of the parts of instructions.
const STEPS: [&str; 4] = ["HowToSection", "HowToStep", "HowToDirection", "HowToTip"];
/// Types of objects that hold what a whole page or site is.
const WHOLE: [&str; 7] =
    ["WebPage", "WebSite", "BreadcrumbList", "CollectionPage", "ItemPage", "SearchAction", "ReadAction"];

/// A value with the path of names that leads to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub path: String,
    pub value: String,
    /// Whether it is what a step of instructions says, or what a section of them is called.
    is_step: bool,
}

impl Entry {
    /// The same under the name of all steps: sections and steps in the order in which they are read.
    fn as_step(&self) -> Entry {
        let mut names: Vec<&str> = self.path.split('.').collect();
        names.pop();
        while names.last() == Some(&"itemListElement") {
            names.pop();
        }
        Entry { path: names.join("."), value: self.value.clone(), is_step: true }
    }
}

/// The scripts of a page, and where the objects are that have a name.
#[derive(Clone, Debug, Default)]
pub(super) struct LinkedData {
    documents: Vec<Document>,
    by_id: HashMap<String, (usize, u32)>,
}

impl LinkedData {
    /// Reads the texts of all scripts.
    pub fn read<'text>(scripts: impl Iterator<Item = &'text str>) -> LinkedData {
        let documents: Vec<Document> = scripts.map(Document::read).collect();
        let mut by_id: HashMap<String, (usize, u32)> = HashMap::new();
        for (number, document) in documents.iter().enumerate() {
            for object in 0..document.parts.len() as u32 {
                let Some(id) = document.get(object, "@id").and_then(|id| document.text(id)) else { continue };
                let place = (number, object);
                let known = by_id.get(id).map_or(0, |&(other, at)| size(&documents[other], at));
                if !is_reference(document, object) && size(document, object) > known {
                    by_id.insert(id.to_owned(), place);
                }
            }
        }
        LinkedData { documents, by_id }
    }

    /// The values of a script: each path starts with the type of the outermost object that has one.
    pub fn entries(&self, script: usize) -> Vec<Entry> {
        let mut found = Vec::new();
        let document = &self.documents[script];
        let mut waiting: Vec<u32> = document.roots.iter().rev().copied().collect();
        while let Some(root) = waiting.pop() {
            match &document.parts[root as usize] {
                Part::List(items) => waiting.extend(items.iter().rev()),
                Part::Text(_) => {}
                Part::Object(members) => {
                    let graph = members.iter().filter(|(name, _)| name == "@graph").map(|&(_, part)| part);
                    waiting.extend(graph.collect::<Vec<_>>().into_iter().rev());
                    let kind = kind(document, root).unwrap_or_default();
                    let followed = if WHOLE.contains(&kind) { REFERENCES } else { 0 };
                    let mut walk = Walk { data: self, found: &mut found, passed: vec![(script, root)] };
                    walk.object(script, root, kind, followed);
                }
            }
        }
        let steps: Vec<Entry> = found.iter().filter(|entry| entry.is_step).map(Entry::as_step).collect();
        found.extend(steps);
        found
    }
}

/// How many names an object has.
fn size(document: &Document, object: u32) -> usize {
    match &document.parts[object as usize] {
        Part::Object(members) => members.len(),
        _ => 0,
    }
}

/// Whether an object only points at another.
fn is_reference(document: &Document, object: u32) -> bool {
    match &document.parts[object as usize] {
        Part::Object(members) => {
            members.iter().any(|(name, _)| name == "@id")
                && members.iter().all(|(name, _)| matches!(name.as_str(), "@id" | "@type"))
        }
        _ => false,
    }
}

/// The type of an object, the first of several, without the address of the vocabulary.
fn kind(document: &Document, object: u32) -> Option<&str> {
    let kind = document.text(document.get(object, "@type")?)?;
    Some(kind.rsplit(['/', ':', '#']).next().unwrap_or(kind))
}

/// A walk through an object and all that it holds or points at. It goes no deeper than the caps allow.
struct Walk<'data> {
    data: &'data LinkedData,
    found: &'data mut Vec<Entry>,
    /// The objects around, so that nothing goes in circles.
    passed: Vec<(usize, u32)>,
}

impl Walk<'_> {
    fn object(&mut self, script: usize, object: u32, path: &str, followed: usize) {
        let document = &self.data.documents[script];
        let Part::Object(members) = &document.parts[object as usize] else { return };
        let first = self.found.len();
        for (name, part) in members {
            match name.as_str() {
                "@type" | "@context" | "@id" | "@graph" | "@language" => {}
                "@value" | "@list" | "@set" => self.part(script, *part, path, followed),
                _ => {
                    let dot = if path.is_empty() || name.is_empty() { "" } else { "." };
                    self.part(script, *part, &format!("{path}{dot}{name}"), followed);
                }
            }
        }
        if kind(document, object).is_some_and(|kind| STEPS.contains(&kind)) {
            self.mark_step(first, path);
        }
    }

    fn part(&mut self, script: usize, part: u32, path: &str, followed: usize) {
        if self.found.len() >= VALUES || self.passed.len() >= DEPTH {
            return;
        }
        let document = &self.data.documents[script];
        self.passed.push((script, part));
        match &document.parts[part as usize] {
            Part::Text(text) => {
                self.found.push(Entry { path: path.to_owned(), value: text.clone(), is_step: false });
            }
            Part::List(items) => {
                for &item in items {
                    self.part(script, item, path, followed);
                }
            }
            Part::Object(_) if is_reference(document, part) => self.follow(document, part, path, followed),
            Part::Object(_) => self.object(script, part, path, followed),
        }
        self.passed.pop();
    }

    /// Enters the object that a reference points at.
    fn follow(&mut self, document: &Document, reference: u32, path: &str, followed: usize) {
        let id = document.get(reference, "@id").and_then(|id| document.text(id));
        let Some(&(script, object)) = id.and_then(|id| self.data.by_id.get(id)) else { return };
        let is_whole = kind(&self.data.documents[script], object).is_some_and(|kind| WHOLE.contains(&kind));
        if followed >= REFERENCES || is_whole || self.passed.contains(&(script, object)) {
            return;
        }
        self.passed.push((script, object));
        self.object(script, object, path, followed + 1);
        self.passed.pop();
    }

    /// Marks what a step or section says: its name, unless its text begins with it, then its text.
    fn mark_step(&mut self, first: usize, path: &str) {
        let said = &mut self.found[first..];
        let is = |entry: &Entry, name: &str| entry.path.strip_prefix(path).is_some_and(|rest| rest == name);
        let text = said.iter().find(|entry| is(entry, ".text")).map(|entry| entry.value.clone());
        for entry in said.iter_mut().filter(|entry| is(entry, ".name") || is(entry, ".text")) {
            let begins = text.as_ref().is_some_and(|text| text.starts_with(entry.value.trim_end_matches(['.', '…'])));
            entry.is_step = is(entry, ".text") || !begins;
        }
        if let Some(at) = said.iter().position(|entry| is(entry, ".name")) {
            said[..=at].rotate_right(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(scripts: &[&str]) -> Vec<(String, String)> {
        let data = LinkedData::read(scripts.iter().copied());
        let entries = (0..scripts.len()).flat_map(|script| data.entries(script));
        entries.map(|entry| (entry.path, entry.value)).collect()
    }

    fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|&(path, value)| (path.to_owned(), value.to_owned())).collect()
    }

    #[test]
    fn paths_start_with_the_type() {
        let text = r#"{"@context": "https://schema.org", "@type": "Recipe", "author": {"@type": "Person", "name": "Ann"},
            "recipeIngredient": ["salt", "1 \u00bd cup"], "n": 3}"#;
        let expected = [
            ("Recipe.author.name", "Ann"),
            ("Recipe.recipeIngredient", "salt"),
            ("Recipe.recipeIngredient", "1 ½ cup"),
            ("Recipe.n", "3"),
        ];
        assert_eq!(read(&[text]), pairs(&expected));
    }

    #[test]
    fn graphs_and_lists_are_transparent() {
        let text = r#"[{"@graph": [{"@type": "Person", "name": "A"}, [{"name": "B", "@type": "Place"}]]}]"#;
        assert_eq!(read(&[text]), pairs(&[("Person.name", "A"), ("Place.name", "B")]));
        let text = r#"{"@type": "A", "b": [["x", {"@value": "y", "@language": "en"}], {"@list": ["z"]}]}"#;
        assert_eq!(read(&[text]), pairs(&[("A.b", "x"), ("A.b", "y"), ("A.b", "z")]));
    }

    #[test]
    fn the_first_of_several_types_counts() {
        let text = r#"{"@type": ["https://schema.org/Person", "Organization"], "name": "A"}"#;
        assert_eq!(read(&[text]), pairs(&[("Person.name", "A")]));
    }

    #[test]
    fn what_is_referred_to_is_part_of_what_refers_to_it() {
        let text = r##"{"@graph": [{"@type": "Product", "name": "Lamp", "offers": [{"@id": "#offer"}]},
            {"@type": "Offer", "@id": "#offer", "price": 5, "seller": {"@id": "#shop"}}]}"##;
        let shop = r##"{"@type": "Store", "@id": "#shop", "name": "Shop", "owns": {"@id": "#offer"}}"##;
        let found = read(&[text, shop]);
        let product: Vec<_> = found.iter().filter(|(path, _)| path.starts_with("Product")).cloned().collect();
        let expected =
            [("Product.name", "Lamp"), ("Product.offers.price", "5"), ("Product.offers.seller.name", "Shop")];
        assert_eq!(product, pairs(&expected));
        assert!(found.contains(&("Offer.price".to_owned(), "5".to_owned())));
    }

    #[test]
    fn circles_and_missing_objects_end() {
        let circle = r##"[{"@type": "A", "@id": "#a", "to": {"@id": "#b"}, "n": 1},
            {"@type": "B", "@id": "#b", "to": [{"@id": "#a"}, {"@id": "#b"}, {"@id": "#c"}], "n": 2}]"##;
        assert_eq!(read(&[circle]), pairs(&[("A.to.n", "2"), ("A.n", "1"), ("B.to.n", "1"), ("B.n", "2")]));
    }

    #[test]
    fn many_references_to_much_are_capped() {
        let items = r##"{"@id": "#list"},"##.repeat(5_000);
        let values = "1,".repeat(5_000);
        let text = format!(r##"[{{"@type": "A", "b": [{items}]}}, {{"@id": "#list", "v": [{values}]}}]"##);
        assert!(read(&[&text]).len() <= 2 * VALUES);
    }

    #[test]
    fn the_page_and_its_site_are_not_followed() {
        let text = r##"[{"@type": "Article", "isPartOf": {"@id": "#page"}, "author": {"@id": "#ann"}},
            {"@type": "WebPage", "@id": "#page", "about": {"@id": "#ann"}, "url": "/"},
            {"@type": "Person", "@id": "#ann", "name": "Ann"}]"##;
        assert_eq!(
            read(&[text]),
            pairs(&[("Article.author.name", "Ann"), ("WebPage.url", "/"), ("Person.name", "Ann")])
        );
    }

    #[test]
    fn steps_are_one_list_in_the_order_of_reading() {
        let text = r#"{"@type": "Recipe", "recipeInstructions": [{"@type": "HowToSection", "itemListElement": [
            {"@type": "HowToStep", "text": "Stir well.", "name": "Stir well"},
            {"@type": "HowToStep", "text": "Wait.", "name": "Rest"}], "name": "Dough"}]}"#;
        let steps = read(&[text]).into_iter().filter(|(path, _)| path == "Recipe.recipeInstructions");
        assert_eq!(steps.map(|(_, value)| value).collect::<Vec<_>>(), ["Dough", "Stir well.", "Rest", "Wait."]);
    }
}
