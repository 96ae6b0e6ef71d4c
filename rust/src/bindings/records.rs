//! Templates for Python, made ready to be applied: records of many pages as the buffers of columns.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use super::batch::{in_runs, page_bytes};
use super::error::{CoreError, Result};
use super::leaf_matcher::{PyTable, table_rows};
use super::leaves::PyLeaves;
use super::settings::{self, PyLimits};
use super::values::{PyReaders, value_type};
use crate::encoding::decode;
use crate::hash::WordMap;
use crate::html::{Limits, Parser};
use crate::leaves::{LeafFinder, Places, Region, Strings};
use crate::records::{
    Column, CompiledTemplate, DocumentColumn, DocumentWriter, Field, FieldSource, Markup, PageInput, RecordBatch,
    Selector, Table, Take, TypedColumn,
};

/// A field counts for the score if it is filled by this share of the pages; a guess.
const USUAL_FIELD: f64 = 0.5;

#[derive(FromPyObject)]
enum PyTake {
    At(usize),
    Word(String),
}

/// A selector, as `unmold.templates.parts.Selector` has it.
#[derive(FromPyObject)]
struct PySelector {
    key: u64,
    take: PyTake,
}

/// A region, as `unmold.templates.parts.Region` has it.
#[derive(FromPyObject)]
pub struct PyRegion {
    keys: Vec<u64>,
    anchor: u64,
    after: u64,
    until: Vec<u64>,
    without: Vec<u64>,
}

/// A field, as `unmold.templates.parts.Field` has it.
#[derive(FromPyObject)]
pub struct PyField {
    name: String,
    #[pyo3(attribute("type"))]
    kind: String,
    selectors: Vec<PySelector>,
    is_list: bool,
    is_joined: bool,
    is_line: bool,
    fill: f64,
    prefix: String,
    suffix: String,
    after: String,
    before: String,
    number_format: String,
    date_order: String,
    currency: String,
    is_noise: bool,
    region: Option<PyRegion>,
    source: String,
}

/// Numbers the keys of selectors as they come.
#[derive(Default)]
struct KeyNumbers {
    numbers: WordMap<u64, u32>,
    keys: Vec<u64>,
}

impl KeyNumbers {
    fn number(&mut self, key: u64) -> u32 {
        *self.numbers.entry(key).or_insert_with(|| {
            self.keys.push(key);
            self.keys.len() as u32 - 1
        })
    }

    fn field(&mut self, field: PyField) -> Result<Field> {
        let is_image = field.kind == "image";
        let selectors = field.selectors.into_iter().map(|selector| {
            let take = match selector.take {
                PyTake::At(position) => Take::At(position),
                PyTake::Word(word) if word == "all" => Take::All,
                PyTake::Word(_) => Take::At(0),
            };
            Selector { key: self.number(selector.key), take }
        });
        let selectors: Vec<_> = selectors.collect();
        let source = match field.region.map(region) {
            Some(region) if is_image => FieldSource::Images(region),
            Some(region) => FieldSource::Text(region),
            None if field.is_joined => FieldSource::Joined(selectors),
            None => FieldSource::Selectors(selectors),
        };
        let is_usual = field.fill >= USUAL_FIELD && !field.is_noise;
        Ok(Field {
            kind: value_type(&field.kind, &field.number_format, &field.date_order, field.currency)?,
            name: field.name,
            source,
            is_list: field.is_list,
            is_line: field.is_line,
            prefix: field.prefix,
            suffix: field.suffix,
            between: (!field.after.is_empty() || !field.before.is_empty()).then_some((field.after, field.before)),
            xpath_end: xpath_end(&field.source),
            weight: if is_usual { field.fill } else { 0.0 },
        })
    }
}

/// A region as the core has it.
pub fn region(given: PyRegion) -> Region {
    Region {
        keys: given.keys,
        anchor: given.anchor,
        after: given.after,
        until: given.until.into_iter().collect(),
        without: given.without.into_iter().collect(),
    }
}

/// The step to the attribute that a value stands in.
fn xpath_end(source: &str) -> &'static str {
    match source {
        "href" => "/@href",
        "src" => "/@src",
        "alt" => "/@alt",
        "title" => "/@title",
        "meta" => "/@content",
        _ => "",
    }
}

/// A template made ready to be applied to many pages.
#[pyclass(name = "CompiledTemplate", module = "unmold._core", frozen)]
pub struct PyCompiledTemplate(CompiledTemplate);

impl PyCompiledTemplate {
    pub(super) fn native(&self) -> &CompiledTemplate {
        &self.0
    }
}

#[pymethods]
impl PyCompiledTemplate {
    /// Texts come with their shares. `fields` are those of the record, then those of each table, of which `counts` says
    /// how many are whose; `tables` are as for `LeafMatcher`.
    #[new]
    fn new(
        texts: Vec<(u64, f64)>,
        fields: Vec<PyField>,
        tables: Vec<PyTable>,
        counts: Vec<usize>,
        readers: &PyReaders,
        include_noise: bool,
    ) -> Result<Self> {
        let parents: Vec<i64> = tables.iter().map(|table| table.parent).collect();
        let rows = table_rows(tables)?;
        let in_tables: usize = counts.iter().sum();
        let root = fields.len().checked_sub(in_tables).filter(|_| counts.len() == rows.len());
        let root = root.ok_or_else(|| CoreError::internal("every field needs its table"))?;
        let mut numbers = KeyNumbers::default();
        let mut columns = Vec::with_capacity(fields.len());
        for (at, field) in fields.into_iter().enumerate() {
            // A text of a table's rows is read in any case.
            let is_read = include_noise || !field.is_noise || (at >= root && field.region.is_some());
            let field = numbers.field(field)?;
            columns.push(is_read.then_some(field));
        }
        let mut start = root;
        let mut all = Vec::with_capacity(rows.len());
        for ((rows, count), parent) in rows.into_iter().zip(counts).zip(parents) {
            all.push((Table { columns: start..start + count, parent: usize::try_from(parent).ok() }, rows));
            start += count;
        }
        Ok(PyCompiledTemplate(CompiledTemplate::new(&texts, numbers.keys, columns, all, readers.0.clone())))
    }
}

/// What can be searched of the records of a template.
#[pyclass(name = "DocumentWriter", module = "unmold._core", frozen)]
pub struct PyDocumentWriter(DocumentWriter);

/// Name, whether it holds addresses, what values end with.
type PyDocumentColumn = Option<(String, bool, String)>;

#[pymethods]
impl PyDocumentWriter {
    /// For each field of the template, in the order of `CompiledTemplate`, how it is searched; `titles` are the names
    /// of columns that say what a page is about.
    #[new]
    fn new(columns: Vec<PyDocumentColumn>, titles: Vec<String>) -> Self {
        let column = |(name, is_address, tail)| DocumentColumn { name, is_address, tail };
        PyDocumentWriter(DocumentWriter::new(columns.into_iter().map(|one| one.map(column)).collect(), titles))
    }
}

struct Input<'page> {
    data: &'page [u8],
    charset: Option<String>,
    address: String,
}

/// What is done with every page.
struct Work<'all> {
    templates: Vec<&'all CompiledTemplate>,
    documents: Option<&'all DocumentWriter>,
    least: f64,
    with_sources: bool,
    markdown: bool,
    limits: Limits,
}

/// What came of some pages.
struct Output {
    batches: Vec<RecordBatch>,
    /// Of each page the caps that were hit, and whether it has any leaf.
    problems: Vec<u8>,
    has_leaves: Vec<u8>,
}

impl Work<'_> {
    fn begin(&self) -> Output {
        let batches = self.templates.iter().map(|template| RecordBatch::new(template, self.with_sources)).collect();
        Output { batches, problems: Vec::new(), has_leaves: Vec::new() }
    }

    fn extract(&self, pages: &[Input<'_>]) -> Output {
        let mut output = self.begin();
        let mut parser = Parser::new(self.limits);
        let mut finder = LeafFinder::default();
        for page in pages {
            let decoded = decode(page.data, page.charset.as_deref());
            let tree = parser.parse(&decoded.text);
            let found = finder.find(&tree);
            let places = self.with_sources.then(|| Places::new(&tree));
            let markup = self.markdown.then(|| Markup::new(&tree));
            let problems = tree.problems().bits();
            parser.recycle(tree);
            let input =
                PageInput { leaves: found, places: places.as_ref(), markup: markup.as_ref(), address: &page.address };
            self.apply(input, problems, &mut output);
        }
        output
    }

    /// Applies the first template, and the others where that fits.
    fn apply(&self, page: PageInput<'_>, problems: u8, output: &mut Output) {
        output.problems.push(problems);
        output.has_leaves.push(u8::from(!page.leaves.leaves.is_empty()));
        let mut least = self.least;
        for (number, (template, batch)) in self.templates.iter().zip(&mut output.batches).enumerate() {
            let documents = self.documents.filter(|_| number == 0);
            if !template.apply(page, least, documents, batch).is_kept {
                return;
            }
            least = f64::NEG_INFINITY;
        }
    }
}

/// Scores, whether a page fills anything, whether it has a record, number of records, tables, columns, documents.
type PyBatch<'py> = (
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
    usize,
    Vec<[Bound<'py, PyBytes>; 4]>,
    Vec<Option<PyColumn<'py>>>,
    Vec<(Bound<'py, PyBytes>, Vec<u32>)>,
);
/// Offsets and bytes.
type PyStrings<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>);
/// Bits that say which rows fill it, offsets of a list, texts, typed values, raw texts and XPaths.
type PyColumn<'py> = (
    Bound<'py, PyBytes>,
    Option<Bound<'py, PyBytes>>,
    PyStrings<'py>,
    Vec<Bound<'py, PyBytes>>,
    Option<(PyStrings<'py>, PyStrings<'py>)>,
);
/// For each template its batch; of each page the caps that were hit, and whether it has any leaf.
type PyExtracted<'py> = (Vec<PyBatch<'py>>, Vec<u8>, Vec<u8>);

/// Decodes and parses pages on all cores and applies templates to them: the first to all, the others to those that fit
/// the first at least so well. Free texts are written as Markdown where that is asked for.
#[pyfunction]
#[pyo3(signature = (templates, pages, charsets, addresses, jobs=0, *, least=0.0, with_sources=true, markdown=false, documents=None, limits=None))]
#[allow(clippy::too_many_arguments)]
pub fn extract_pages<'py>(
    py: Python<'py>,
    templates: Vec<Bound<'py, PyCompiledTemplate>>,
    pages: &Bound<'py, PyList>,
    charsets: Vec<Option<String>>,
    addresses: Vec<String>,
    jobs: usize,
    least: f64,
    with_sources: bool,
    markdown: bool,
    documents: Option<Bound<'py, PyDocumentWriter>>,
    limits: Option<PyLimits>,
) -> Result<PyExtracted<'py>> {
    let held = page_bytes(pages)?;
    if addresses.len() != held.len() || charsets.len() != held.len() {
        return Err(CoreError::internal("every page needs an address and a charset"));
    }
    let inputs: Vec<Input> = held
        .iter()
        .zip(charsets.into_iter().zip(addresses))
        .map(|(page, (charset, address))| Input { data: page.as_bytes(), charset, address })
        .collect();
    let work = Work {
        templates: templates.iter().map(|template| &template.get().0).collect(),
        documents: documents.as_ref().map(|documents| &documents.get().0),
        least,
        with_sources,
        markdown,
        limits: settings::limits(limits),
    };
    let outputs = py.detach(|| in_runs(jobs, &inputs, |run| work.extract(run)))?;
    let mut outputs = outputs.into_iter();
    let first = outputs.next().unwrap_or_else(|| work.begin());
    hand_over(py, first, outputs)
}

/// Applies a template to pages whose leaves are known.
#[pyfunction]
#[pyo3(signature = (template, pages, addresses, *, with_sources=true))]
pub fn extract_leaves<'py>(
    py: Python<'py>,
    template: Bound<'py, PyCompiledTemplate>,
    pages: Vec<Bound<'py, PyLeaves>>,
    addresses: Vec<String>,
    with_sources: bool,
) -> Result<PyExtracted<'py>> {
    let work = Work {
        templates: vec![&template.get().0],
        documents: None,
        least: f64::NEG_INFINITY,
        with_sources,
        markdown: false,
        limits: Limits::default(),
    };
    let mut output = work.begin();
    for (page, address) in pages.iter().zip(&addresses) {
        let page = page.get();
        let input =
            PageInput { leaves: page.found(), places: with_sources.then(|| page.places()), markup: None, address };
        work.apply(input, page.problem_bits(), &mut output);
    }
    hand_over(py, output, [])
}

fn hand_over<'py>(
    py: Python<'py>,
    mut first: Output,
    others: impl IntoIterator<Item = Output>,
) -> Result<PyExtracted<'py>> {
    for output in others {
        for (batch, more) in first.batches.iter_mut().zip(output.batches) {
            batch.append(more);
        }
        first.problems.extend(output.problems);
        first.has_leaves.extend(output.has_leaves);
    }
    let batches = first.batches.into_iter().map(|batch| batch_buffers(py, batch)).collect::<Result<_>>()?;
    Ok((batches, first.problems, first.has_leaves))
}

fn batch_buffers(py: Python<'_>, batch: RecordBatch) -> Result<PyBatch<'_>> {
    let scores: Vec<f64> = batch.pages.iter().map(|page| page.score).collect();
    let says: Vec<u8> = batch.pages.iter().map(|page| u8::from(page.says_anything)).collect();
    let kept: Vec<u8> = batch.pages.iter().map(|page| u8::from(page.is_kept)).collect();
    let tables = batch.tables.iter();
    let tables = tables.map(|table| {
        [&table.records, &table.parents, &table.rows, &table.places]
            .map(|numbers| PyBytes::new(py, bytemuck::cast_slice(numbers)))
    });
    let columns = batch.columns.into_iter().map(|column| column.map(|column| column_buffers(py, &column)).transpose());
    Ok((
        PyBytes::new(py, bytemuck::cast_slice(&scores)),
        PyBytes::new(py, &says),
        PyBytes::new(py, &kept),
        batch.records,
        tables.collect(),
        columns.collect::<Result<_>>()?,
        batch.texts.into_iter().map(|text| (PyBytes::new(py, &text.document), text.columns)).collect(),
    ))
}

fn column_buffers<'py>(py: Python<'py>, column: &Column) -> Result<PyColumn<'py>> {
    let ends = column.ends.as_ref().map(|ends| offsets(py, ends));
    let sources = column.sources.as_ref();
    let sources = sources.map(|(raw, xpaths)| Ok::<_, CoreError>((strings(py, raw)?, strings(py, xpaths)?)));
    Ok((
        bits(py, &column.filled),
        ends,
        strings(py, &column.values)?,
        typed_buffers(py, &column.typed)?,
        sources.transpose()?,
    ))
}

fn typed_buffers<'py>(py: Python<'py>, typed: &TypedColumn) -> Result<Vec<Bound<'py, PyBytes>>> {
    let doubles = |values: &[f64]| PyBytes::new(py, bytemuck::cast_slice(values));
    Ok(match typed {
        TypedColumn::Texts => Vec::new(),
        TypedColumn::Numbers(values, whole, valid) => vec![doubles(values), bits(py, whole), bits(py, valid)],
        TypedColumn::Prices(values, whole, valid, currencies) => {
            let (ends, text) = strings(py, currencies)?;
            vec![doubles(values), bits(py, whole), bits(py, valid), ends, text]
        }
        TypedColumn::Dates(days, valid) => vec![PyBytes::new(py, bytemuck::cast_slice(days)), bits(py, valid)],
        TypedColumn::Booleans(values, valid) => vec![bits(py, values), bits(py, valid)],
        TypedColumn::Addresses(all) => {
            let (ends, text) = strings(py, all)?;
            vec![ends, text]
        }
    })
}

fn strings<'py>(py: Python<'py>, strings: &Strings) -> Result<PyStrings<'py>> {
    if i32::try_from(strings.text.len()).is_err() {
        return Err(CoreError::internal("the texts of one column are too long together"));
    }
    Ok((offsets(py, &strings.ends), PyBytes::new(py, strings.text.as_bytes())))
}

/// Ends as Arrow's offsets, which begin with 0 and are signed.
fn offsets<'py>(py: Python<'py>, ends: &[u32]) -> Bound<'py, PyBytes> {
    let all: Vec<u32> = std::iter::once(0).chain(ends.iter().copied()).collect();
    PyBytes::new(py, bytemuck::cast_slice(&all))
}

/// One bit for each, the first in the lowest bit of the first byte.
fn bits<'py>(py: Python<'py>, flags: &[bool]) -> Bound<'py, PyBytes> {
    let byte = |eight: &[bool]| (0u8..).zip(eight).fold(0, |byte, (at, &flag)| byte | u8::from(flag) << at);
    let bytes: Vec<u8> = flags.chunks(8).map(byte).collect();
    PyBytes::new(py, &bytes)
}
