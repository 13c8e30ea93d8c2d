import CalendarModel
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

  @Test func trailingSlashesAreRemoved() {
    #expect("/a//".withoutTrailingSlashes == "/a")
    #expect("//".withoutTrailingSlashes == "/")
    #expect("/a/\u{301}/".withoutTrailingSlashes == "/a/\u{301}")
  }
}
