//! What a list of children looks like while it is mined: symbols, sets and optionals in a row.

use std::fmt;

/// A part of a mined list. Mining nests these no deeper than about twice the logarithm of the list's length.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Piece {
    /// One child.
    Symbol(u32),
    /// The pieces in a row, once or more.
    Set(Vec<Piece>),
    /// The pieces in a row, once or not at all.
    Optional(Vec<Piece>),
}

impl Piece {
    /// The pieces, once or more; a set of one set is that set.
    #[must_use]
    pub fn set_of(mut body: Vec<Piece>) -> Self {
        if let [Piece::Set(_)] = body[..] {
            return body.remove(0);
        }
        Self::Set(body)
    }

    /// The pieces, once or not at all; an optional optional is that optional.
    #[must_use]
    pub fn optional_of(mut body: Vec<Piece>) -> Self {
        if let [Piece::Optional(_)] = body[..] {
            return body.remove(0);
        }
        Self::Optional(body)
    }

    /// The number of symbols, a set or optional counted once.
    #[must_use]
    pub fn symbols(&self) -> usize {
        match self {
            Self::Symbol(_) => 1,
            Self::Set(body) | Self::Optional(body) => body.iter().map(Self::symbols).sum(),
        }
    }

    /// Whether nothing at all matches the piece.
    #[must_use]
    pub fn is_nullable(&self) -> bool {
        match self {
            Self::Symbol(_) => false,
            Self::Set(body) => body.iter().all(Self::is_nullable),
            Self::Optional(_) => true,
        }
    }

    /// The symbol that everything matching the piece starts with, if there is just one.
    #[must_use]
    pub fn sure_first(&self) -> Option<u32> {
        match self {
            Self::Symbol(symbol) => Some(*symbol),
            Self::Set(body) => body.first().and_then(Self::sure_first),
            Self::Optional(_) => None,
        }
    }

    /// Calls back with every symbol and whether the piece cannot do without it.
    pub fn visit_symbols(&self, is_sure: bool, visit: &mut impl FnMut(u32, bool)) {
        match self {
            Self::Symbol(symbol) => visit(*symbol, is_sure),
            Self::Set(body) => body.iter().for_each(|piece| piece.visit_symbols(is_sure, visit)),
            Self::Optional(body) => body.iter().for_each(|piece| piece.visit_symbols(false, visit)),
        }
    }
}

/// Pieces in a row as a regular expression over letters, for tests and messages: `a(bc)+(d)?`.
pub struct Letters<'a>(pub &'a [Piece]);

impl fmt::Display for Letters<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for piece in self.0 {
            match piece {
                Piece::Symbol(symbol) => match char::from_u32(*symbol).filter(char::is_ascii_graphic) {
                    Some(letter) => write!(formatter, "{letter}")?,
                    None => write!(formatter, "<{symbol}>")?,
                },
                Piece::Set(body) => write!(formatter, "({})+", Letters(body))?,
                Piece::Optional(body) => write!(formatter, "({})?", Letters(body))?,
            }
        }
        Ok(())
    }
}

/// Reads what [`Letters`] writes.
///
/// # Errors
/// If a parenthesis has no partner, nothing in it, or no `+` or `?` behind it, or if more of them are inside each
/// other than a pattern may have.
pub fn read_letters(expression: &str) -> Result<Vec<Piece>, &'static str> {
    let mut open: Vec<Vec<Piece>> = vec![Vec::new()];
    let mut letters = expression.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '(' if open.len() > super::MAX_WRAPPERS => return Err("too many parentheses inside each other"),
            '(' => open.push(Vec::new()),
            ')' => {
                let body = open.pop().filter(|body| !body.is_empty()).ok_or("nothing in parentheses")?;
                let outer = open.last_mut().ok_or("a parenthesis too many")?;
                outer.push(match letters.next() {
                    Some('+') => Piece::set_of(body),
                    Some('?') => Piece::optional_of(body),
                    _ => return Err("parentheses without + or ?"),
                });
            }
            _ => {
                let row = open.last_mut().ok_or("a parenthesis too many")?;
                row.push(Piece::Symbol(letter.into()));
            }
        }
    }
    match open.len() {
        1 => Ok(open.remove(0)),
        _ => Err("a parenthesis stays open"),
    }
}
