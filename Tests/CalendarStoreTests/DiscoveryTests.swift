import CalendarModel
import Foundation
import TestExtent
import Testing

@testable import CalendarStore

/// The calendars in the configuration of khal and vdirsyncer. The expected results are those of khal 0.11 and
/// vdirsyncer 0.19 for the same text.
@Suite struct DiscoveryTests {
  let folder = TemporaryFolder()

  private func khal(_ lines: String...) -> [KhalConfiguration.Calendar] {
    KhalConfiguration((["[calendars]"] + lines).joined(separator: "\n")).calendars
  }

  private func vdirsyncer(_ text: String) -> [VdirsyncerConfiguration.Folder] {
    VdirsyncerConfiguration(text).folders
  }

  @Test(arguments: [
    ("p # c", "p"), ("p#c", "p"), ("'p # c' # d", "p # c"), ("\"a,b\"", "a,b"), ("'it''s'", "it''s"),
    ("a 'b'", "a 'b'"), ("a;b", "a;b"), ("a = b", "a = b"), ("a\\", "a\\"),
  ])
  func khalValuesMayBeQuoted(text: String, value: String) {
    #expect(khal("[[home]]", "path = \(text)").map(\.path) == [value])
  }

  @Test(arguments: ["a, b", "'a", "'a' b", "", "'a',"])
  func khalValuesThatAreNotPathsAreSkipped(text: String) {
    #expect(khal("[[home]]", "path = \(text)").isEmpty)
  }

  @Test func khalSectionsAreRead() {
    let calendars = khal(
      "# comment", "[[home]] # comment", "  path = ~/home", "  color = '#abc'", "[[\"a b\"]]", "'path' = /b",
      "color = dark red", "[[birthdays]]", "path = /c", "type = birthdays", "[[all]]", "type = discover",
      "path = /d/*", "color = \"#11223344\"", "[locale]", "path = /e", "[[no]]", "path = /f")
    #expect(
      calendars == [
        .init(name: "home", path: "~/home", isPattern: false, color: EventColor(rgb: 0xAABBCC)),
        .init(name: "a b", path: "/b", isPattern: false, color: nil),
        .init(name: "all", path: "/d/*", isPattern: true, color: EventColor(rgb: 0x112233)),
      ])
  }

  @Test func variablesAndHomesAreExpandedAsInPython() {
    let expansion = PathExpansion(variables: ["A": "x", "B C": "y"]) { $0.isEmpty ? "/home/ada/" : nil }
    let texts = ["$A", "${A}", "$Ab", "${A", "$", "$$A", "a$A-b", "${N}", "$N", "\\$A", "${B C}"]
    #expect(
      texts.map(expansion.expandingVariables)
        == ["x", "x", "$Ab", "${A", "$", "$x", "ax-b", "${N}", "$N", "\\x", "y"])
    #expect(
      ["~", "~/a", "~/", "a/~", "~eve/a"].map(expansion.expandingHome)
        == ["/home/ada", "/home/ada/a", "/home/ada/", "a/~", "~eve/a"])
  }

  @Test func accentsAfterSyntaxAreTextOfTheirOwn() {
    let accent = "\u{301}"
    #expect(khal("[[home]]", "path = \"\(accent)a\(accent)\"").map(\.path) == ["\(accent)a\(accent)"])
    #expect(khal("[[\(accent)home]]", "path =\(accent)/a").map(\.name) == ["\(accent)home"])
    #expect(khal("[[home]]", "path = /a#\(accent)").map(\.path) == ["/a"])
    #expect(khal("#\(accent)", "[[home]]", "path = /a").count == 1)
    let expansion = PathExpansion(variables: ["A": "x", "e\(accent)": "y"]) { $0.isEmpty ? "/h" : nil }
    #expect(
      expansion.expandingVariables("$A\(accent)${A}\(accent)$\(accent)") == "x\(accent)x\(accent)$\(accent)")
    #expect(expansion.expandingVariables("${e\(accent)}${\u{E9}}") == "y${\u{E9}}")
    #expect(expansion.expandingHome("~/\(accent)a") == "/h/\(accent)a")
    #expect(
      JSONValue("\"\(accent)a\\\"\(accent)\\u0041\(accent)\"") == .string("\(accent)a\"\(accent)A\(accent)"))
    #expect(JSONValue("[\"a\(accent)\"]\(accent)") == nil)
  }

  @Test func storagesAndFoldersAreComparedByteByByte() {
    func storage(_ name: String, _ path: String) -> String {
      "[storage \(name)]\ntype = \"filesystem\"\npath = \"\(path)\"\nfileext = \".ics\"\n"
    }
    let text =
      "[pair one]\na = \"e\u{301}\"\nb = \"\u{E9}\"\ncollections = null\n" + storage("e\u{301}", "/e\u{301}")
      + storage("\u{E9}", "/\u{E9}")
    #expect(
      vdirsyncer(text) == [
        .calendar(path: ByteString("/e\u{301}")), .calendar(path: ByteString("/\u{E9}")),
      ])
  }

  /// Whatever the text is, a value is what it was quoted from.
  @Test func quotedTextIsReadBack() {
    var random = SeededRandom(seed: TestExtent.seed(17))
    for _ in 0..<TestExtent.count(5_000) {
      let text = random.text(of: "/~$[]#=,'\\ ")
      let json = "\"" + String(text.unicodeScalars.map { $0 == "\\" ? "\\\\" : String($0) }.joined()) + "\""
      #expect(JSONValue(json)?.string?.utf8.elementsEqual(text.utf8) == true, "\(json.debugDescription)")
      let array = "[\(json),\(json)]"
      #expect(JSONValue(array) == .array([.string(text), .string(text)]), "\(array.debugDescription)")
      guard !text.isEmpty else { continue }
      let path = khal("[[home]]", "path = \"\(text)\"").first?.path
      #expect(path?.utf8.elementsEqual(text.utf8) == true, "\(text.debugDescription)")
      // Nothing is expanded without a dollar sign or a tilde at the start.
      let plain = text.unicodeScalars.filter { $0 != "$" && $0 != "~" }
      let expansion = PathExpansion(variables: [:]) { _ in "/h" }
      let expanded = expansion.expandingHome("~/" + expansion.expandingVariables(String(plain)))
      #expect(expanded.utf8.elementsEqual(("/h/" + String(plain)).utf8), "\(text.debugDescription)")
    }
  }

  @Test func vdirsyncerPairsDetermineTheFolders() {
    let text = """
      [general]
      status_path = "~/status/"
      [pair one]
      a = "local"
      b = "remote"
      collections = ["from a",
        "from b"]
      # comment
      ; comment
      [pair two]
      a: "remote"
      b: "single"
      collections = null
      [pair three]
      a = "remote"
      b = "named"
      collections = ["work", ["x", "y", "z"], ["u", "v", null]]
      [storage local]
      type = "filesystem"
      path = "~/cal/"
      fileext: ".ics"
      [storage single]
      TYPE = "filesystem"
      path = "/single \\u00fc\\ud83d\\ude00"
      fileext = ".ics"
      [storage named]
      type = "filesystem"
      path = "/named"
      fileext = ".ics"
      [storage contacts]
      type = "filesystem"
      path = "/contacts"
      fileext = ".vcf"
      [storage unused]
      type = "filesystem"
      path = "/unused"
      fileext = ".ics"
      [storage remote]
      type = "caldav"
      url = "https://example.org/"
      """
    #expect(
      vdirsyncer(text) == [
        .collections(path: "~/cal/"), .calendar(path: "/single ü😀"), .calendar(path: "/named/work"),
        .calendar(path: "/named/z"), .calendar(path: "/named"),
      ])
  }

  @Test func deeplyNestedValueIsSkipped() {
    let text = """
      [pair one]
      a = "local"
      b = "local"
      collections = \(String(repeating: "[", count: 50_000))
      [storage local]
      type = "filesystem"
      path = "/a"
      fileext = ".ics"
      """
    // Reading it to its end is all that is required; whether the folder counts is not.
    #expect(vdirsyncer(text).count <= 1)
  }

  @Test(arguments: ["path = unquoted", "path = \"a\" # comment", "path = [\"a\"]", "path = \"a", ""])
  func vdirsyncerValuesThatAreNotTextAreSkipped(line: String) {
    let text = """
      [pair one]
      a = "local"
      b = "local"
      collections = null
      [storage local]
      type = "filesystem"
      fileext = ".ics"
      \(line)
      """
    #expect(vdirsyncer(text).isEmpty)
  }

  private func discover(_ variables: [String: String] = [:]) -> [DiscoveredCalendar] {
    let home = folder.path
    let expansion = PathExpansion(variables: ["XDG_CONFIG_DIRS": "/nowhere"].merging(variables) { $1 }) {
      user in
      user.isEmpty ? home : nil
    }
    return CalendarDiscovery(
      loader: CalendarLoader(files: CalendarFiles(), zones: SystemZones.shared), expansion: expansion
    ).calendars()
  }

  @Test func existingFoldersOfBothProgramsAreOfferedOnce() throws {
    for name in ["cal/home", "cal/work", "cal/.hidden", "other dir", ".config/khal", ".config/vdirsyncer"] {
      try folder.makeFolder(name)
    }
    try folder.write("", to: "cal/file")
    try folder.write("Family\n", to: "cal/home/displayname")
    try folder.write("#112233\n", to: "cal/home/color")
    try folder.write(
      """
      [calendars]
      [[mine]]
      path = "${ROOT}/other dir/"
      [[missing]]
      path = ~/missing
      [[all]]
      path = ~/cal/h*
      type = discover
      color = "#445566"
      """, to: ".config/khal/config")
    try folder.write(
      """
      [pair one]
      a = "local"
      b = "local"
      collections = ["from a"]
      [storage local]
      type = "filesystem"
      path = "~/cal"
      fileext = ".ics"
      """, to: ".config/vdirsyncer/config")
    #expect(
      discover(["ROOT": folder.path]) == [
        .init(program: .khal, path: folder.path("other dir"), name: "mine", color: nil),
        .init(
          program: .khal, path: folder.path("cal/home"), name: "Family", color: EventColor(rgb: 0x112233)),
        .init(program: .vdirsyncer, path: folder.path("cal/work"), name: "work", color: nil),
      ])
  }

  @Test func configurationFoldersAreSearchedInTheOrderThatKhalUses() throws {
    for name in ["cal", "own/khal", "system/khal"] { try folder.makeFolder(name) }
    try folder.write("[calendars]\n[[first]]\npath = ~/cal\n", to: "system/khal/config")
    let variables = ["XDG_CONFIG_HOME": folder.path("own"), "XDG_CONFIG_DIRS": folder.path("system")]
    #expect(discover(variables).map(\.name) == ["first"])
    try folder.write("[calendars]\n[[second]]\npath = ~/cal\n", to: "own/khal/config")
    #expect(discover(variables).map(\.name) == ["second"])
  }

  @Test func nothingIsFoundWithoutConfiguration() { #expect(discover().isEmpty) }
}
