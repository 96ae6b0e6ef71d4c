//! `unmold._core.decode`.

use pyo3::prelude::*;

use crate::encoding;

/// Below this size decoding takes less time than handing the GIL over and back.
const DETACH_FROM: usize = 64 << 10;

/// The text of a page's bytes, the name of the encoding that was taken, and who named it: `bom`, `http`, `meta`,
/// `detected`, or `default` for plain ASCII that says nothing.
#[pyfunction]
#[pyo3(signature = (data, http_charset=None))]
pub fn decode<'data>(
    python: Python<'_>,
    data: &'data [u8],
    http_charset: Option<&str>,
) -> (std::borrow::Cow<'data, str>, &'static str, &'static str) {
    let work = || encoding::decode(data, http_charset);
    let decoded = if data.len() < DETACH_FROM { work() } else { python.detach(work) };
    (decoded.text, decoded.encoding.name(), decoded.source.as_str())
}
