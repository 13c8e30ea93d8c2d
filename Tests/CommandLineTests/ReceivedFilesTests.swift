import Foundation
import Testing

/// Files as other programs write them, each with a fault or a form that was read wrongly. The expected results come
/// from RFC 5545, 5546, 7986, 9073 and 9074.
@Suite(.enabled(if: hasZones, "the time zone database (tzdata) is not installed")) struct ReceivedFilesTests {
  private let program: Program

  init() throws { program = try Program() }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Data/Received")

  /// Copies a file into the program's folder, and returns its name there.
  private func receive(_ name: String) throws -> String {
    try FileManager.default.copyItem(
      at: Self.folder.appendingPathComponent(name), to: URL(fileURLWithPath: "\(program.folder)/\(name)"))
    return name
  }

  private func write(_ lines: [String]) throws -> String {
    try program.write(
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test"] + lines + ["END:VCALENDAR"], to: "own.ics")
    return "own.ics"
  }

  private func event(_ lines: String...) -> [String] {
    ["BEGIN:VEVENT", "UID:one", "DTSTAMP:20260101T000000Z", "SUMMARY:One"] + lines + ["END:VEVENT"]
  }

  private struct Row: Decodable {
    var uid: String
    var start: String
    var end: String
    var status: String
  }

  private func rows(_ file: String, zone: String = "Europe/Berlin") throws -> [Row] {
    let outcome = try program.run(
      "list", file, "--from", "2000-01-01", "--to", "2040-01-01", "--json", "--zone", zone)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8))
  }

  // MARK: All-day events

  @Test(arguments: ["Europe/Berlin", "America/New_York", "Pacific/Auckland"])
  func allDayEventsEndOnTheSameDayInEveryZone(zone: String) throws {
    let mixed = try rows(try receive("22-mixed-date-and-datetime.ics"), zone: zone)
    let ends = Dictionary(mixed.map { ($0.uid, $0.end) }, uniquingKeysWith: { first, _ in first })
    #expect(ends["mx1@hunt"] == "2021-05-10")
    #expect(ends["mx2@hunt"] == "2016-01-12")
    #expect(ends["mx3@hunt"] == "2023-08-17")
    #expect(ends["mx4@hunt"] == "2023-09-04")
  }

  @Test func endOfAnAllDayEventIsTheDayAfterTheLastOne() throws {
    let bare = try rows(try receive("23-bare-dates.ics"))
    #expect(
      bare.filter { !$0.start.contains("T") }.map { "\($0.start) \($0.end)" } == [
        "2013-08-07 2013-08-08", "2019-10-04 2019-10-05", "2022-09-01 2022-09-02", "2023-10-08 2023-10-13",
      ])
  }

  @Test(arguments: [
    ("DURATION:P0D", "2026-03-03"), ("DURATION:PT36H", "2026-03-04"), ("DURATION:-P1D", "2026-03-03"),
    ("DTEND;VALUE=DATE:20260301", "2026-03-03"), ("DTEND:20260302T000000", "2026-03-03"),
    ("DTEND;TZID=Asia/Tokyo:20260304T000000", "2026-03-04"), ("DTEND:20260304T000001", "2026-03-05"),
  ])
  func allDayEventLastsWholeDays(end: String, dayAfter: String) throws {
    let file = try write(event("DTSTART;VALUE=DATE:20260302", end))
    #expect(try rows(file).map(\.end) == [dayAfter])
  }

  // MARK: Status

  @Test func canceledOccurrencesAreMarkedInEveryCommand() throws {
    let file = try receive("25-cancelled-overrides.ics")
    let canceled = try rows(file).filter { $0.status == "cancelled" }.map(\.start)
    #expect(canceled == ["2016-12-26T10:15:00+01:00", "2017-01-02T10:15:00+01:00"])
    let list = try program.run("list", file, "--from", "2016-12-26", "--to", "2016-12-27")
    #expect(list.output.contains("Lecture · Canceled"))
    let show = try program.run("show", file, "ca@hunt", "--from", "2016-12-19", "--count", "3")
    #expect(show.output.components(separatedBy: "Canceled").count == 3, "\(show.output)")
  }

  @Test(arguments: [("TENTATIVE", "tentative", "Tentative"), ("CANCELLED", "cancelled", "Canceled")])
  func statusIsInTheOutputs(value: String, name: String, word: String) throws {
    let file = try write(event("DTSTART:20260302T090000Z", "STATUS:\(value)", "LOCATION:Room 5"))
    #expect(try rows(file).map(\.status) == [name])
    #expect(try program.run("search", file, "one").output.contains("One · \(word) · Room 5"))
    #expect(try program.run("show", file, "one").output.contains(word))
    #expect(try program.run("show", file, "one", "--json").output.contains("\"status\": \"\(name)\""))
  }

  // MARK: Structure

  @Test func eventsInOtherComponentsAreNotEventsOfTheCalendar() throws {
    #expect(try rows(try receive("75-mixed-components.ics")).map(\.uid) == ["ev@hunt"])
    #expect(try rows(try receive("81-vpoll.ics")).map(\.uid) == ["real@hunt"])
    for file in ["75-mixed-components.ics", "81-vpoll.ics"] {
      let check = try program.run("check", file)
      #expect(!check.output.contains("no END"), "\(check.output)")
    }
  }

  @Test func eventIsInsideAnUnknownComponentOnlyIfThatHasAnEnd() throws {
    let inner = event("DTSTART:20260302T090000Z")
    #expect(try rows(try write(["BEGIN:X-POLL"] + inner + ["END:X-POLL"])).isEmpty)
    #expect(try rows(try write(["BEGIN:X-POLL", "X-A:1"] + inner)).map(\.uid) == ["one"])
    #expect(try rows(try write(["BEGIN:X-POLL", "BEGIN:X-ITEM"] + inner)).map(\.uid) == ["one"])
    let many = Array(repeating: "BEGIN:X-POLL", count: 100)
    #expect(try rows(try write(many + inner)).map(\.uid) == ["one"])
  }

  @Test(arguments: [
    "59-missing-end-vevent.ics", "59b-missing-end-in-the-middle.ics", "59c-valarm-without-end.ics",
  ])
  func eventsWithoutAnEndAreExportedAndImported(name: String) throws {
    let file = try receive(name)
    let uids = try rows(file).map(\.uid)
    #expect(!uids.isEmpty)
    let export = try program.run("export", file, "--to", "exported.ics")
    #expect(export.status == 0, "\(export.errors)")
    #expect(try rows("exported.ics").map(\.uid) == uids)
    #expect(try program.run("check", "exported.ics").output.contains("END") == (name.hasPrefix("59c")))
    try program.write(
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test", "END:VCALENDAR"], to: "target.ics")
    // Without END:VCALENDAR, the rest of the file may be missing, so it is refused; the export is complete.
    let imported = try program.run(
      "import", name.hasPrefix("59-") ? "exported.ics" : file, "--into", "target.ics")
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(try rows("target.ics").map(\.uid) == uids)
  }

  @Test func supersededRevisionsAreNotExported() throws {
    let file = try write(
      event("SEQUENCE:1", "DTSTART:20260302T090000Z") + event("SEQUENCE:2", "DTSTART:20260303T090000Z"))
    _ = try program.run("export", file, "--to", "exported.ics")
    #expect(try program.lines("exported.ics").filter { $0.hasPrefix("SEQUENCE") } == ["SEQUENCE:2"])
    _ = try program.run("export", try receive("30-two-overrides-utc-and-tzid.ics"), "--to", "overrides.ics")
    #expect(try program.run("check", "overrides.ics").output.contains("newer revision") == false)
  }

  // MARK: Stamps

  @Test func stampsAreWrittenInUTCWithoutAZone() throws {
    let file = try receive("52c-dtstamp-with-tzid.ics")
    let moved = try program.run("move", file, "s@hunt", "--to", "2026-07-01T13:00")
    #expect(moved.status == 0, "\(moved.errors)")
    let stamps = try program.lines(file).filter { $0.hasPrefix("DTSTAMP") || $0.hasPrefix("LAST-MODIFIED") }
    for stamp in stamps {
      #expect(stamp.wholeMatch(of: /(DTSTAMP|LAST-MODIFIED):\d{8}T\d{6}Z/) != nil, "\(stamp)")
    }
    #expect(stamps.count == 2)
  }

  // MARK: Messages

  /// Imports files into a new calendar one after the other, and returns the exit statuses.
  private func importAll(_ names: [String], _ options: String...) throws -> [Int32] {
    try program.write(
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test", "END:VCALENDAR"], to: "target.ics")
    return try names.map { name in
      try program.run(arguments: ["import", try receive(name), "--into", "target.ics"] + options).status
    }
  }

  @Test func messagesChangeOnlyWhatTheirMethodAllows() throws {
    let names = ["39a-request.ics", "40-reply.ics", "40b-counter.ics", "40c-refresh.ics"]
    #expect(try importAll(names) == [0, 1, 1, 1])
    #expect(
      try rows("target.ics").map { "\($0.start) \($0.status)" } == ["2026-06-10T10:00:00+02:00 confirmed"])
    #expect(try program.lines("target.ics").contains("DESCRIPTION:Agenda and dial-in"))
    let cancel = try program.run("import", try receive("39c-cancel-minimal.ics"), "--into", "target.ics")
    #expect(cancel.status == 0)
    #expect(
      try rows("target.ics").map { "\($0.start) \($0.status)" } == ["2026-06-10T10:00:00+02:00 cancelled"])
  }

  @Test func replyCountsForTheOrganizer() throws {
    #expect(try importAll(["39a-request.ics", "40-reply.ics"], "--me", "ann@example.com") == [0, 0])
    let text = try program.lines("target.ics").joined().replacing("\r\n ", with: "")
    #expect(text.contains("RSVP=TRUE;PARTSTAT=ACCEPTED"))
    #expect(text.contains("SUMMARY:Budget meeting"))
  }

  @Test func messagesAboutASeriesChangeSingleOccurrences() throws {
    try program.write(
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test"]
        + [
          "BEGIN:VEVENT", "UID:ser@hunt", "DTSTAMP:20260501T100000Z", "ORGANIZER:mailto:ann@example.com",
          "ATTENDEE:mailto:bob@example.com", "DTSTART;TZID=Europe/Berlin:20260601T100000",
          "DTEND;TZID=Europe/Berlin:20260601T110000", "RRULE:FREQ=WEEKLY;COUNT=4", "SUMMARY:Weekly",
          "END:VEVENT",
        ] + ["END:VCALENDAR"], to: "series.ics")
    let statuses = try ["40d-reply-one-occurrence.ics", "40e-add.ics", "42-cancel-one-occurrence.ics"].map {
      try program.run("import", try receive($0), "--into", "series.ics").status
    }
    #expect(statuses == [1, 0, 0])
    let zone = "+02:00"
    #expect(
      try rows("series.ics").map { "\($0.start) \($0.status)" } == [
        "2026-06-01T10:00:00\(zone) confirmed", "2026-06-03T15:00:00\(zone) confirmed",
        "2026-06-08T10:00:00\(zone) confirmed", "2026-06-15T10:00:00\(zone) cancelled",
        "2026-06-22T10:00:00\(zone) confirmed",
      ])
  }

  // MARK: Zones

  @Test func zonesOfOneNameAndDifferentRulesAreKeptApart() throws {
    #expect(try importAll(["87a-invite-perth.ics", "87b-invite-new-york.ics"]) == [0, 0])
    let starts = try rows("target.ics", zone: "UTC").map(\.start)
    #expect(starts == ["2024-06-11T01:00:00Z", "2024-06-12T14:00:00Z"])
  }

  @Test(arguments: [
    ["89a-outlook-desktop-zone.ics", "89b-exchange-zone.ics"],
    ["89e-zone-with-tzname.ics", "89f-zone-without-tzname.ics"],
  ])
  func sameRulesAreTheSameZoneHoweverTheyAreWritten(names: [String]) throws {
    #expect(try importAll(names) == [0, 0])
    #expect(try program.lines("target.ics").filter { $0 == "BEGIN:VTIMEZONE" }.count == 1)
    #expect(try rows("target.ics", zone: "UTC").allSatisfy { $0.start.hasSuffix("T07:00:00Z") })
  }

  // MARK: Encodings

  private static let readable: [(file: String, texts: [String])] = [
    ("57a-latin1.ics", ["SUMMARY:Café Müller"]),
    (
      "57c-windows-1252.ics",
      [
        "SUMMARY:Preis: 20 € – „Größe“ …", "LOCATION:Straße des 17. Juni", "CATEGORIES:Büro,Ausflüge",
        "ATTENDEE;CN=Jörg Weiß;PARTSTAT=ACCEPTED:mailto:joerg@example.com", "X-NOTE:Größe",
        "DESCRIPTION:Führung",
        "DESCRIPTION:Bitte pünktlich: die Führung beginnt um zehn Uhr, danach gibt "
          + "es Kaffee\\, Tee und Gebäck für alle Gäste",
      ]
    ),
    (
      "57d-mixed-encodings.ics",
      [
        "SUMMARY:Frühstück – Übergabe", "LOCATION:Café Müller", "SUMMARY:Zürich\u{81}",
        "DESCRIPTION:" + String(repeating: "0123456789", count: 6) + "xxÄrztin",
      ]
    ),
    ("57b-utf16le-bom.ics", ["SUMMARY:Café Müller"]),
    ("57e-utf16be-series.ics", ["SUMMARY:Größe 🎈 漢字", "LOCATION:Здесь"]),
    ("57f-utf16le-surrogate.ics", ["SUMMARY:Café €"]),
    (
      "33-quoted-printable-v2.ics",
      ["SUMMARY:Grüne Tonne", #"DESCRIPTION:Bitte bis 6 Uhr an die Straße stellen\nDanke"#]
    ),
    (
      "33b-quoted-printable-soft-break.ics",
      [
        #"DESCRIPTION:Agenda:\n- item one\nDTSTART is not here\n- END:VEVENT is not here either\n"#
      ]
    ),
    (
      "33c-quoted-printable-latin1.ics",
      [
        #"SUMMARY:Köln\, Dom\; Tür 3"#, "CATEGORIES:Büro,Ausflug", "X-A;X-B=1:20 €", "LOCATION:Ende fehlt ",
        #"DESCRIPTION:Ablauf:\nEND:VEVENT ist kein Ende\nBEGIN: acht Uhr   zwei Leerzeichen"#,
      ]
    ),
    (
      "33d-quoted-printable-folded.ics",
      [
        "SUMMARY;LANGUAGE=de:Übergabe der Schlüssel", "DESCRIPTION:Größe", "COMMENT:plain",
        #"ATTENDEE;CN="Weiß; QUOTED-PRINTABLE":mailto:w=C3@example.com"#,
      ]
    ),
    ("34-vcalendar-1.0.vcs.ics", ["SUMMARY:Zählung"]), ("34b-vcalendar-rules.vcs.ics", ["SUMMARY:Zähler"]),
  ]

  /// Returns the unfolded lines of a file that must be UTF-8.
  private func unfoldedLines(_ name: String) throws -> [String] {
    let text = try #require(String(data: program.bytes(name), encoding: .utf8), "\(name) is not UTF-8")
    let endings = text.replacing("\r\n", with: "\n")
    return endings.replacing("\n ", with: "").components(separatedBy: "\n")
  }

  @Test(arguments: readable)
  func whatIsWrittenIsUTF8WhateverWasRead(file: String, texts: [String]) throws {
    #expect(try importAll([file]) == [0])
    try FileManager.default.createDirectory(
      atPath: program.folder + "/folder", withIntermediateDirectories: true)
    try program.write(
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test"] + event("DTSTART:20240101T080000Z")
        + ["END:VCALENDAR"], to: "folder/one.ics")
    #expect(try program.run("import", file, "--into", "folder").status == 0)
    for source in [file, "target.ics", "folder"] {
      #expect(try program.run("export", source, "--to", "\(source).exported").status == 0)
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: program.folder + "/folder")
    let inFolder = try files.filter { $0.hasSuffix(".ics") }.flatMap { try unfoldedLines("folder/\($0)") }
    for text in texts {
      #expect(inFolder.contains(text), "\(text)")
      for name in ["target.ics", "\(file).exported", "target.ics.exported", "folder.exported"] {
        #expect(try unfoldedLines(name).contains(text), "\(name): \(text)")
      }
    }
    // What has been imported is recognized, although its bytes differ.
    let target = try program.bytes("target.ics")
    #expect(try program.run("import", file, "--into", "target.ics").status == 0)
    #expect(try program.bytes("target.ics") == target)
  }

  @Test func anEditKeepsTheBytesOfOtherLines() throws {
    let file = try receive("57c-windows-1252.ics")
    let old = try program.bytes(file).split(separator: 0x0A)
    #expect(try program.run("move", file, "win1@example", "--to", "2024-06-11T12:00").status == 0)
    let new = try program.bytes(file).split(separator: 0x0A)
    #expect(
      old.filter { !new.contains($0) }.map { String(decoding: $0.prefix(7), as: UTF8.self) } == [
        "DTSTAMP", "DTSTART",
      ])
  }

  @Test func checkNamesLinesInOtherEncodings() throws {
    let mixed = try program.run("check", try receive("57d-mixed-encodings.ics")).output
    #expect(mixed.contains("57d-mixed-encodings.ics:9: This line is not UTF-8"), "\(mixed)")
    #expect(mixed.contains("57d-mixed-encodings.ics:17: This line is neither"), "\(mixed)")
    #expect(mixed.components(separatedBy: "This line is").count == 3, "\(mixed)")
    let latin1 = try program.run("check", try receive("57a-latin1.ics")).output
    #expect(latin1.contains("57a-latin1.ics:8: This line is not UTF-8"), "\(latin1)")
  }

  @Test(arguments: ["57b-utf16le-bom.ics", "57e-utf16be-series.ics", "57f-utf16le-surrogate.ics"])
  func anEditKeepsUTF16(name: String) throws {
    let file = try receive(name)
    let isBigEndian = name.contains("16be")
    func units() throws -> [[UInt16]] {
      let bytes = [UInt8](try program.bytes(file))
      var lines: [[UInt16]] = [[]]
      for position in stride(from: 0, to: bytes.count, by: 2) {
        let (first, second) = (UInt16(bytes[position]), UInt16(bytes[position + 1]))
        let unit: UInt16 = isBigEndian ? first << 8 | second : second << 8 | first
        if unit == 0x0A { lines.append([]) } else { lines[lines.count - 1].append(unit) }
      }
      return lines
    }
    let old = try units()
    let uid = try #require(rows(file).first?.uid)
    let scope = name.contains("series") ? ["--occurrence", "2024-06-10", "--scope", "all"] : []
    let start = name.contains("series") ? "2024-06-17" : "2024-06-17T12:00"
    let move = try program.run(arguments: ["move", file, uid, "--to", start] + scope)
    #expect(move.status == 0, "\(move.errors)")
    let new = try units()
    #expect(old.first == new.first && old.count == new.count)
    let changedLines: [[UInt16]] = zip(old, new).filter { $0 != $1 }.map(\.1)
    let changes = changedLines.map { String(decoding: $0.prefix(7), as: UTF16.self) }
    #expect(changes == ["DTSTAMP", "DTSTART"])
    #expect(try program.run("check", file).output.contains("\(name):1: The file is UTF-16"))
  }

  // MARK: Foreign forms

  @Test(arguments: [
    ("33-quoted-printable-v2.ics:8", "This line is quoted-printable"),
    ("33b-quoted-printable-soft-break.ics:7", "This line is quoted-printable"),
    ("33d-quoted-printable-folded.ics:11", "This line has a CHARSET"),
    ("33d-quoted-printable-folded.ics:12", "The CHARSET of this line is unknown"),
    ("34-vcalendar-1.0.vcs.ics:2", "The calendar is vCalendar 1.0"),
    ("34-vcalendar-1.0.vcs.ics:11", "RRULE is a rule of vCalendar 1.0, which is not read"),
    ("34-vcalendar-1.0.vcs.ics:21", "RRULE is a rule of vCalendar 1.0, which is not read"),
    ("34c-vcalendar-yearly.vcs.ics:8", "RRULE is a rule of vCalendar 1.0, which is not read"),
    ("96-exchange-allday-as-times.ics:22", "X-MICROSOFT-CDO-ALLDAYEVENT makes this an all-day event"),
    ("97-iso-dates.ics:7", "DTSTART is written with hyphens"),
    ("97b-iso-series.ics:9", "EXDATE is written with hyphens"),
    ("97c-iso-times.ics:14", "DTSTART is not a date or a time"),
  ])
  func checkNamesForeignForms(place: String, message: String) throws {
    let file = try receive(String(place.prefix { $0 != ":" }))
    let check = try program.run("check", file).output
    #expect(check.contains("\(place): \(message)"), "\(check)")
  }

  @Test(arguments: ["Europe/Berlin", "America/New_York", "Pacific/Auckland"])
  func eventsMarkedAsAllDayAreOnTheSameDaysEverywhere(zone: String) throws {
    let days = { (row: Row) in "\(row.start) \(row.end)" }
    #expect(
      try rows(receive("96-exchange-allday-as-times.ics"), zone: zone).map(days) == ["2024-06-10 2024-06-11"])
    #expect(
      try rows(receive("96b-allday-series-as-times.ics"), zone: zone).map(days) == [
        "2024-06-10 2024-06-11", "2024-06-11 2024-06-12", "2024-06-14 2024-06-15", "2024-06-15 2024-06-16",
        "2024-06-20 2024-06-22",
      ])
    let flags = try rows(receive("96c-allday-flags.ics"), zone: zone)
    #expect(
      flags.filter { !$0.start.contains("T") }.map(days) == [
        "2024-06-10 2024-06-12", "2024-06-14 2024-06-15",
      ])
    #expect(flags.filter { $0.start.contains("T") }.map(\.uid) == ["f2@example", "f3@example"])
  }

  @Test func isoDatesAreRead() throws {
    #expect(
      try rows(receive("97-iso-dates.ics")).map { "\($0.start) \($0.end)" } == [
        "2026-03-02 2026-03-04", "2026-03-02T10:00:00+01:00 2026-03-02T12:00:00+01:00",
        "2026-03-05T09:00:00+01:00 2026-03-05T10:00:00+01:00",
      ])
    #expect(
      try rows(receive("97b-iso-series.ics")).map(\.start) == ["2026-03-02", "2026-03-06", "2026-03-10"])
    #expect(try rows(receive("97c-iso-times.ics")).map(\.end) == ["2026-03-02T10:00:00+01:00"])
  }

  @Test func theFirstEditWritesTimesAsInRFC5545() throws {
    let marked = try receive("96-exchange-allday-as-times.ics")
    #expect(try program.run("move", marked, "ex@hunt", "--to", "2024-06-12").status == 0)
    let lines = try program.lines(marked)
    #expect(lines.contains("DTSTART;VALUE=DATE:20240612") && lines.contains("DTEND;VALUE=DATE:20240613"))
    let iso = try receive("97b-iso-series.ics")
    let deletion = try program.run(
      "delete", iso, "i4@example", "--occurrence", "2026-03-06", "--scope", "this")
    #expect(deletion.status == 0, "\(deletion.errors)")
    #expect(try rows(iso).map(\.start) == ["2026-03-02", "2026-03-10"])
    let text = try #require(String(data: program.bytes(iso), encoding: .utf8))
    #expect(text.contains("DTSTART;VALUE=DATE:20260302\nRRULE:FREQ=DAILY;UNTIL=20260306\n"))
  }

  // MARK: Alarms and rules

  @Test func alarmsThatDoNotGoOffAtATimeAreNoReminders() throws {
    let triggers = try program.run("show", try receive("77-triggers.ics"), "tr@hunt").output
    #expect(!triggers.contains("1976"), "\(triggers)")
    let nested = try program.run("show", try receive("80-rfc9073-nested.ics"), "concert@hunt").output
    #expect(!nested.contains("Reminder"), "\(nested)")
  }

  @Test func checkNamesTriggersThatCannotBeRead() throws {
    let lines = try program.run("check", try receive("77-triggers.ics")).output
    #expect(lines.contains("77-triggers.ics:16: TRIGGER is neither"), "\(lines)")
    let own = try write(
      event("DTSTART:20260302T090000Z", "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:x", "END:VALARM"))
    #expect(try program.run("check", own).output.contains("An alarm has no TRIGGER"))
  }

  @Test func untilAtTheEndOfADayIncludesThatDay() throws {
    let file = try write(event("DTSTART:20240101T080000Z", "RRULE:FREQ=DAILY;UNTIL=20240102T240000Z"))
    #expect(try rows(file).count == 2)
  }

  @Test(arguments: [
    ("DTSTART;VALUE=DATE:20240101", "RRULE:FREQ=DAILY;COUNT=10;UNTIL=20240103", "both a COUNT and an UNTIL"),
    ("DTSTART;VALUE=DATE:20240101", "RRULE:FREQ=DAILY;BYSETPOS=1;COUNT=2", "BYSETPOS needs another part"),
    ("DTSTART;VALUE=DATE:20240101", "RRULE:FREQ=DAILY;UNTIL=20240103T000000Z", "UNTIL is a time"),
    ("DTSTART:20240101T080000Z", "RRULE:FREQ=DAILY;UNTIL=20240103", "UNTIL is a date"),
    ("DTSTART;TZID=Europe/Berlin:20240101T080000", "RRULE:FREQ=DAILY;UNTIL=20240103T080000", "not in UTC"),
    ("DTSTART:20240101T080000", "RRULE:FREQ=DAILY;UNTIL=20240103T080000Z", "DTSTART has no zone"),
    ("DTSTART:20240101T080000Z", "EXDATE;VALUE=DATE:20240102", "EXDATE is a date"),
    ("DTSTART;VALUE=DATE:20240101", "EXDATE:20240102T080000Z", "EXDATE is a time"),
  ])
  func checkNamesWrongTypes(start: String, line: String, message: String) throws {
    let rule = line.hasPrefix("EXDATE") ? ["RRULE:FREQ=DAILY;COUNT=3"] : []
    let file = try write(
      ["BEGIN:VEVENT", "UID:one", "DTSTAMP:20260101T000000Z", start] + rule + [line, "END:VEVENT"])
    let check = try program.run("check", file)
    #expect(check.status == 1)
    #expect(check.output.contains(message), "\(check.output)")
  }

  @Test func checkNamesARecurrenceIDOfAnotherTypeAndAMethod() throws {
    let file = try write(
      ["METHOD:REQUEST"] + event("DTSTART:20240101T080000Z", "RRULE:FREQ=DAILY;COUNT=3")
        + event("RECURRENCE-ID;VALUE=DATE:20240102", "DTSTART:20240102T090000Z"))
    let check = try program.run("check", file).output
    #expect(check.contains("RECURRENCE-ID is a date, but the series has times"), "\(check)")
    #expect(check.contains("own.ics:1: The VCALENDAR has a METHOD"), "\(check)")
  }
}
