//! Pages and style sheets without what is harmful, for Python.

use pyo3::prelude::*;

use super::error::Result;
use super::settings::{self, PyLimits};
use crate::clean::{self, Asset};
use crate::encoding::decode;
use crate::html::Parser;
use url::Url;

/// Asks Python for the addresses of copies; the first mistake that it makes is kept.
struct Copies<'py> {
    rewrite: Bound<'py, PyAny>,
    failed: Option<PyErr>,
}

impl Copies<'_> {
    fn copy_of(&mut self, address: &str, kind: Asset) -> Option<String> {
        if self.failed.is_some() {
            return None;
        }
        let word = if kind == Asset::Style { "style" } else { "image" };
        let answer = self.rewrite.call1((address, word)).and_then(|answer| answer.extract());
        answer.unwrap_or_else(|error| {
            self.failed = Some(error);
            None
        })
    }

    fn finish<Made>(self, made: Made) -> Result<Made> {
        self.failed.map_or(Ok(made), |error| Err(error.into()))
    }
}

/// A page made harmless, with its elements marked, and whether it is only its texts. `rewrite` is given the absolute
/// address of a style sheet or image and `style` or `image`, and gives the address of a copy or None.
#[pyfunction]
#[pyo3(signature = (data, charset, address, rewrite, limits=None))]
pub fn clean_page<'py>(
    data: &[u8],
    charset: Option<&str>,
    address: &str,
    rewrite: Bound<'py, PyAny>,
    limits: Option<PyLimits>,
) -> Result<(String, bool)> {
    let mut parser = Parser::new(settings::limits(limits));
    let decoded = decode(data, charset);
    let tree = parser.parse(&decoded.text);
    let mut copies = Copies { rewrite, failed: None };
    let page = clean::clean_page(&tree, address, Some(&mut |address, kind| copies.copy_of(address, kind)));
    copies.finish((page.html, page.is_plain))
}

/// A style sheet whose addresses are those of copies; `address` is its own.
#[pyfunction]
pub fn clean_style<'py>(css: &str, address: &str, rewrite: Bound<'py, PyAny>) -> Result<String> {
    let base = Url::parse(address).ok();
    let mut copies = Copies { rewrite, failed: None };
    let clean = clean::clean_sheet(css, &mut |address, kind| {
        let absolute = base.as_ref()?.join(address).ok()?;
        matches!(absolute.scheme(), "http" | "https").then(|| copies.copy_of(absolute.as_str(), kind)).flatten()
    });
    copies.finish(clean)
}
