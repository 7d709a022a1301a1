//! Reading and writing files. A file is written as a whole or not at all; an error names the file and, if known, the
//! line.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};

/// Opens a file for reading. Pipes, sockets and devices, which may never end or never answer, are refused, unless the
/// path names a stream that this process was given, such as `/dev/stdin`.
///
/// # Errors
/// When there is no such file, it cannot be opened, or it is not a regular file.
///
/// ```
/// use std::path::Path;
///
/// use crosscheck_engines::files::open;
///
/// let error = open(Path::new("/dev/zero")).unwrap_err();
/// assert_eq!(error.to_string(), "a character device; expected a regular file");
/// ```
pub fn open(path: &Path) -> io::Result<File> {
    let is_given = path == Path::new("/dev/stdin") || path.starts_with("/dev/fd");
    // Opening a device can do something; opening a pipe can wait for a writer.
    regular(&fs::metadata(path)?, is_given)?;
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    if !is_given {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits() as i32);
    }
    let file = options.open(path)?;
    regular(&file.metadata()?, is_given)?;
    Ok(file)
}

/// The longest file that is read whole, in bytes.
const LONGEST: u64 = 1 << 30;

/// Reads a file whole, as [`open`] opens it.
///
/// # Errors
/// When it cannot be opened or read, or is too long to be held in memory.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    match file.metadata()?.len() {
        length if length > LONGEST => Err(too_long()),
        _ => read_whole(file),
    }
}

/// Reads a stream to its end.
///
/// # Errors
/// When it cannot be read, or is too long to be held in memory.
///
/// ```
/// use crosscheck_engines::files::read_whole;
///
/// assert_eq!(read_whole(&b"<p>"[..])?, b"<p>");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_whole(from: impl io::Read) -> io::Result<Vec<u8>> {
    let mut content = Vec::new();
    match from.take(LONGEST + 1).read_to_end(&mut content)? as u64 {
        length if length > LONGEST => Err(too_long()),
        _ => Ok(content),
    }
}

fn too_long() -> io::Error {
    io::Error::other("longer than 1 GiB; expected something shorter")
}

/// Reads a text file whole, as [`open`] opens it.
///
/// # Errors
/// When it cannot be opened or read, or is not UTF-8.
pub fn read_to_string(path: &Path) -> io::Result<String> {
    String::from_utf8(read(path)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error.utf8_error()))
}

fn regular(metadata: &fs::Metadata, is_given: bool) -> io::Result<()> {
    match kind(metadata.file_type()) {
        Some(what) if !is_given => {
            Err(io::Error::new(io::ErrorKind::InvalidInput, format!("{what}; expected a regular file")))
        }
        _ => Ok(()),
    }
}

/// What a file is that is not a regular one.
fn kind(file_type: fs::FileType) -> Option<&'static str> {
    if file_type.is_file() {
        return None;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;
        let kinds = [
            (file_type.is_fifo(), "a named pipe"),
            (file_type.is_socket(), "a socket"),
            (file_type.is_char_device(), "a character device"),
            (file_type.is_block_device(), "a block device"),
        ];
        if let Some((_, name)) = kinds.into_iter().find(|(is, _)| *is) {
            return Some(name);
        }
    }
    Some(if file_type.is_dir() { "a folder" } else { "a special file" })
}

/// What is wrong with a file, or a folder, that was read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}:{} {message}", path.display(), line.map_or(String::new(), |line| format!("{line}:")))]
pub struct FileError {
    /// The file or folder.
    pub path: PathBuf,
    /// The line, from 1, where it is known.
    pub line: Option<u32>,
    /// What was found and what was expected.
    pub message: String,
}

impl FileError {
    /// An error about the whole file.
    pub fn of(path: &Path, message: impl Into<String>) -> Self {
        Self { path: path.to_owned(), line: None, message: message.into() }
    }

    /// An error at a byte offset of the text, if it is known.
    pub fn in_text(path: &Path, text: &str, offset: Option<usize>, message: impl Into<String>) -> Self {
        Self { line: offset.map(|offset| line_of(text, offset)), ..Self::of(path, message) }
    }

    /// The errors at byte offsets of the text, in its order.
    pub fn all_in_text(path: &Path, text: &str, mut errors: Vec<(usize, String)>) -> Vec<Self> {
        errors.sort();
        let (mut line, mut counted) = (1_u32, 0);
        let error = |(offset, message): (usize, String)| {
            let offset = offset.min(text.len());
            line = line.saturating_add(feeds(&text.as_bytes()[counted..offset]));
            counted = offset;
            Self { line: Some(line), ..Self::of(path, message) }
        };
        errors.into_iter().map(error).collect()
    }

    /// The error for a file that cannot be read.
    pub fn unreadable(path: &Path, error: &io::Error) -> Self {
        Self::of(path, format!("cannot be read: {}", cause(error)))
    }
}

/// The system's error within an error that repeats the path, or else the error.
fn cause(error: &io::Error) -> &(dyn std::error::Error + 'static) {
    let source = error.get_ref().and_then(std::error::Error::source);
    source.filter(|source| source.is::<io::Error>()).unwrap_or(error)
}

/// The line of a byte offset, from 1.
fn line_of(text: &str, offset: usize) -> u32 {
    feeds(&text.as_bytes()[..offset.min(text.len())]).saturating_add(1)
}

/// How many line feeds there are.
fn feeds(text: &[u8]) -> u32 {
    u32::try_from(memchr::memchr_iter(b'\n', text).count()).unwrap_or(u32::MAX)
}

/// A file could not be written; its old content is unchanged.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {}", path.display(), cause(source))]
pub struct WriteError {
    /// The file.
    pub path: PathBuf,
    /// Why not.
    pub source: io::Error,
}

impl WriteError {
    /// The error for the file or folder at a path.
    pub fn of(path: &Path) -> impl FnOnce(io::Error) -> Self {
        |source| Self { path: path.to_owned(), source }
    }
}

/// Writes a temporary file next to `path` and renames it to `path` once it is complete and on disk. What is at `path`, a
/// symbolic link too, is replaced, and nothing elsewhere is written to.
///
/// # Errors
/// When the folder is missing, the disk is full, or `write` fails. Then the file is as it was.
///
/// ```
/// use std::fs;
///
/// use crosscheck_engines::files::write_whole;
///
/// let folder = tempfile::tempdir()?;
/// let file = folder.path().join("result.json");
/// write_whole(&file, |out| out.write_all(b"{}"))?;
/// assert_eq!(fs::read(&file)?, b"{}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), WriteError> {
    replace(path, write).map_err(WriteError::of(path))
}

/// Writes to a path that the user names: like [`write_whole`] to the target of a symbolic link, and directly to a pipe
/// or a device.
///
/// # Errors
/// Those of [`write_whole`].
pub fn write_to_target(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), WriteError> {
    let write = || {
        let target = match fs::canonicalize(path) {
            Ok(target) => target,
            Err(error) if error.kind() == io::ErrorKind::NotFound => path.to_owned(),
            Err(error) => return Err(error),
        };
        if fs::metadata(&target).is_ok_and(|metadata| !metadata.is_file()) {
            let mut out = BufWriter::new(File::options().write(true).open(&target)?);
            write(&mut out)?;
            return out.flush();
        }
        replace(&target, write)
    };
    write().map_err(WriteError::of(path))
}

/// Opens a file to write on to it, without following a symbolic link.
///
/// # Errors
/// When it cannot be opened.
pub fn open_to_write(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        options.custom_flags(rustix::fs::OFlags::NOFOLLOW.bits() as i32);
    }
    options.open(path)
}

/// Creates a folder and its missing parents.
///
/// # Errors
/// When the system refuses.
pub fn make_folder(path: &Path) -> Result<(), WriteError> {
    fs::create_dir_all(path).map_err(WriteError::of(path))
}

/// Makes a temporary folder next to a folder, which replaces that folder once it is complete. The name of the temporary
/// folder begins with `prefix`.
pub fn replace_folder<T, E: From<WriteError>>(
    target: &Path,
    prefix: &str,
    make: impl FnOnce(&Path) -> Result<T, E>,
) -> Result<T, E> {
    let parent = target.parent().unwrap_or(Path::new("."));
    make_folder(parent)?;
    let workplace = tempfile::Builder::new().prefix(prefix).tempdir_in(parent).map_err(WriteError::of(parent))?;
    let new = workplace.path().join("new");
    let made = make(&new)?;
    if target.exists() {
        fs::rename(target, workplace.path().join("old")).map_err(WriteError::of(target))?;
    }
    fs::rename(&new, target).map_err(WriteError::of(target))?;
    Ok(made)
}

fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut temporary = builder().tempfile_in(folder)?;
    let mut out = BufWriter::new(temporary.as_file_mut());
    write(&mut out)?;
    out.flush()?;
    drop(out);
    temporary.as_file().sync_all()?;
    temporary.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Temporary files are readable only by their owner by default; these need the usual permissions.
#[cfg(unix)]
fn builder() -> tempfile::Builder<'static, 'static> {
    use std::os::unix::fs::PermissionsExt;
    let mut builder = tempfile::Builder::new();
    builder.permissions(fs::Permissions::from_mode(0o666));
    builder
}

#[cfg(not(unix))]
fn builder() -> tempfile::Builder<'static, 'static> {
    tempfile::Builder::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        for content in ["first and longer", "second"] {
            write_whole(&path, |out| out.write_all(content.as_bytes())).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), content);
        }
        assert_eq!(entries(folder.path()), ["out"]);
    }

    #[test]
    fn a_file_that_could_not_be_written_is_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        fs::write(&path, "before").unwrap();
        let error = write_whole(&path, |out| {
            out.write_all(b"half")?;
            Err(io::Error::other("the disk is full"))
        });
        let message = error.unwrap_err().to_string();
        assert!(message.contains("out: the disk is full"), "names the file and the fault: {message}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        assert_eq!(entries(folder.path()), ["out"], "and nothing else is left");
    }

    #[test]
    #[cfg(unix)]
    fn a_link_keeps_its_target_and_a_device_stays_a_device() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("out"), folder.path().join("link"));
        fs::write(&path, "before").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write_to_target(&link, |out| out.write_all(b"after")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "after");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        write_to_target(Path::new("/dev/null"), |out| out.write_all(b"gone")).unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[test]
    #[cfg(unix)]
    fn a_link_that_is_not_named_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("victim"), folder.path().join("link"));
        fs::write(&path, "before").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        assert!(open_to_write(&link).is_err());
        write_whole(&link, |out| out.write_all(b"after")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "before");
        assert_eq!(fs::read_to_string(&link).unwrap(), "after");
        assert!(!fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
