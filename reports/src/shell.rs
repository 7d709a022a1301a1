//! Command lines for a POSIX shell.

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

use serde::{Serialize, Serializer};

use crate::visible::visible;

/// A command line for a POSIX shell. It is made of words alone, each of which reaches its program as it is.
///
/// It shows as one line without invisible characters. A word that has some, line feeds among them, makes it a call of
/// `eval` with the command line in escapes. No program can be given a NUL: such a command line shows as a comment.
///
/// ```
/// use crosscheck_reports::ShellLine;
///
/// let line = ShellLine::command("crosscheck").word("run").word("it's").option("--engine", "-x");
/// assert_eq!(line.to_string(), r"crosscheck run 'it'\''s' --engine=-x");
/// let line = ShellLine::command("cat").word("line\nfeed");
/// assert_eq!(line.to_string(), r#"eval "$(printf 'cat \047line\012feed\047')""#);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ShellLine(Vec<u8>);

impl ShellLine {
    /// A program without arguments.
    pub fn command(program: &str) -> Self {
        Self(Vec::new()).quoted(program.as_bytes())
    }

    /// Adds an argument.
    #[must_use]
    pub fn word(mut self, word: impl AsRef<OsStr>) -> Self {
        self.0.push(b' ');
        self.quoted(word.as_ref().as_encoded_bytes())
    }

    /// Adds an option with its value, which may look like an option.
    #[must_use]
    pub fn option(self, name: &str, value: impl AsRef<OsStr>) -> Self {
        let value = value.as_ref();
        match value.as_encoded_bytes().first() {
            Some(b'-') => {
                let mut option = self.word(name);
                option.0.push(b'=');
                option.quoted(value.as_encoded_bytes())
            }
            _ => self.word(name).word(value),
        }
    }

    /// Adds a path, which may look like an option.
    #[must_use]
    pub fn path(self, path: &Path) -> Self {
        match path.as_os_str().as_encoded_bytes().first() {
            Some(b'-') => self.word(Path::new(".").join(path)),
            _ => self.word(path),
        }
    }

    /// The output of this as the input of another.
    #[must_use]
    pub fn piped_into(self, other: Self) -> Self {
        self.joined(b" | ", other)
    }

    /// This, and then another.
    #[must_use]
    pub fn then(self, other: Self) -> Self {
        self.joined(b"; ", other)
    }

    /// What stands for a command line that no shell can be given.
    const NONE: &'static str = "# no command line: an argument contains NUL";

    /// A command line that no shell can be given.
    pub(crate) fn comment() -> Self {
        Self(vec![0])
    }

    /// Reads a command line of one command, as [`Display`](fmt::Display) shows it. Whatever else the text says, the
    /// result is made of words, each of which reaches its program as it is.
    ///
    /// ```
    /// use crosscheck_reports::ShellLine;
    ///
    /// let line = ShellLine::command("cat").word("line\nfeed");
    /// assert_eq!(ShellLine::read(&line.to_string()), Some(line));
    /// let read = ShellLine::read("cat x; touch y").expect("they are words");
    /// assert_eq!(read.to_string(), "cat 'x;' touch y");
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        let escaped = text.strip_prefix("eval \"$(printf '").and_then(|rest| rest.strip_suffix("')\""));
        let bytes = escaped.map_or_else(|| Some(text.as_bytes().to_vec()), without_escapes)?;
        let mut words = shlex::bytes::split(&bytes)?.into_iter();
        let first = Self(Vec::new()).quoted(&words.next()?);
        let line = words.fold(first, |mut line, word| {
            line.0.push(b' ');
            line.quoted(&word)
        });
        Some(line)
    }

    /// The words of a command line of one command.
    pub(crate) fn words(&self) -> Option<Vec<Vec<u8>>> {
        shlex::bytes::split(&self.0)
    }

    fn joined(mut self, between: &[u8], other: Self) -> Self {
        self.0.extend_from_slice(between);
        self.0.extend(other.0);
        self
    }

    /// Appends text so that a shell takes it as it is.
    fn quoted(mut self, text: &[u8]) -> Self {
        let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-./:@_,=".contains(byte);
        if !text.is_empty() && text.iter().all(is_plain) {
            self.0.extend_from_slice(text);
            return self;
        }
        self.0.push(b'\'');
        for &byte in text {
            match byte {
                b'\'' => self.0.extend_from_slice(br"'\''"),
                _ => self.0.push(byte),
            }
        }
        self.0.push(b'\'');
        self
    }
}

impl fmt::Display for ShellLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shows = |text: &&str| !text.contains('\n') && visible(text) == *text;
        if let Some(text) = std::str::from_utf8(&self.0).ok().filter(shows) {
            return f.write_str(text);
        }
        if self.0.contains(&0) {
            return f.write_str(Self::NONE);
        }
        f.write_str("eval \"$(printf '")?;
        for &byte in &self.0 {
            match byte {
                b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'/' | b'.' | b'_' | b' ' | b'-' => {
                    write!(f, "{}", char::from(byte))?;
                }
                _ => write!(f, "\\{byte:03o}")?,
            }
        }
        f.write_str("')\"")
    }
}

/// Replaces each escape `\\ooo` by the byte it stands for.
fn without_escapes(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if byte != b'\\' {
            bytes.push(byte);
            rest = after;
            continue;
        }
        let digits = std::str::from_utf8(after.get(..3)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 8).ok()?);
        rest = &after[3..];
    }
    Some(bytes)
}

impl Serialize for ShellLine {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn a_word_arrives_as_it_is() {
        let bytes: String = (1..128_u8).map(char::from).collect();
        for text in ["", "a/b.dat", "it's \"$HOME\"", "-x", "%s\\n", "a\n", "\n\n", "\u{202E}x", "\u{9B}2J", &bytes] {
            let line = ShellLine::command("printf").word("%s/%s/%s").word(text).option("-n", text).to_string();
            assert!(!line.contains('\n') && visible(&line) == line, "{line:?}");
            for shell in ["bash", "dash"] {
                let Ok(ran) = Command::new(shell).args(["-c", &line]).output() else {
                    continue;
                };
                let option = if text.starts_with('-') { format!("-n={text}/") } else { format!("-n/{text}") };
                assert_eq!(String::from_utf8(ran.stdout).unwrap(), format!("{text}/{option}"), "{shell}: {line}");
            }
        }
    }

    #[test]
    fn what_no_shell_can_pass_on_is_a_comment() {
        let line = ShellLine::command("touch").word("x\0; touch PWNED");
        assert!(line.to_string().starts_with("# "));
        assert!(!line.to_string().contains("touch"));
    }

    #[test]
    fn lines_are_joined() {
        let one = ShellLine::command("a").word("b c").piped_into(ShellLine::command("d"));
        assert_eq!(one.clone().then(one).to_string(), "a 'b c' | d; a 'b c' | d");
        assert_eq!(ShellLine::command("a").path(Path::new("-b")).to_string(), "a ./-b");
    }
}
