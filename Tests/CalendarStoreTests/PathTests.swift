import CalendarModel
import Glibc
import Testing

@testable import CalendarStore

/// Paths are split as bytes: a name may begin with a combining mark, which Swift combines with the preceding
/// slash.
@Suite struct PathTests {
  @Test(arguments: [
    ("/a/b.ics", "/a", "b.ics"), ("b.ics", ".", "b.ics"), ("/b.ics", "/", "b.ics"),
    ("/a/\u{301}b.ics", "/a", "\u{301}b.ics"), ("/\u{338}a/\u{FE0F}", "/\u{338}a", "\u{FE0F}"),
  ])
  func fileNameBeginsAfterTheLastSlash(path: String, folder: String, name: String) {
    let parts = ByteString(path).splitPath
    #expect(parts.folder.bytes == Array(folder.utf8))
    #expect(parts.name.bytes == Array(name.utf8))
  }

  /// After a symbolic link, `..` is the parent of the link's target.
  @Test func parentOfASymbolicLinkIsTheParentOfItsTarget() throws {
    let folder = TemporaryFolder()
    try folder.makeFolder("real/inner")
    #expect(symlink(folder.path("real/inner"), folder.path("link")) == 0)
    try folder.write(Samples.standup, to: "real/work.ics")
    let path = AbsolutePath.of("link/../work.ics", in: folder.path)
    #expect(access(path, F_OK) == 0)
    #expect(path == AbsolutePath.of("real/work.ics", in: AbsolutePath.of("..", in: folder.path("link/.."))))
    // Other symbolic links stay as they are.
    #expect(AbsolutePath.of("./link//a.ics", in: folder.path) == folder.path("link/a.ics"))
    #expect(AbsolutePath.of("/..", in: "/x") == "/" && AbsolutePath.of("/../a", in: "/x") == "/a")
    #expect(AbsolutePath.of("/", in: "/x") == "/" && AbsolutePath.of("a", in: "/") == "/a")
    #expect(AbsolutePath.of("missing/../a", in: folder.path) == folder.path("missing/../a"))
  }

  @Test func trailingSlashesAreRemoved() {
    #expect("/a//".withoutTrailingSlashes == "/a")
    #expect("//".withoutTrailingSlashes == "/")
    #expect("/a/\u{301}/".withoutTrailingSlashes == "/a/\u{301}")
  }
}
