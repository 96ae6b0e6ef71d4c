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
use super::postings::{COLUMNS, Places, Postings, TEXT, TITLE};

/// The list of an index's segments, by Tantivy's name.
const META: &str = "meta.json";

/// What stands between the name of a column and a word of a text, in Tantivy's terms: the end of the name, the type.
const TYPED_AS_TEXT: [u8; 2] = [0, b's'];

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
    for &bytes in documents {
        let document = Document::read(bytes).map_err(SegmentError::Document)?;
        terms.add(&document, &fields);
        let mut stored = TantivyDocument::new();
        stored.add_bytes(fields.stored, bytes);
        store.store(&stored, &segment.schema())?;
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

/// What documents are found by.
struct Terms {
    postings: Postings,
    /// Keys, sites and templates, each with its document.
    exact: [Vec<(String, u32)>; 3],
    norms: FieldNormsWriter,
    count: u32,
}

impl Terms {
    fn new(segment: &Segment) -> Self {
        let norms = FieldNormsWriter::for_schema(&segment.schema());
        Terms { postings: Postings::new(), exact: Default::default(), norms, count: 0 }
    }

    fn add(&mut self, document: &Document<'_>, fields: &Fields) {
        let exact = [&document.key, &document.site, &document.template];
        for ((all, text), field) in self.exact.iter_mut().zip(exact).zip(fields.exact) {
            let text = crate::values::normalize(text).into_owned();
            let is_taken = text.len() <= MAX_TERM;
            self.norms.record(self.count, field, u32::from(is_taken));
            if is_taken {
                all.push((text, self.count));
            }
        }
        let lengths = self.postings.add(document);
        self.norms.record(self.count, fields.text, lengths.text);
        self.norms.record(self.count, fields.title, lengths.title);
        self.count += 1;
    }

    fn write(mut self, segment: &Segment, fields: &Fields) -> Result<(), SegmentError> {
        self.norms.fill_up_to_max_doc(self.count);
        let write = segment.open_write(SegmentComponent::FieldNorms)?;
        self.norms.serialize(FieldNormsSerializer::from_write(write)?, None)?;
        let norms = FieldNormReaders::open(segment.open_read(SegmentComponent::FieldNorms)?)?;
        let mut serializer = InvertedIndexSerializer::open(segment)?;
        for (mut terms, field) in self.exact.into_iter().zip(fields.exact) {
            let mut written = serializer.new_field(field, terms.len() as u64, norms.get_field(field)?)?;
            terms.sort_unstable();
            for same in terms.chunk_by(|one, other| one.0 == other.0) {
                written.new_term_without_freq(same[0].0.as_bytes())?;
                same.iter().for_each(|&(_, document)| written.write_doc(document, 0, &[]));
                written.close_term()?;
            }
            written.close()?;
        }
        let lists = Lists::new(&self.postings);
        for (field, number) in [(fields.text, TEXT), (fields.title, TITLE)] {
            let tokens = self.postings.fields[number].tokens;
            let mut written = serializer.new_field(field, tokens, norms.get_field(field)?)?;
            lists.write(number, &mut Vec::new(), &mut written)?;
            written.close()?;
        }
        lists.write_columns(serializer.new_field(fields.columns, lists.tokens(), None)?)?;
        Ok(serializer.close()?)
    }
}

/// The places of words, made ready to be written in order.
struct Lists<'all> {
    postings: &'all Postings,
    /// All words in order, and the rank of each by its number.
    words: Vec<(&'all [u8], u32)>,
    ranks: Vec<u32>,
    places: Places,
}

impl<'all> Lists<'all> {
    fn new(postings: &'all Postings) -> Self {
        let words = postings.vocabulary.sorted();
        let mut ranks = vec![0; words.len()];
        for (rank, &(_, number)) in (0u32..).zip(&words) {
            ranks[number as usize] = rank;
        }
        Lists { postings, words, ranks, places: postings.sorted() }
    }

    /// Words of all columns.
    fn tokens(&self) -> u64 {
        self.postings.fields[COLUMNS..].iter().map(|field| field.tokens).sum()
    }

    fn write_columns(&self, mut written: FieldSerializer<'_>) -> Result<(), SegmentError> {
        let mut columns: Vec<usize> = (COLUMNS..self.postings.fields.len()).collect();
        columns.sort_unstable_by_key(|&number| &self.postings.fields[number].name);
        for number in columns {
            let mut term = self.postings.fields[number].name.clone().into_bytes();
            term.extend(TYPED_AS_TEXT);
            self.write(number, &mut term, &mut written)?;
        }
        Ok(written.close()?)
    }

    /// Writes the words of a field, each behind what the term begins with.
    fn write(&self, field: usize, term: &mut Vec<u8>, written: &mut FieldSerializer<'_>) -> Result<(), SegmentError> {
        let before = term.len();
        let mut steps: Vec<u32> = Vec::new();
        for (rank, list) in self.postings.words_of(field, &self.ranks) {
            term.truncate(before);
            term.extend_from_slice(self.words[rank as usize].0);
            let places = self.places.of(list);
            let by_document = || places.chunk_by(|one, other| one.0 == other.0);
            written.new_term(term, by_document().count() as u32, true)?;
            for same in by_document() {
                let mut last = 0;
                steps.clear();
                steps.extend(same.iter().map(|&(_, position)| position - std::mem::replace(&mut last, position)));
                written.write_doc(same[0].0, steps.len() as u32, &steps);
            }
            written.close_term()?;
        }
        Ok(())
    }
}
