import CalendarText
import Testing

@Suite struct HomePathsTests {
  @Test(arguments: [
    ("“/home/ada/work.ics” is incomplete.", "“~/work.ics” is incomplete."),
    ("/home/ada/a.ics and “/home/ada/b/c.ics”", "~/a.ics and “~/b/c.ics”"),
    ("“/mnt/home/ada/work.ics”", "“/mnt/home/ada/work.ics”"),
    ("“/home/adam/work.ics”", "“/home/adam/work.ics”"),
    ("“/home/ada” is empty.", "“/home/ada” is empty."),
  ])
  func pathsInTheHomeFolderAreShortenedWithATilde(text: String, short: String) {
    #expect(text.shorteningPaths(below: "/home/ada") == short)
  }

  @Test func rootIsNotAHomeFolder() { #expect("“/a.ics”".shorteningPaths(below: "/") == "“/a.ics”") }
}
