import Foundation
import Testing

/// The `handspan calendars` command, and calendar IDs as arguments in place of paths.
@Suite(.enabled(if: hasZones, "the time zone database (tzdata) is not installed")) struct CalendarsTests {
  private let program: Program

  init() throws {
    program = try Program()
    for name in ["calendars/work", "calendars/empty", ".config/glib-2.0/settings"] {
      try FileManager.default.createDirectory(
        atPath: "\(program.folder)/\(name)", withIntermediateDirectories: true)
    }
    try program.write(week, to: "calendars/work/week.ics")
    try program.write(week, to: "calendars/Büro week.ics")
  }

  /// Records which calendars were open last.
  private func setLastOpened(_ names: String...) throws {
    let paths = names.map { "'\(program.folder)/\($0)'" }.joined(separator: ", ")
    try Data("[org/handspan/Handspan]\nlast-opened=[\(paths)]\n".utf8).write(
      to: URL(fileURLWithPath: "\(program.folder)/.config/glib-2.0/settings/keyfile"))
  }

  private func run(_ arguments: String...) throws -> Outcome {
    try program.run(arguments: arguments, with: ["GSETTINGS_BACKEND": "keyfile"])
  }

  private struct Row: Decodable, Equatable {
    var id: String
    var shortName: String?
    var name: String
    var color: String?
    var account: String?
    var readOnly: Bool
    var state: String
    var path: String
  }

  private func rows() throws -> [Row] {
    let outcome = try run("calendars", "--json")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    return try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8))
  }

  @Test func jsonListsTheCalendarsThatTheWindowWouldOpen() throws {
    try setLastOpened("calendars/work", "calendars/Büro week.ics", "stick/Work")
    try Data("Office\n".utf8).write(to: URL(fileURLWithPath: "\(program.folder)/calendars/work/displayname"))
    try Data("#ff8800".utf8).write(to: URL(fileURLWithPath: "\(program.folder)/calendars/work/color"))
    let rows = try rows()
    #expect(rows.map(\.id) == rows.map(\.path))
    #expect(rows.map(\.shortName) == [nil, "büro-week", nil])
    #expect(rows.map(\.name) == ["Office", "Büro week", "Work"])
    #expect(rows.map(\.state) == ["ready", "ready", "notAvailable"])
    #expect(
      rows.map(\.path)
        == ["calendars/work", "calendars/Büro week.ics", "stick/Work"].map { "\(program.folder)/\($0)" })
    #expect(rows[0].color == "#ff8800" && rows[1].color != nil && rows.allSatisfy { $0.account == nil })
    let objects = try #require(
      JSONSerialization.jsonObject(with: Data(try run("calendars", "--json").output.utf8)) as? [[String: Any]]
    )
    #expect(
      objects.allSatisfy {
        Set($0.keys)
          == ["id", "shortName", "name", "color", "account", "readOnly", "state", "error", "path"]
      })
    let width = "\(program.folder)/calendars/work".count
    let listing = [
      "\(program.folder)/calendars/work  Office",
      "büro-week".padding(toLength: width, withPad: " ", startingAt: 0) + "  Büro week",
      "\(program.folder)/stick/Work".padding(toLength: width, withPad: " ", startingAt: 0)
        + "  Work · not available", "",
    ]
    #expect(try run("calendars") == Outcome(output: listing.joined(separator: "\n"), errors: "", status: 0))
  }

  @Test func ambiguousNameIsRefusedAndTheIDsAreListed() throws {
    try setLastOpened("calendars/work", "calendars/Büro week.ics", "stick/Work")
    let message =
      "handspan: “work” is the name of several calendars. Use one of these IDs: "
      + "\(program.folder)/calendars/work, \(program.folder)/stick/Work\n"
    let options = ["--summary", "Swim", "--start", "2026-01-05", "--duration", "1440"]
    for arguments in [
      ["add", "work"] + options, ["list", "work", "--from", "2026-01-06", "--to", "2026-01-07"],
      ["search", "work", "walk"], ["check", "büro-week", "work"], ["open", "work"],
      ["export", "work", "--to", "copy.ics"],
    ] {
      #expect(
        try program.run(arguments: arguments, with: ["GSETTINGS_BACKEND": "keyfile"])
          == Outcome(output: "", errors: message, status: 2), "\(arguments)")
    }
    #expect(
      try run("add", "work-2", "--summary", "a", "--start", "2026-01-05", "--duration", "1440").status == 1)
    let id = try #require(rows().first).id
    #expect(try run("show", id, "walk").status == 0)
  }

  @Test func calendarIsStillFoundByItsIDAfterAnotherOneWithTheSameNameWasOpened() throws {
    try setLastOpened("calendars/work")
    let id = try #require(rows().first).id
    #expect(try run("show", "work", "walk").status == 0)
    try setLastOpened("stick/Work", "calendars/work")
    #expect(try rows().last?.id == id)
    #expect(try run("show", id, "walk").status == 0)
    #expect(try run("show", "work", "walk").status == 2)
  }

  @Test func ownCalendarIsListedIfNoneWasOpen() throws {
    #expect(try rows().map(\.shortName) == ["personal"])
    let outcome = try run(
      "add", "personal", "--summary", "Swim", "--start", "2026-01-05", "--duration", "1440")
    #expect(outcome.status == 0)
    #expect(try rows().map(\.name) == ["Personal"])
    #expect(try run("list", "--all", "--from", "2026-01-05", "--to", "2026-01-06").output.contains("Swim"))
  }

  @Test func everyCommandAcceptsAnID() throws {
    try setLastOpened("calendars/work", "calendars/Büro week.ics")
    let dateOptions = ["--from", "2026-01-05", "--to", "2026-01-07"]
    let listing = try program.run(
      arguments: ["list", "büro-week"] + dateOptions, with: ["GSETTINGS_BACKEND": "keyfile"])
    #expect(listing.status == 0 && listing.output.contains("Walk"))
    #expect(try run("show", "work", "walk").output.hasPrefix("Walk"))
    #expect(try run("check", "work", "büro-week") == Outcome(output: "", errors: "", status: 0))
    #expect(try run("move", "work", "walk", "--by", "30").status == 0)
    #expect(try run("stretch", "work", "walk", "--end", "2026-01-06T21:00").status == 0)
    #expect(try program.lines("calendars/work/week.ics").contains("DTSTART:20260106T183000"))
    #expect(try run("delete", "work", "walk").status == 0)
    #expect(try run("show", "work", "walk").status == 1)
    #expect(try run("show", "büro-week", "walk").status == 0)
    #expect(try run("render", "work", "--date", "2026-01-05", "-o", "day.svg").status == 0)
  }

  @Test func existingPathTakesPrecedence() throws {
    try setLastOpened("calendars/work")
    try FileManager.default.createDirectory(
      atPath: "\(program.folder)/work", withIntermediateDirectories: true)
    #expect(try run("show", "work", "walk").status == 1)
    #expect(try run("show", "./calendars/work", "walk").status == 0)
  }

  @Test func errorForAnUnknownIDListsTheKnownIDs() throws {
    try setLastOpened("calendars/work", "calendars/Büro week.ics")
    let message =
      "handspan: “home” is neither a path nor the ID of a calendar. These IDs are known: work, büro-week\n"
    #expect(
      try run("add", "home", "--summary", "Swim", "--start", "2026-01-05", "--duration", "1440")
        == Outcome(output: "", errors: message, status: 1))
    let outcome = try run("list", "home", "work", "--from", "2026-01-06", "--to", "2026-01-07")
    #expect(outcome.status == 1 && outcome.errors == message && outcome.output.contains("Walk"))
    #expect(try run("check", "home").errors == message)
    #expect(try run("check", "home.ics").errors.contains("“home.ics” was not found"))
  }

  @Test func listAcceptsEitherPathsOrAll() throws {
    try setLastOpened("calendars/work")
    #expect(try run("list", "--from", "2026-01-05", "--to", "2026-01-06").status == 2)
    #expect(try run("list", "work", "--all", "--from", "2026-01-05", "--to", "2026-01-06").status == 2)
    #expect(try run("list", "--all", "--from", "2026-01-06", "--to", "2026-01-07").output.contains("Walk"))
  }

  @Test func setWritesTheNameAndTheColorOfAFolder() throws {
    try setLastOpened("calendars/empty", "calendars/Büro week.ics")
    #expect(
      try run("calendars", "set", "empty", "--name", " Ada’s  club ", "--color", "#FF8800")
        == Outcome(output: "", errors: "", status: 0))
    #expect(try program.bytes("calendars/empty/displayname") == Data("Ada’s club".utf8))
    #expect(try program.bytes("calendars/empty/color") == Data("#ff8800".utf8))
    #expect(try rows().first?.name == "Ada’s club")
    let originalBytes = try program.bytes("calendars/Büro week.ics")
    #expect(try run("calendars", "set", "büro-week", "--name", "Week").status == 1)
    #expect(try program.bytes("calendars/Büro week.ics") == originalBytes)
    for arguments in [[], ["--name", " "], ["--color", "orange"]] {
      #expect(try program.run(arguments: ["calendars", "set", "empty"] + arguments).status == 2)
    }
  }

  @Test func chosenNamesAndColorsOfFilesAreShownAsInTheWindow() throws {
    let path = "\(program.folder)/calendars/Büro week.ics"
    try Data(
      """
      [org/handspan/Handspan]
      last-opened=['\(program.folder)/calendars/work', '\(path)']
      chosen-names=['Chosen\\t\(path)']
      chosen-colors=['#ff00aa \(path)']

      """.utf8
    ).write(to: URL(fileURLWithPath: "\(program.folder)/.config/glib-2.0/settings/keyfile"))
    let days = ["--from", "2026-01-06", "--to", "2026-01-07"]
    func run(_ arguments: [String]) throws -> Outcome {
      try program.run(arguments: arguments, with: ["GSETTINGS_BACKEND": "keyfile"])
    }
    struct Event: Decodable {
      var uid: String
      var calendarName: String
      var color: String
    }
    // The calendar is given by its ID, then by a relative path.
    for name in ["büro-week", "calendars/Büro week.ics"] {
      let output = try run(["list", name, "--json"] + days).output
      let walk = try #require(
        JSONDecoder().decode([Event].self, from: Data(output.utf8)).first { $0.uid == "walk" })
      #expect(walk.calendarName == "Chosen" && walk.color == "#ff00aa")
      #expect(try run(["search", name, "chosen walk"]).output.contains("Walk"))
      #expect(try run(["render", name, "--date", "2026-01-06", "-o", "day.svg"]).status == 0)
      let chosenPicture = try program.bytes("day.svg")
      #expect(try run(["render", "work", "--date", "2026-01-06", "-o", "day.svg"]).status == 0)
      #expect(try program.bytes("day.svg") != chosenPicture)
    }
  }

  @Test func searchAcceptsIDs() throws {
    try setLastOpened("calendars/work", "calendars/Büro week.ics")
    let outcome = try run("search", "work", "walk")
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.output.contains("Walk"))
    let unknownIDOutcome = try run("search", "wrok", "walk")
    #expect(unknownIDOutcome.status == 1)
    #expect(
      unknownIDOutcome.errors.contains(
        "“wrok” is neither a path nor the ID of a calendar. These IDs are known: work, büro-week"))
  }
}
