//! Pages made harmless, to be shown in a frame with marks on their elements.
//!
//! What is not on a list of elements, attributes and CSS functions is left out. Nothing in a cleaned page runs, leads
//! anywhere or is fetched from elsewhere: style sheets and images have addresses that the caller gives. The result is
//! read again with the parser that made the tree, and refused where anything in it is not on the lists.
//!
//! Every element has its number in [`MARK`], and texts stay apart as they were, so that a text is found again by its
//! element and its position among that element's texts.

mod css;
mod css_tokens;
mod elements;
mod frame;
mod page;
mod written;

pub use css::{clean_declarations, clean_sheet, clean_value};
pub use frame::{Frame, FramedText, Unseen};
pub use page::{CleanPage, clean_page};
pub use written::is_clean;

/// The attribute that holds the number of an element: that of its node in the tree of the page.
pub const MARK: &str = "data-unmold";

/// The attribute of what was a link.
pub const LINK: &str = "data-unmold-link";

/// What an address is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Asset {
    /// A style sheet.
    Style,
    /// An image.
    Image,
}

/// Gives the address of the copy that is kept of a style sheet or image, if there is one.
pub type Rewrite<'call> = dyn FnMut(&str, Asset) -> Option<String> + 'call;
