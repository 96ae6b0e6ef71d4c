//! Where the values of records stand on a page, for Python.

use pyo3::prelude::*;

use super::error::Result;
use super::leaves::position;
use super::records::PyCompiledTemplate;
use super::settings::{self, PyLimits};
use crate::clean::{Frame, Unseen};
use crate::encoding::decode;
use crate::html::{NodeId, Parser, Tree};
use crate::leaves::{LeafKind, Leaves, Letters, NO_ROW, Places, TextSpan, leaves};
use crate::records::{CompiledTemplate, Explained, ShownRow, Spot};

/// Mark, position of the text among those of its element (-1: the element itself), start and end.
type Piece = (u32, i64, u32, u32);
/// Kind of leaf, its value, its XPath, where it is, and why not, if it is nowhere.
type PyLeaf = (u8, String, String, Vec<Piece>, Option<&'static str>);
/// Column, row (-1: none), item, leaf, value, where it is, and why not, if it is nowhere.
type PySpot = (usize, i64, usize, u32, String, Vec<Piece>, Option<&'static str>);
/// Number on the page, table, number of the row around it (-1: none), position in its table, mark (-1: none), XPath.
type PyRow = (u32, u32, i64, u32, i64, String);
/// For each template: values, rows, and for each leaf whether the template itself says it.
type PyExplained = (Vec<PySpot>, Vec<PyRow>, Vec<bool>);

/// A page and where its nodes are in the frame.
struct Shown<'page> {
    tree: &'page Tree<'page>,
    leaves: &'page Leaves,
    places: Places,
    frame: Frame,
    letters: Vec<Option<Letters>>,
}

impl Shown<'_> {
    fn piece(&self, span: TextSpan) -> std::result::Result<Piece, Unseen> {
        let text = self.frame.text(self.tree, span.node)?;
        Ok((text.mark, i64::from(text.position), span.start, span.end))
    }

    /// Where a part of a leaf is; what is only half there is nowhere.
    fn pieces(&mut self, leaf: u32, part: std::ops::Range<usize>) -> (Vec<Piece>, Option<&'static str>) {
        let found = &self.leaves.leaves[leaf as usize];
        match found.kind {
            LeafKind::Meta => return (Vec::new(), Some("head")),
            LeafKind::Json => return (Vec::new(), Some("linked-data")),
            LeafKind::Text | LeafKind::Block => {}
            _ => {
                let place = self.frame.element(found.node).map(|mark| vec![(mark, -1, 0, 0)]);
                let why = |reason| if reason == Unseen::Unmarked { "attribute" } else { Unseen::as_str(reason) };
                return place.map_or_else(|reason| (Vec::new(), Some(why(reason))), |place| (place, None));
            }
        }
        let letters = self.letters[leaf as usize].get_or_insert_with(|| Letters::new(self.tree, found));
        let spans = letters.spans(self.leaves.values.get(leaf as usize), part);
        let pieces: std::result::Result<Vec<Piece>, Unseen> = spans.iter().map(|&span| self.piece(span)).collect();
        match pieces {
            Ok(pieces) if pieces.is_empty() => (pieces, Some(Unseen::Unmarked.as_str())),
            Ok(pieces) => (pieces, None),
            Err(reason) => (Vec::new(), Some(reason.as_str())),
        }
    }

    fn leaf(&mut self, number: u32) -> PyLeaf {
        let found = self.leaves.leaves[number as usize];
        let value = self.leaves.values.get(number as usize);
        let (pieces, why) = self.pieces(number, 0..value.len());
        (found.kind as u8, value.to_owned(), self.places.xpath(found.node), pieces, why)
    }

    fn spot(&mut self, spot: Spot) -> PySpot {
        let value = self.leaves.values.get(spot.leaf as usize)[spot.part.clone()].to_owned();
        let (pieces, why) = self.pieces(spot.leaf, spot.part);
        (spot.column, row_number(spot.row), spot.item, spot.leaf, value, pieces, why)
    }

    fn row(&self, shown: ShownRow) -> PyRow {
        let node: NodeId = shown.row.node;
        let mark = position(self.frame.element(node).ok());
        (shown.number, shown.row.table, row_number(shown.row.parent), shown.position, mark, self.places.xpath(node))
    }

    fn explained(&mut self, found: Explained) -> PyExplained {
        let spots = found.spots.into_iter().map(|spot| self.spot(spot)).collect();
        (spots, found.rows.into_iter().map(|row| self.row(row)).collect(), found.is_fixed)
    }
}

fn row_number(row: u32) -> i64 {
    if row == NO_ROW { -1 } else { i64::from(row) }
}

/// What templates read of a page and where that is in its frame: all leaves, and for each template its values and rows.
#[pyfunction]
#[pyo3(signature = (templates, data, charset, address, limits=None))]
pub fn overlay_page(
    py: Python<'_>,
    templates: Vec<Bound<'_, PyCompiledTemplate>>,
    data: &[u8],
    charset: Option<String>,
    address: &str,
    limits: Option<PyLimits>,
) -> Result<(Vec<PyLeaf>, Vec<PyExplained>)> {
    let templates: Vec<&CompiledTemplate> = templates.iter().map(|template| template.get().native()).collect();
    let limits = settings::limits(limits);
    Ok(py.detach(|| {
        let decoded = decode(data, charset.as_deref());
        let tree = Parser::new(limits).parse(&decoded.text);
        let found = leaves(&tree);
        let letters = vec![None; found.leaves.len()];
        let (places, frame) = (Places::new(&tree), Frame::new(&tree, address));
        let mut shown = Shown { tree: &tree, leaves: &found, places, frame, letters };
        let all = (0..found.leaves.len() as u32).map(|leaf| shown.leaf(leaf)).collect();
        (all, templates.iter().map(|template| shown.explained(template.explain(&found))).collect())
    }))
}
