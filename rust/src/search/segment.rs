//! Writes documents as one segment of an index.

use std::fmt;
use std::path::Path;

use tantivy::directory::{Directory, TerminatingWrite};
use tantivy::fastfield::FastFieldsWriter;
use tantivy::fieldnorm::{FieldNormReaders, FieldNormsSerializer, FieldNormsWriter};
use tantivy::index::{Index, Segment, SegmentComponent};
use tantivy::postings::{FieldSerializer, InvertedIndexSerializer};
use tantivy::schema::{Field, Schema};
use tantivy::store::StoreWriter;
use tantivy::tokenizer::TokenizerManager;
use tantivy::{TantivyDocument, TantivyError};

use super::document::{Document, DocumentError};
use super::places::Places;
use super::postings::{self, COLUMNS, Postings, TEXT, TITLE, words_by_field};
use super::words::Vocabulary;

/// The list of an index's segments, by Tantivy's name.
const META: &str = "meta.json";

/// What stands between the name of a column and a word of a text, in Tantivy's terms: the end of the name, the type.
const TYPED_AS_TEXT: [u8; 2] = [0, b's'];

/// What says that a stored value is bytes, in Tantivy's documents.
const BYTES: u8 = 4;

/// Bytes of a term that Tantivy takes.
const MAX_TERM: usize = u16::MAX as usize - 5;

/// Why a segment was not written.
#[derive(Debug)]
pub enum SegmentError {
    /// A document that is none.
    Document(DocumentError),
    /// What the disk says, or Tantivy.
    Index(TantivyError),
}

impl fmt::Display for SegmentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(error) => error.fmt(formatter),
            Self::Index(error) => error.fmt(formatter),
        }
    }
}

impl<Cause: Into<TantivyError>> From<Cause> for SegmentError {
    fn from(error: Cause) -> Self {
        Self::Index(error.into())
    }
}

/// The fields of an index; `search/index_files.py` says what each is.
struct Fields {
    /// Key, site and template.
    exact: [Field; 3],
    text: Field,
    title: Field,
    columns: Field,
    stored: Field,
}

impl Fields {
    fn of(schema: &Schema) -> Result<Self, SegmentError> {
        let [key, site, template] = ["key", "site", "template"].map(|name| schema.get_field(name));
        Ok(Fields {
            exact: [key?, site?, template?],
            text: schema.get_field("text")?,
            title: schema.get_field("title")?,
            columns: schema.get_field("fields")?,
            stored: schema.get_field("stored")?,
        })
    }
}

/// Writes documents into the index of a folder, which has none yet.
pub fn write_segment(folder: &Path, documents: &[&[u8]]) -> Result<(), SegmentError> {
    let index = Index::open_in_dir(folder)?;
    let segment = index.new_segment();
    let fields = Fields::of(&segment.schema())?;
    let mut terms = Terms::new(&segment);
    let mut store = open_store(&segment)?;
    let mut no_columns =
        FastFieldsWriter::from_schema_and_tokenizer_manager(&segment.schema(), TokenizerManager::new())?;
    let mut stored = Vec::new();
    for &bytes in documents {
        let document = Document::read(bytes).map_err(SegmentError::Document)?;
        terms.add(&document, &fields).map_err(SegmentError::Document)?;
        write_stored(&mut stored, fields.stored, bytes);
        store.store_bytes(&stored)?;
        no_columns.add_document(&TantivyDocument::new())?;
    }
    store.close()?;
    let mut write = segment.open_write(SegmentComponent::FastFields)?;
    no_columns.serialize(&mut write, None)?;
    write.terminate()?;
    terms.write(&segment, &fields)?;
    let mut meta = index.load_metas()?;
    meta.segments.push(segment.with_max_doc(documents.len() as u32).meta().clone());
    let listed = serde_json::to_vec(&meta).map_err(|error| TantivyError::InternalError(error.to_string()))?;
    index.directory().atomic_write(Path::new(META), &listed)?;
    Ok(())
}

fn open_store(segment: &Segment) -> Result<StoreWriter, SegmentError> {
    let settings = segment.index().settings();
    let write = segment.open_write(SegmentComponent::Store)?;
    Ok(StoreWriter::new(write, settings.docstore_compression, settings.docstore_blocksize, false)?)
}

/// Writes what Tantivy keeps of a document that has bytes in one field and nothing else. Its own way to write them takes
/// as long as to compress them: it is given one byte at a time.
fn write_stored(out: &mut Vec<u8>, field: Field, bytes: &[u8]) {
    out.clear();
    write_length(out, 1);
    out.extend_from_slice(&field.field_id().to_le_bytes());
    out.push(BYTES);
    write_length(out, bytes.len());
    out.extend_from_slice(bytes);
}

/// A number as Tantivy has it: seven bits in a byte, of which the last is marked.
fn write_length(out: &mut Vec<u8>, mut number: usize) {
    while number >= 0x80 {
        out.push(number as u8 & 0x7F);
        number >>= 7;
    }
    out.push(number as u8 | 0x80);
}

/// What documents are found by.
struct Terms<'bytes> {
    postings: Postings<'bytes>,
    /// Keys, sites and templates, each with its document.
    exact: [Vec<(String, u32)>; 3],
    norms: FieldNormsWriter,
    count: u32,
}

impl<'bytes> Terms<'bytes> {
    fn new(segment: &Segment) -> Self {
        let norms = FieldNormsWriter::for_schema(&segment.schema());
        Terms { postings: Postings::new(), exact: Default::default(), norms, count: 0 }
    }

    fn add(&mut self, document: &Document<'bytes>, fields: &Fields) -> Result<(), DocumentError> {
        let exact = [&document.key, &document.site, &document.template];
        for ((all, text), field) in self.exact.iter_mut().zip(exact).zip(fields.exact) {
            let text = crate::values::normalize(text).into_owned();
            let is_taken = text.len() <= MAX_TERM;
            self.norms.record(self.count, field, u32::from(is_taken));
            if is_taken {
                all.push((text, self.count));
            }
        }
        let lengths = self.postings.add(document)?;
        self.norms.record(self.count, fields.text, lengths.text);
        self.norms.record(self.count, fields.title, lengths.title);
        self.count += 1;
        Ok(())
    }

    fn write(mut self, segment: &Segment, fields: &Fields) -> Result<(), SegmentError> {
        self.norms.fill_up_to_max_doc(self.count);
        let write = segment.open_write(SegmentComponent::FieldNorms)?;
        self.norms.serialize(FieldNormsSerializer::from_write(write)?, None)?;
        let norms = FieldNormReaders::open(segment.open_read(SegmentComponent::FieldNorms)?)?;
        let mut serializer = InvertedIndexSerializer::open(segment)?;
        for (terms, field) in self.exact.into_iter().zip(fields.exact) {
            let written = serializer.new_field(field, terms.len() as u64, norms.get_field(field)?)?;
            write_exact(terms, written)?;
        }
        let Postings { vocabulary, fields: named, words, values, lists, others, keys, .. } = self.postings;
        let (order, mut places) = (vocabulary.sorted(), Places::default());
        values.sort(&words, order.len(), &mut places);
        drop(words);
        let written = serializer.new_field(fields.text, named[TEXT].tokens, norms.get_field(fields.text)?)?;
        write_values(&vocabulary, &order, &places, written)?;
        others.sort(&lists, keys.values().len(), &mut places);
        drop(lists);
        let words = Words::new(vocabulary, order, keys.values(), named, places);
        words.write_title(serializer.new_field(
            fields.title,
            words.tokens(TITLE),
            norms.get_field(fields.title)?,
        )?)?;
        words.write_columns(serializer.new_field(fields.columns, words.tokens_of_columns(), None)?)?;
        Ok(serializer.close()?)
    }
}

/// Writes texts that are found as they are, each with its document.
fn write_exact(mut terms: Vec<(String, u32)>, mut written: FieldSerializer<'_>) -> Result<(), SegmentError> {
    terms.sort_unstable();
    for same in terms.chunk_by(|one, other| one.0 == other.0) {
        written.new_term_without_freq(same[0].0.as_bytes())?;
        same.iter().for_each(|&(_, document)| written.write_doc(document, 0, &[]));
        written.close_term()?;
    }
    Ok(written.close()?)
}

/// Writes the words of values, in this order.
fn write_values(
    vocabulary: &Vocabulary,
    order: &[u32],
    places: &Places,
    mut written: FieldSerializer<'_>,
) -> Result<(), SegmentError> {
    let mut steps = Vec::new();
    for &word in order {
        write_term(vocabulary.word(word), places.of(word), &mut steps, &mut written)?;
    }
    Ok(written.close()?)
}

/// The words of titles and columns, ready to be written in order.
struct Words {
    vocabulary: Vocabulary,
    /// All words in order, by their numbers.
    order: Vec<u32>,
    fields: Vec<postings::Field>,
    /// By field its words in order, by their rank among all, and their lists.
    by_field: Vec<Vec<(u32, u32)>>,
    places: Places,
}

impl Words {
    fn new(
        vocabulary: Vocabulary,
        order: Vec<u32>,
        keys: &[u64],
        fields: Vec<postings::Field>,
        places: Places,
    ) -> Self {
        let mut ranks = vec![0; order.len()];
        for (rank, &number) in (0u32..).zip(&order) {
            ranks[number as usize] = rank;
        }
        let by_field = words_by_field(keys, fields.len(), &ranks);
        Words { vocabulary, order, fields, by_field, places }
    }

    fn tokens(&self, field: usize) -> u64 {
        self.fields[field].tokens
    }

    fn tokens_of_columns(&self) -> u64 {
        (COLUMNS..self.fields.len()).map(|field| self.tokens(field)).sum()
    }

    fn write_title(&self, mut written: FieldSerializer<'_>) -> Result<(), SegmentError> {
        self.write(TITLE, &mut Vec::new(), &mut written)?;
        Ok(written.close()?)
    }

    fn write_columns(&self, mut written: FieldSerializer<'_>) -> Result<(), SegmentError> {
        let mut columns: Vec<usize> = (COLUMNS..self.fields.len()).collect();
        columns.sort_unstable_by_key(|&number| &self.fields[number].name);
        for number in columns {
            let mut term = self.fields[number].name.clone().into_bytes();
            term.extend(TYPED_AS_TEXT);
            self.write(number, &mut term, &mut written)?;
        }
        Ok(written.close()?)
    }

    /// Writes the words of a field, each behind what the term begins with.
    fn write(&self, field: usize, term: &mut Vec<u8>, written: &mut FieldSerializer<'_>) -> Result<(), SegmentError> {
        let (before, mut steps) = (term.len(), Vec::new());
        for &(rank, list) in &self.by_field[field] {
            term.truncate(before);
            term.extend_from_slice(self.vocabulary.word(self.order[rank as usize]));
            write_term(term, self.places.of(list), &mut steps, written)?;
        }
        Ok(())
    }
}

/// Writes where one word stands; nothing for one that is nowhere: words of titles and addresses may be in no value.
fn write_term(
    term: &[u8],
    places: &[(u32, u32)],
    steps: &mut Vec<u32>,
    written: &mut FieldSerializer<'_>,
) -> Result<(), SegmentError> {
    if places.is_empty() {
        return Ok(());
    }
    let by_document = || places.chunk_by(|one, other| one.0 == other.0);
    written.new_term(term, by_document().count() as u32, true)?;
    for same in by_document() {
        let mut last = 0;
        steps.clear();
        steps.extend(same.iter().map(|&(_, position)| position - std::mem::replace(&mut last, position)));
        written.write_doc(same[0].0, steps.len() as u32, steps);
    }
    Ok(written.close_term()?)
}
