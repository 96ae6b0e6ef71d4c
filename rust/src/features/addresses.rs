//! Absolute addresses: what a link points to, seen from its page.
//!
//! The `url` crate knows all rules; most links need few of them and take a short cut that gives the same result.

use url::Url;

/// The host of pages that have a path but no address; it is taken off again from what is resolved against it.
const NOWHERE: &str = "http://unmold.invalid/";

/// What relative addresses of a page are resolved against.
#[derive(Clone, Debug)]
pub struct Base {
    url: Option<Url>,
    /// `http://host`, without a slash at the end.
    origin: String,
    /// The address up to the last slash of its path.
    directory: String,
    /// The address without query and fragment.
    path: String,
    /// The address without its fragment.
    page: String,
    /// What is taken off from results, for a page that has no address.
    strip: &'static str,
}

impl Base {
    /// The base of a page with this address, or this path.
    pub fn new(address: &str) -> Self {
        let absolute = Url::parse(address).ok().filter(|url| !url.cannot_be_a_base());
        match absolute {
            Some(url) => Base::of(url, ""),
            None => Base::without_address(address),
        }
    }

    fn without_address(path: &str) -> Self {
        let strip = if path.starts_with('/') { &NOWHERE[..NOWHERE.len() - 1] } else { NOWHERE };
        let url = Url::parse(NOWHERE).and_then(|nowhere| nowhere.join(&path.replace('\\', "/")));
        match url {
            Ok(url) => Base::of(url, strip),
            Err(_) => Base {
                url: None,
                origin: String::new(),
                directory: String::new(),
                path: String::new(),
                page: String::new(),
                strip: "",
            },
        }
    }

    fn of(url: Url, strip: &'static str) -> Self {
        let text = url.as_str();
        let page = &text[..text.find('#').unwrap_or(text.len())];
        let path = &page[..page.find('?').unwrap_or(page.len())];
        let directory = &path[..path.rfind('/').map_or(path.len(), |slash| slash + 1)];
        let origin = &path[..path.len() - url.path().len()];
        let (page, path, directory, origin) =
            (page.to_owned(), path.to_owned(), directory.to_owned(), origin.to_owned());
        Base { url: Some(url), origin, directory, path, page, strip }
    }

    /// The base that a `base` element of the page asks for.
    pub fn rebased(&self, href: &str) -> Self {
        match self.url.as_ref().and_then(|url| url.join(href.trim_ascii()).ok()) {
            Some(url) if !url.cannot_be_a_base() => Base::of(url, self.strip),
            _ => self.clone(),
        }
    }

    /// Appends the absolute address of a link; one that cannot be resolved stays as it is.
    pub fn resolve(&self, href: &str, out: &mut String) {
        let href = href.trim_matches(|character: char| character <= ' ');
        let start = out.len();
        if self.url.is_some() && is_plain_opaque(href) {
            out.push_str(href);
        } else if !self.resolve_plain(href, out) {
            match self.url.as_ref().and_then(|url| url.join(href).ok()) {
                Some(url) => out.push_str(url.as_str()),
                None => out.push_str(href),
            }
        }
        if !self.strip.is_empty() && out[start..].starts_with(self.strip) {
            out.replace_range(start..start + self.strip.len(), "");
        }
    }

    /// The short cut, for addresses without anything that must be normalised.
    fn resolve_plain(&self, href: &str, out: &mut String) -> bool {
        let (before, rest, behind) = match href.as_bytes() {
            _ if self.url.is_none() => return false,
            [] | [b'#', ..] => (&self.page[..], href, ""),
            [b'?', ..] => (&self.path[..], href, ""),
            [b'/', b'/', ..] => return false,
            [b'/', ..] => (&self.origin[..], href, ""),
            _ => match plain_host_end(href) {
                // An empty path is written as a slash.
                Some(end) => ("", href, if end == href.len() { "/" } else { "" }),
                None => self.climb(href),
            },
        };
        let allows_colon = before.is_empty();
        if !is_plain_reference(rest.as_bytes(), allows_colon) {
            return false;
        }
        out.push_str(before);
        out.push_str(rest);
        out.push_str(behind);
        true
    }

    /// Takes `../` off a relative path and as many steps off the directory; the root has no parent.
    fn climb<'text>(&'text self, mut href: &'text str) -> (&'text str, &'text str, &'static str) {
        let mut directory = &self.directory[..];
        let root = self.origin.len() + 1;
        while let Some(rest) = href.strip_prefix("../") {
            href = rest;
            if directory.len() > root {
                let above = directory[..directory.len() - 1].rfind('/').map_or(root, |slash| slash + 1);
                directory = &directory[..above.max(root)];
            }
        }
        (directory, href, "")
    }
}

/// Where the host of an http address ends, if it needs no normalisation and a path or nothing follows.
fn plain_host_end(href: &str) -> Option<usize> {
    let rest = href.strip_prefix("https://").or_else(|| href.strip_prefix("http://"))?;
    let host = &rest[..rest.find('/').unwrap_or(rest.len())];
    let is_name =
        host.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'.'));
    // A host that ends with a number may be an address in an odd spelling.
    let is_plain =
        is_name && host.bytes().last().is_some_and(|byte| byte.is_ascii_lowercase()) && !host.contains("xn--");
    is_plain.then_some(href.len() - rest.len() + host.len())
}

/// Schemes that pages use and whose addresses have neither host nor path.
const OPAQUE_SCHEMES: [&str; 3] = ["javascript:", "mailto:", "tel:"];

/// Whether this is an address of such a scheme in which every character stands for itself.
fn is_plain_opaque(href: &str) -> bool {
    if !matches!(href.as_bytes().first(), Some(b'j' | b'm' | b't')) {
        return false;
    }
    let Some(rest) = OPAQUE_SCHEMES.iter().find_map(|scheme| href.strip_prefix(scheme)) else { return false };
    !rest.starts_with('/') && rest.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'?' | b'#'))
}

/// Whether every character stands for itself, and the path has no dot segments and, unless they are allowed, no colon.
fn is_plain_reference(reference: &[u8], allows_colon: bool) -> bool {
    let mut at = 0;
    let mut is_path = true;
    while let Some(offset) = reference[at..].iter().position(|&byte| CLASSES[byte as usize] != PLAIN) {
        let place = at + offset;
        match reference[place] {
            b'?' | b'#' => is_path = false,
            b'.' if is_path && (place == 0 || reference[place - 1] == b'/') => return false,
            b':' if is_path && !allows_colon => return false,
            // An escaped dot is a dot.
            b'%' if is_path && begins_escaped_dot(&reference[place..]) => return false,
            b'.' | b':' | b'%' => {}
            _ => return false,
        }
        at = place + 1;
    }
    true
}

fn begins_escaped_dot(text: &[u8]) -> bool {
    text.get(..3).is_some_and(|escaped| escaped.eq_ignore_ascii_case(b"%2e"))
}

const PLAIN: u8 = 0;
/// Stands for itself, but may mean something.
const NOTABLE: u8 = 1;
const OTHER: u8 = 2;

/// For each byte, whether it stands for itself anywhere in an address.
const CLASSES: [u8; 256] = {
    let mut table = [OTHER; 256];
    let mut byte = 0;
    while byte < 128 {
        if (byte as u8).is_ascii_alphanumeric() {
            table[byte] = PLAIN;
        }
        byte += 1;
    }
    let plain = b"-_~/!$&()*+,;=@";
    let mut index = 0;
    while index < plain.len() {
        table[plain[index] as usize] = PLAIN;
        index += 1;
    }
    table[b'.' as usize] = NOTABLE;
    table[b':' as usize] = NOTABLE;
    table[b'?' as usize] = NOTABLE;
    table[b'%' as usize] = NOTABLE;
    table[b'#' as usize] = NOTABLE;
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(base: &str, href: &str) -> String {
        let mut out = String::new();
        Base::new(base).resolve(href, &mut out);
        out
    }

    #[test]
    fn short_cuts_agree_with_the_library() {
        let bases = ["https://example.org/a/b.html?q=1#f", "http://x.test", "https://example.org/dir/"];
        let hrefs = [
            "",
            "#top",
            "?p=2",
            "/root",
            "/root/../x",
            "c.html",
            "./c",
            "../c",
            "c/d?e#f",
            "//other.test/x",
            "https://w.test/a",
            "https://w.test",
            "HTTP://W.test/a",
            "mailto:a@b",
            "a:b",
            "c d",
            " /trim ",
            "é",
            "https://1.2.3/x",
            "/a/./b",
            "a/..",
            "?a=/../b",
            "#/../b",
            "javascript:void(0)",
            "http:relative",
            "x%20y",
            "x/%2e%2E/y",
            "%3Cx%3e/%zz%?q=%2e%2e#%2E",
            "https://w.test/%7Ex%",
            "https://w.test?q",
            "https://w.test#f",
            "http://w-x.test.",
            "https://",
            "javascript:",
            "javascript:;",
            "javascript:open('a\"|<b>{}^`\\')",
            "javascript:a?b#c",
            "javascript:/a/../b",
            "javascript: a",
            "JavaScript:a",
            "mailto:a@b?subject=x y",
            "tel:+49-1%20",
            "mailto",
            "https://w.test:443/a",
            "http://user@w.test/",
        ];
        for base in bases {
            for href in hrefs {
                let expected =
                    Url::parse(base).unwrap().join(href.trim()).map_or(href.to_owned(), |url| url.to_string());
                assert_eq!(resolved(base, href), expected, "{base} + {href}");
            }
        }
    }

    #[test]
    fn pages_without_an_address_resolve_to_paths() {
        assert_eq!(resolved("docs/a/index.html", "../b.html"), "docs/b.html");
        assert_eq!(resolved("/docs/index.html", "x.html#y"), "/docs/x.html#y");
        assert_eq!(resolved("/docs/index.html", "https://a.test/"), "https://a.test/");
    }
}
