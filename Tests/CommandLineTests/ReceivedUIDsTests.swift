import Foundation
import Testing

/// Files in which several events have the same UID, or none.
@Suite(.enabled(if: hasZones, "the time zone database (tzdata) is not installed")) struct ReceivedUIDsTests {
  private let program: Program

  init() throws { program = try Program() }

  private static let twoSeries = [
    "BEGIN:VEVENT", "UID:one", "DTSTAMP:20260101T000000Z", "SEQUENCE:1", "DTSTART:20260302T090000Z",
    "RRULE:FREQ=DAILY;COUNT=3", "SUMMARY:Early", "END:VEVENT", "BEGIN:VEVENT", "UID:one",
    "DTSTAMP:20260101T000000Z", "SEQUENCE:1", "DTSTART:20260302T150000Z", "RRULE:FREQ=DAILY;COUNT=3",
    "SUMMARY:Late", "END:VEVENT",
  ]

  private static let twoSeriesWithoutUID = twoSeries.filter { $0 != "UID:one" }

  private static let singleEventAndSeries = [
    "BEGIN:VEVENT", "UID:one", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T090000Z", "SUMMARY:Single",
    "END:VEVENT", "BEGIN:VEVENT", "UID:one", "DTSTAMP:20260101T000000Z", "DTSTART:20260302T150000Z",
    "RRULE:FREQ=DAILY;COUNT=3", "SUMMARY:Series", "END:VEVENT",
  ]

  private func restore(_ file: String, _ bytes: Data) throws {
    try bytes.write(to: URL(fileURLWithPath: "\(program.folder)/\(file)"))
  }

  @Test(arguments: ["38b-identical-twice.ics", "38c-one-uid-for-all.ics", "50-no-uids.ics"])
  func eachEventIsDeletedAndMovedByItsIndex(name: String) throws {
    let file = try program.receive(name)
    let original = try program.bytes(file)
    let rows = try program.rows(file)
    for (position, row) in rows.enumerated() {
      let deleted = try program.run("delete", file, "--index", try #require(row.index))
      #expect(deleted.status == 0, "\(deleted.errors)")
      var expected = rows.map(\.start)
      expected.remove(at: position)
      #expect(try program.rows(file).map(\.start) == expected)
      try restore(file, original)
      let moved = try program.run(
        "move", file, "--index", try #require(row.index), "--to", "2030-01-01T00:00:00Z")
      #expect(moved.status == 0, "\(moved.errors)")
      #expect(
        try program.rows(file, zone: "UTC").map(\.start).filter { $0 == "2030-01-01T00:00:00Z" }.count == 1)
      #expect(try program.rows(file).count == rows.count)
      try restore(file, original)
    }
  }

  @Test func eventThatDoesNotRepeatIsNamedApartFromAStrayOccurrence() throws {
    let file = "stray.ics"
    let lines =
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x"] + Self.singleEventAndSeries.prefix(6) + [
        "BEGIN:VEVENT", "UID:one", "DTSTAMP:20260101T000000Z", "RECURRENCE-ID:20260304T090000Z",
        "DTSTART:20260304T110000Z", "SUMMARY:Stray", "END:VEVENT", "END:VCALENDAR",
      ]
    let bytes = Data(lines.map { $0 + "\r\n" }.joined().utf8)
    for arguments in [
      ["--occurrence", "2026-03-02T09:00:00Z"],
      ["--index"],
    ] {
      try restore(file, bytes)
      let index = try #require(try program.rows(file, zone: "UTC").first?.index)
      let name = arguments == ["--index"] ? ["--index", index] : ["one"] + arguments
      let moved = try program.run(arguments: ["move", file] + name + ["--by", "60"])
      #expect(moved.status == 0, "\(moved.errors)")
      #expect(
        try program.rows(file, zone: "UTC").map(\.start) == ["2026-03-02T10:00:00Z", "2026-03-04T11:00:00Z"])
    }
    try restore(file, bytes)
    let deleted = try program.run(
      "delete", file, "one", "--occurrence", "2026-03-04T09:00:00Z", "--scope", "all")
    #expect(deleted.status == 0, "\(deleted.errors)")
    #expect(try program.rows(file, zone: "UTC").map(\.start) == ["2026-03-02T09:00:00Z"])
  }

  @Test func eventIsNamedByItsStart() throws {
    let file = try program.receive("38c-one-uid-for-all.ics")
    let moved = try program.run(
      "move", file, "fixture@hunt", "--occurrence", "2024-06-17T20:00:00+02:00", "--by", "60")
    #expect(moved.status == 0, "\(moved.errors)")
    let deleted = try program.run("delete", file, "fixture@hunt", "--occurrence", "2024-06-24T18:00:00Z")
    #expect(deleted.status == 0, "\(deleted.errors)")
    #expect(
      try program.rows(file, zone: "UTC").map(\.start) == ["2024-06-10T18:00:00Z", "2024-06-17T19:00:00Z"])
    let unnamed = try program.receive("50-no-uids.ics")
    let unnamedDeleted = try program.run("delete", unnamed, "", "--occurrence", "2024-06-10T18:00:00Z")
    #expect(unnamedDeleted.status == 0, "\(unnamedDeleted.errors)")
    #expect(try program.rows(unnamed).map(\.summary) == ["Lesson 17", "Lesson 17", "Lesson 24"])
  }

  @Test(arguments: [
    ("38b-identical-twice.ics", "8ca6@hunt", "2017-12-21T11:04:00Z"),
    ("50-no-uids.ics", "", "2024-06-17T18:00:00Z"),
  ])
  func adviceNamesTheIndex(name: String, uid: String, start: String) throws {
    let file = try program.receive(name)
    let original = try program.bytes(file)
    for options in [[], ["--occurrence", start]] {
      let refused = try program.run(arguments: ["delete", file, uid] + options)
      #expect(refused.status == 1)
      #expect(refused.errors.contains("--index"), "\(refused.errors)")
    }
    let none = try program.run("delete", file, uid, "--occurrence", "2001-01-01T00:00:00Z")
    #expect(none.status == 1)
    #expect(try program.run("show", file, uid).errors.contains("--index"))
    #expect(try program.bytes(file) == original)
  }

  @Test func indexIsRefusedAfterTheFileHasChanged() throws {
    let file = try program.receive("50-no-uids.ics")
    let rows = try program.rows(file)
    #expect(Set(rows.compactMap(\.index)).count == 4)
    _ = try program.run("add", file, "--summary", "x", "--start", "2030-01-01", "--duration", "1440")
    let changed = try program.bytes(file)
    for row in rows {
      let refused = try program.run("delete", file, "--index", try #require(row.index))
      #expect(refused.status == 1)
      #expect(refused.errors.contains("has changed"), "\(refused.errors)")
    }
    for index in ["1", "0-0000000000000000", "x"] {
      #expect(try program.run("delete", file, "--index", index).status == 2)
    }
    #expect(try program.run("delete", file).status == 2)
    #expect(try program.run("delete", file, "x", "--index", try #require(rows[0].index)).status == 2)
    #expect(try program.bytes(file) == changed)
  }

  @Test func indexNamesAnEventOfAFolder() throws {
    let folder = "\(program.folder)/calendar"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["38c-one-uid-for-all.ics", "50-no-uids.ics"] {
      _ = try program.receive(name)
      try FileManager.default.moveItem(atPath: "\(program.folder)/\(name)", toPath: "\(folder)/\(name)")
    }
    let row = try #require(try program.rows("calendar").first { $0.summary == "Match 17" })
    let shown = try program.run("show", "calendar", "--index", try #require(row.index))
    #expect(shown.output.hasPrefix("Match 17"), "\(shown.output) \(shown.errors)")
    #expect(try program.run("delete", "calendar", "--index", try #require(row.index)).status == 0)
    #expect(
      try program.rows("calendar").map(\.summary).filter { $0.hasPrefix("Match") } == [
        "Match 10", "Match 24",
      ])
  }

  @Test(arguments: [twoSeries, twoSeriesWithoutUID, singleEventAndSeries])
  func eachSeriesIsEditedAsAWhole(lines: [String]) throws {
    let file = try program.writeEvents(lines)
    let original = try program.bytes(file)
    let rows = try program.rows(file, zone: "UTC")
    for summary in Set(rows.map(\.summary)) {
      let own = rows.filter { $0.summary == summary }
      let others = rows.filter { $0.summary != summary }.map(\.start)
      let index = try #require(own[0].index)
      let scope = own.count == 1 ? [] : ["--occurrence", own[0].start, "--scope", "all"]
      let moved = try program.run(arguments: ["move", file, "--index", index, "--by", "60"] + scope)
      #expect(moved.status == 0, "\(summary): \(moved.errors)")
      var result = try program.rows(file, zone: "UTC")
      #expect(result.filter { $0.summary != summary }.map(\.start) == others)
      #expect(
        result.filter { $0.summary == summary }.map(\.start)
          == own.map { $0.start.replacing("T09", with: "T10").replacing("T15", with: "T16") })
      try restore(file, original)
      let deleted = try program.run(arguments: ["delete", file, "--index", index] + scope)
      #expect(deleted.status == 0, "\(deleted.errors)")
      result = try program.rows(file, zone: "UTC")
      #expect(result.map(\.start) == others)
      try restore(file, original)
    }
  }

  @Test(arguments: [twoSeries, twoSeriesWithoutUID])
  func occurrenceOfEachSeriesIsDeleted(lines: [String]) throws {
    let file = try program.writeEvents(lines)
    let original = try program.bytes(file)
    let rows = try program.rows(file, zone: "UTC")
    for row in rows {
      let deleted = try program.run(
        "delete", file, "--index", try #require(row.index), "--occurrence", row.start, "--scope", "this")
      #expect(deleted.status == 0, "\(deleted.errors)")
      #expect(
        try program.rows(file, zone: "UTC").map(\.start) == rows.map(\.start).filter { $0 != row.start })
      try restore(file, original)
    }
    // Without a UID of its own, a series cannot have a changed occurrence.
    let late = try #require(rows.last)
    let moved = try program.run(
      "move", file, "--index", try #require(late.index), "--occurrence", late.start, "--scope", "this",
      "--by",
      "60")
    #expect(moved.status == 1)
    #expect(try program.bytes(file) == original)
  }
}
