//! Templates for Python, made ready to be applied: records of many pages as the buffers of columns.

use pyo3::prelude::*;
use pyo3::types::PyList;

use super::batch::{in_runs, page_bytes};
use super::error::{CoreError, Result};
use super::leaf_machine::LeafMachine;
use super::leaf_matcher::{PyTable, table_rows};
use super::leaves::PyLeaves;
use super::record_buffers::{Output, PyExtracted, hand_over};
use super::settings::{self, PyLimits};
use super::values::{PyReaders, value_type};
use crate::encoding::decode;
use crate::hash::WordMap;
use crate::html::Limits;
use crate::leaves::{CELL_KEYS, CellFamilies, MatchRoom, Places, Region};
use crate::records::{
    CompiledTemplate, DocumentColumn, DocumentWriter, Field, FieldSource, Markup, PageInput, RecordBatch, Selector,
    Table, Take,
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
    family: String,
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

/// The families of keys of cells, as `unmold.templates.parts` names them.
const CELL_FAMILIES: [&str; CELL_KEYS] = ["cell", "cell+place", "cell+nearest", "cell+label"];

/// By which keys of cells a field is found.
fn cell_families(field: &PyField) -> CellFamilies {
    CELL_FAMILIES.map(|family| field.selectors.iter().any(|selector| selector.family == family))
}

fn any_families<'all>(all: impl Iterator<Item = &'all CellFamilies>) -> CellFamilies {
    all.fold(CellFamilies::default(), |found, one| std::array::from_fn(|family| found[family] || one[family]))
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
        let mut families: Vec<CellFamilies> = Vec::with_capacity(fields.len());
        for (at, field) in fields.into_iter().enumerate() {
            // A text of a table's rows is read in any case.
            let is_read = include_noise || !field.is_noise || (at >= root && field.region.is_some());
            families.push(if is_read { cell_families(&field) } else { CellFamilies::default() });
            columns.push(if is_read { Some(numbers.field(field)?) } else { None });
        }
        let mut start = root;
        let mut all = Vec::with_capacity(rows.len());
        for ((mut rows, count), parent) in rows.into_iter().zip(counts).zip(parents) {
            let columns = start..start + count;
            rows.families = any_families(families[..root].iter().chain(&families[columns.clone()]));
            all.push((Table { columns, parent: usize::try_from(parent).ok() }, rows));
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
    /// What comes first in the document of its record.
    head: &'page [u8],
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

impl Work<'_> {
    /// No output, with room for that of so many pages.
    fn begin(&self, pages: usize) -> Output {
        let batch = |template: &&CompiledTemplate| RecordBatch::new(template, self.with_sources, pages);
        let batches = self.templates.iter().map(batch).collect();
        Output { batches, problems: Vec::with_capacity(pages), has_leaves: Vec::with_capacity(pages) }
    }

    fn extract(&self, pages: &[Input<'_>]) -> Output {
        LeafMachine::lend(self.limits, |machine| self.extract_with(machine, pages))
    }

    fn extract_with(&self, LeafMachine { parser, finder, rooms }: &mut LeafMachine, pages: &[Input<'_>]) -> Output {
        let mut output = self.begin(pages.len());
        for page in pages {
            let decoded = decode(page.data, page.charset.as_deref());
            let tree = parser.parse(&decoded.text);
            let found = finder.find(&tree);
            let places = self.with_sources.then(|| Places::new(&tree));
            let markup = self.markdown.then(|| Markup::new(&tree));
            let problems = tree.problems().bits();
            parser.recycle(tree);
            let input = PageInput {
                leaves: found,
                places: places.as_ref(),
                markup: markup.as_ref(),
                address: &page.address,
                head: page.head,
            };
            self.apply(input, problems, rooms, &mut output);
        }
        output
    }

    /// Applies the first template, and the others where that fits.
    fn apply(&self, page: PageInput<'_>, problems: u8, rooms: &mut Vec<MatchRoom>, output: &mut Output) {
        output.problems.push(problems);
        output.has_leaves.push(u8::from(!page.leaves.leaves.is_empty()));
        let mut least = self.least;
        rooms.resize_with(rooms.len().max(self.templates.len()), MatchRoom::default);
        let batches = output.batches.iter_mut().zip(rooms);
        for (number, (template, (batch, room))) in self.templates.iter().zip(batches).enumerate() {
            let documents = self.documents.filter(|_| number == 0);
            if !template.apply(page, least, documents, room, batch).is_kept {
                return;
            }
            least = f64::NEG_INFINITY;
        }
    }
}

/// Decodes and parses pages on all cores and applies templates to them: the first to all, the others to those that fit
/// the first at least so well. Free texts are written as Markdown where that is asked for; `heads` are what documents begin
/// with.
#[pyfunction]
#[pyo3(signature = (templates, pages, charsets, addresses, jobs=0, *, least=0.0, with_sources=true, markdown=false, documents=None, heads=None, limits=None))]
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
    heads: Option<Bound<'py, PyList>>,
    limits: Option<PyLimits>,
) -> Result<PyExtracted<'py>> {
    let held = page_bytes(pages)?;
    let heads = heads.as_ref().map(page_bytes).transpose()?;
    let are_headed = heads.as_ref().map_or(documents.is_none(), |heads| heads.len() == held.len());
    if addresses.len() != held.len() || charsets.len() != held.len() || !are_headed {
        return Err(CoreError::internal("every page needs an address, a charset, and the head of its document"));
    }
    let head = |at: usize| heads.as_ref().map_or(&[][..], |heads| heads[at].as_bytes());
    let inputs: Vec<Input> = held
        .iter()
        .zip(charsets.into_iter().zip(addresses))
        .enumerate()
        .map(|(at, (page, (charset, address)))| Input { data: page.as_bytes(), charset, address, head: head(at) })
        .collect();
    let work = Work {
        templates: templates.iter().map(|template| &template.get().0).collect(),
        documents: documents.as_ref().map(|documents| &documents.get().0),
        least,
        with_sources,
        markdown,
        limits: settings::limits(limits),
    };
    let mut outputs = py.detach(|| in_runs(jobs, &inputs, |run| work.extract(run)))?;
    if outputs.is_empty() {
        outputs.push(work.begin(0));
    }
    hand_over(py, outputs)
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
    let (mut rooms, mut output) = (Vec::new(), work.begin(pages.len()));
    for (page, address) in pages.iter().zip(&addresses) {
        let page = page.get();
        let places = with_sources.then(|| page.places());
        let input = PageInput { leaves: page.found(), places, markup: None, address, head: &[] };
        work.apply(input, page.problem_bits(), &mut rooms, &mut output);
    }
    hand_over(py, vec![output])
}
