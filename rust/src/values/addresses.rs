//! Addresses: links of a page, resolved against its own address as Python's `urljoin` does it.

use std::borrow::Cow;
use std::net::Ipv6Addr;

use super::characters::simplify;

const RELATIVE: [&str; 20] = [
    "", "ftp", "http", "gopher", "nntp", "imap", "wais", "file", "https", "shttp", "mms", "prospero", "rtsp", "rtsps",
    "rtspu", "sftp", "svn", "svn+ssh", "ws", "wss",
];
/// Schemes that have a host, beside those that have relative addresses.
const HOSTED: [&str; 7] = ["telnet", "snews", "rsync", "nfs", "git", "git+ssh", ""];
const WITH_PARAMETERS: [&str; 16] = [
    "", "ftp", "hdl", "prospero", "http", "imap", "https", "shttp", "rtsp", "rtsps", "rtspu", "sip", "sips", "mms",
    "sftp", "tel",
];

/// Why an address cannot be taken apart.
#[derive(Debug)]
struct Invalid;

/// The parts of an address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Parts {
    scheme: String,
    host: String,
    path: String,
    parameters: String,
    query: String,
    fragment: String,
}

/// The address of a page, against which its links are resolved.
#[derive(Debug)]
pub struct Address<'page> {
    base: &'page str,
    /// Made when a link asks for them.
    parts: Option<Result<Parts, Invalid>>,
    origin: Option<Option<String>>,
    folder: Option<Option<Folder>>,
}

/// Where plain links of a page lead from.
#[derive(Clone, Debug)]
struct Folder {
    /// Scheme and host, if the page has them.
    head: String,
    /// The path of the page up to its last slash, without what is empty in it; it begins with a slash.
    path: String,
}

impl Folder {
    /// Of pages whose address has a scheme, a host and a path, or a path alone, with nothing to resolve in it.
    fn new(base: &Parts) -> Option<Self> {
        let is_hosted = !base.host.is_empty() && !base.scheme.is_empty() && RELATIVE.contains(&base.scheme.as_str());
        let is_bare = base.host.is_empty() && base.scheme.is_empty();
        let path = &base.path[..=base.path.rfind('/')?];
        let is_plain = path.starts_with('/') && !path.contains("//") && !path.contains("/.");
        let head = if is_hosted { format!("{}://{}", base.scheme, base.host) } else { String::new() };
        ((is_hosted || is_bare) && is_plain).then(|| Folder { head, path: path.to_owned() })
    }

    /// What a link leads to that is a relative path, with or without a fragment; `None` for any other.
    fn join(&self, link: &str) -> Option<String> {
        let (path, fragment) = link.split_at(link.find('#').unwrap_or(link.len()));
        let mut path = path;
        let mut folder = self.path.as_str();
        while let Some(rest) = path.strip_prefix("../") {
            // Above the first folder there is none, which the slow way knows.
            folder = &folder[..=folder.strip_suffix('/')?.rfind('/')?];
            path = rest;
        }
        let is_plain = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b':' | b'?' | b';');
        let is_simple = !path.is_empty() && !path.starts_with(['/', '.']) && path.bytes().all(is_plain);
        let is_resolved = !path.contains("//") && !path.contains("/.");
        let is_shown = fragment.bytes().all(|byte| byte > b' ') && fragment.len() != 1;
        if !(is_simple && is_resolved && is_shown) {
            return None;
        }
        let mut joined = String::with_capacity(self.head.len() + folder.len() + path.len() + fragment.len());
        for part in [&self.head, folder, path, fragment] {
            joined.push_str(part);
        }
        Some(joined)
    }
}

impl<'page> Address<'page> {
    /// An address that nobody has asked for yet.
    pub fn new(base: &'page str) -> Self {
        Address { base, parts: None, origin: None, folder: None }
    }

    /// A link as an absolute address; one that makes no sense stays as it is.
    pub fn join<'text>(&mut self, link: &'text str) -> Cow<'text, str> {
        if link.starts_with("http://") || link.starts_with("https://") {
            return Cow::Borrowed(link);
        }
        let is_plain = link.starts_with('/') && !link.starts_with("//") && !link.contains("/.");
        let joined = if is_plain {
            self.origin().map(|origin| origin + link)
        } else {
            self.beside(link).or_else(|| self.resolve(link))
        };
        joined.map_or(Cow::Borrowed(link), Cow::Owned)
    }

    /// `resolve`, for the links that most are, without taking them apart.
    fn beside(&mut self, link: &str) -> Option<String> {
        if self.folder.is_none() {
            let base = self.parts.get_or_insert_with(|| split(self.base, ""));
            self.folder = Some(base.as_ref().ok().and_then(Folder::new));
        }
        self.folder.as_ref()?.as_ref()?.join(link)
    }

    fn origin(&mut self) -> Option<String> {
        if self.origin.is_none() {
            let root = self.resolve("/");
            self.origin = Some(root.map(|root| root.strip_suffix('/').map(str::to_owned).unwrap_or(root)));
        }
        self.origin.clone().flatten()
    }

    /// `urljoin`; `None` where it fails.
    fn resolve(&mut self, link: &str) -> Option<String> {
        if self.base.is_empty() {
            return Some(link.to_owned());
        }
        if link.is_empty() {
            return Some(self.base.to_owned());
        }
        let base = self.parts.get_or_insert_with(|| split(self.base, "")).as_ref().ok()?;
        let mut parts = split(link, &base.scheme).ok()?;
        if parts.scheme != base.scheme || !RELATIVE.contains(&parts.scheme.as_str()) {
            return Some(link.to_owned());
        }
        if has_host(&parts.scheme) {
            if !parts.host.is_empty() {
                return Some(unite(&parts));
            }
            parts.host.clone_from(&base.host);
        }
        if parts.path.is_empty() && parts.parameters.is_empty() {
            parts.path.clone_from(&base.path);
            parts.parameters.clone_from(&base.parameters);
            if parts.query.is_empty() {
                parts.query.clone_from(&base.query);
            }
            return Some(unite(&parts));
        }
        parts.path = resolve_path(&base.path, &parts.path);
        Some(unite(&parts))
    }
}

fn has_host(scheme: &str) -> bool {
    RELATIVE.contains(&scheme) || HOSTED.contains(&scheme)
}

/// The path of a link, from the path of its page on.
fn resolve_path(base: &str, path: &str) -> String {
    let mut segments: Vec<&str> = Vec::new();
    if !path.starts_with('/') {
        segments.extend(base.split('/'));
        if segments.last().is_some_and(|last| !last.is_empty()) {
            segments.pop();
        }
        segments.extend(path.split('/'));
        let last = segments.len() - 1;
        let mut at = 0;
        segments.retain(|segment| {
            at += 1;
            at == 1 || at == last + 1 || !segment.is_empty()
        });
    } else {
        segments.extend(path.split('/'));
    }
    let mut resolved: Vec<&str> = Vec::with_capacity(segments.len());
    for &segment in &segments {
        match segment {
            ".." => {
                resolved.pop();
            }
            "." => {}
            _ => resolved.push(segment),
        }
    }
    if matches!(segments.last(), Some(&"." | &"..")) {
        resolved.push("");
    }
    let joined = resolved.join("/");
    if joined.is_empty() { "/".to_owned() } else { joined }
}

fn split(address: &str, scheme: &str) -> Result<Parts, Invalid> {
    let trimmed = address.trim_start_matches(|character: char| character <= ' ');
    let mut rest = trimmed.replace(['\t', '\r', '\n'], "");
    let mut parts = Parts { scheme: scheme.to_owned(), ..Parts::default() };
    if let Some(colon) = rest.find(':').filter(|&colon| colon > 0)
        && rest.as_bytes()[0].is_ascii_alphabetic()
        && rest[..colon].bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    {
        parts.scheme = rest[..colon].to_ascii_lowercase();
        rest.drain(..=colon);
    }
    if let Some(hosted) = rest.strip_prefix("//") {
        let end = hosted.find(['/', '?', '#']).unwrap_or(hosted.len());
        hosted[..end].clone_into(&mut parts.host);
        rest = hosted[end..].to_owned();
        check_brackets(&parts.host)?;
    }
    if let Some(at) = rest.find('#') {
        parts.fragment = rest.split_off(at)[1..].to_owned();
    }
    if let Some(at) = rest.find('?') {
        parts.query = rest.split_off(at)[1..].to_owned();
    }
    check_host(&parts.host)?;
    if WITH_PARAMETERS.contains(&parts.scheme.as_str()) {
        let from = rest.rfind('/').unwrap_or(0);
        if let Some(at) = rest[from..].find(';') {
            parts.parameters = rest.split_off(from + at)[1..].to_owned();
        }
    }
    parts.path = rest;
    Ok(parts)
}

/// Brackets hold an address of version 6, or of a version to come.
fn check_brackets(host: &str) -> Result<(), Invalid> {
    match (host.split_once('['), host.contains(']')) {
        (None, false) => Ok(()),
        (Some((_, rest)), true) => {
            let inside = rest.split_once(']').map_or(rest, |(inside, _)| inside);
            let is_valid = match inside.strip_prefix('v') {
                Some(future) => future.split_once('.').is_some_and(|(version, rest)| {
                    let is_version = !version.is_empty() && version.bytes().all(|byte| byte.is_ascii_hexdigit());
                    is_version && !rest.is_empty()
                }),
                None => is_version_6(inside),
            };
            is_valid.then_some(()).ok_or(Invalid)
        }
        _ => Err(Invalid),
    }
}

fn is_version_6(text: &str) -> bool {
    let (address, zone) = text.split_once('%').map_or((text, None), |(address, zone)| (address, Some(zone)));
    address.parse::<Ipv6Addr>().is_ok() && zone.is_none_or(|zone| !zone.is_empty() && !zone.contains('%'))
}

/// Characters that look like those which end a host are none of a host.
fn check_host(host: &str) -> Result<(), Invalid> {
    if host.is_ascii() {
        return Ok(());
    }
    let plain = host.replace(['@', ':', '#', '?'], "");
    let simple = simplify(&plain);
    let is_fine = simple == plain || !simple.contains(['/', '?', '#', '@', ':']);
    is_fine.then_some(()).ok_or(Invalid)
}

fn unite(parts: &Parts) -> String {
    let mut path = parts.path.clone();
    if !parts.parameters.is_empty() {
        path = format!("{path};{}", parts.parameters);
    }
    let scheme = &parts.scheme;
    if !parts.host.is_empty() || (!scheme.is_empty() && has_host(scheme) && !path.starts_with("//")) {
        let slash = if path.is_empty() || path.starts_with('/') { "" } else { "/" };
        path = format!("//{}{slash}{path}", parts.host);
    }
    let mut united = if scheme.is_empty() { path } else { format!("{scheme}:{path}") };
    for (sign, part) in [('?', &parts.query), ('#', &parts.fragment)] {
        if !part.is_empty() {
            united.push(sign);
            united.push_str(part);
        }
    }
    united
}

#[cfg(test)]
mod tests {
    use super::*;

    fn join(base: &str, link: &str) -> String {
        Address::new(base).join(link).into_owned()
    }

    #[test]
    fn links_are_resolved_against_their_page() {
        let base = "https://s.example/a/b;p?q#f";
        for (link, expected) in [
            ("c", "https://s.example/a/c"),
            ("../c?x", "https://s.example/c?x"),
            ("/c", "https://s.example/c"),
            ("/c/./d", "https://s.example/c/d"),
            ("//t.example/c", "https://t.example/c"),
            ("?x", "https://s.example/a/b;p?x"),
            ("#x", "https://s.example/a/b;p?q#x"),
            ("mailto:x@y", "mailto:x@y"),
            ("http://u.example", "http://u.example"),
            ("", "https://s.example/a/b;p?q#f"),
            ("..", "https://s.example/"),
        ] {
            assert_eq!(join(base, link), expected, "{link}");
        }
    }

    #[test]
    fn plain_links_lead_where_the_slow_way_says() {
        let bases = [
            "https://s.example/a/b/c.html?q#f",
            "/a/b/c.html",
            "a/b.html",
            "https://s.example",
            "https://s.example//a//b",
            "file:///a/b",
            "mailto:a@b/c",
            "/a/../b/c",
            "https://s.example/a;p/b",
        ];
        let links = [
            "x",
            "x.html#f",
            "../x",
            "../../x/y",
            "../../../x",
            "../../../../x",
            "./x",
            "x/../y",
            "x//y",
            "x/./y",
            "..",
            "../",
            "../..",
            "#f",
            "x#",
            "x#a b",
            " x",
            "x y",
            "x;p",
            "x?q",
            "x:y",
            "ü",
            "x#ü",
            ".x",
            "x/.y",
            "../.x",
            "",
            "x/",
            "../x/",
            "\t../x",
            "http:x",
            "//h/x",
        ];
        let are_quick = [true, true, false, false, false, false, false, false, true];
        for (base, is_quick) in bases.into_iter().zip(are_quick) {
            for link in links {
                let slow = Address::new(base).resolve(link);
                if let Some(quick) = Address::new(base).beside(link) {
                    assert_eq!(Some(quick), slow, "{base} {link}");
                }
            }
            assert_eq!(Address::new(base).beside("a/b#c").is_some(), is_quick, "{base}");
        }
    }

    #[test]
    fn what_makes_no_sense_stays() {
        assert_eq!(join("https://s.example/", "//[x]/a"), "//[x]/a");
        assert_eq!(join("https://s.example/", "//℀/a"), "//℀/a");
        assert_eq!(join("", "a"), "a");
        assert_eq!(join("page.html", "a.png"), "a.png");
        assert_eq!(join("/site/page.html", "/a.png"), "/a.png");
    }
}
