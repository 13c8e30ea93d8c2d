import CalendarDocument
import CalendarModel
import Testing

/// The plan of an import, and the changes that the import makes to a file.
@Suite struct ImportPlanTests {
  private static let meeting = [
    "BEGIN:VEVENT", "UID:meeting", "DTSTAMP:20250101T000000Z", "SEQUENCE:1", "DTSTART:20260105T090000Z",
    "SUMMARY:Meeting", "X-ODD;X-P=\"a;b\":kept", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M",
    "END:VALARM", "END:VEVENT",
  ]

  private static func meeting(_ changes: [String: String]) -> [String] {
    meeting.map { line in changes.first { line.hasPrefix($0.key) }.map { $0.key + $0.value } ?? line }
  }

  private static let series = [
    "BEGIN:VEVENT", "UID:series", "DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z",
    "RRULE:FREQ=DAILY;COUNT=5", "SUMMARY:Daily", "END:VEVENT",
  ]

  private static func override(_ day: String, stamp: String = "20250101T000000Z", _ summary: String = "Other")
    -> [String]
  {
    [
      "BEGIN:VEVENT", "UID:series", "DTSTAMP:\(stamp)", "RECURRENCE-ID:202601\(day)T090000Z",
      "DTSTART:202601\(day)T110000Z", "SUMMARY:\(summary)", "END:VEVENT",
    ]
  }

  private func imported(_ lines: [String], lineEnding: String = "\r\n") throws -> ImportedObjects {
    var objects = ImportedObjects()
    try objects.add(try document(lines, lineEnding: lineEnding).bytes, zones: TestZones())
    return objects
  }

  private func plan(_ lines: [String], into existing: [String]) throws -> ImportPlan {
    ImportPlan(try imported(lines).objects, into: [try document(existing)], zones: TestZones())
  }

  private func refusal(_ text: String) -> ImportRefusal? {
    var objects = ImportedObjects()
    do throws(ImportRefusal) {
      try objects.add(Array(text.utf8), zones: TestZones())
      return nil
    } catch {
      return error
    }
  }

  // MARK: Reading

  @Test func brokenFilesAreRefusedWithAReason() {
    #expect(refusal("") == .noCalendar)
    #expect(refusal("Lunch tomorrow?") == .noCalendar)
    #expect(refusal("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n") == .noEvents)
    let event = "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260105T090000Z\r\n"
    #expect(refusal(event) == .incomplete)
    #expect(refusal(event + "END:VEVENT\r\n") == .incomplete)
    #expect(refusal(event + "END:VEVENT\r\nEND:VCALENDAR\r\n") == nil)
  }

  @Test func seriesAndItsChangedOccurrencesAreOneEvent() throws {
    let objects = try imported(Self.series + Self.override("06") + Self.override("07") + Self.meeting)
    #expect(objects.counts == [.event: 2])
    #expect(objects.objects.map(\.texts.count) == [3, 1])
    let (first, last) = (try #require(Day("2026-01-05")), try #require(Day("2026-01-07")))
    #expect(objects.days == first...last)
  }

  private static let task = ["BEGIN:VTODO", "UID:task", "SUMMARY:Task", "END:VTODO"]
  private static let note = ["BEGIN:VJOURNAL", "UID:note", "SUMMARY:Note", "END:VJOURNAL"]

  @Test func tasksAndJournalEntriesAreCountedSeparately() throws {
    let objects = try imported(Self.meeting + Self.task + Self.note)
    #expect(objects.counts == [.event: 1, .task: 1, .journalEntry: 1])
    #expect(try imported(Self.task).counts == [.task: 1])
  }

  @Test func planCountsTasksAndJournalEntriesSeparately() throws {
    let changed = Self.task.map { $0.replacing("SUMMARY:Task", with: "SUMMARY:Other") }
    let plan = try plan(Self.meeting + changed + Self.note, into: Self.task + Self.note)
    #expect(plan.counts == [.event: .init(new: 1), .task: .init(updated: 1), .journalEntry: .init(same: 1)])
    #expect(plan.withoutUpdates().counts[.task] == .init(kept: 1))
    #expect(plan.changedObjects.count == 2)
    #expect(
      plan.changedObjects["task"] == .init(kind: .task, existsBefore: true, existsAfter: true))
    #expect(plan.changedObjects.values.contains(.init(kind: .event, existsBefore: false, existsAfter: true)))
  }

  @Test func componentsWithoutAUIDGetTheSameUIDEachTime() throws {
    let lines = ["BEGIN:VEVENT", "DTSTART:20260105T090000Z", "END:VEVENT"]
    let (first, second) = (try imported(lines), try imported(lines))
    let uid = try #require(first.objects.first?.uid)
    #expect(!uid.isEmpty && second.objects.map(\.uid) == [uid])
    #expect(
      first.objects.first.map { String(decoding: $0.texts[0], as: UTF8.self) }
        == "BEGIN:VEVENT\r\nUID:\(uid)\r\nDTSTART:20260105T090000Z\r\nEND:VEVENT\r\n")
  }

  @Test(arguments: [false, true])
  func eventInTwoFilesIsImportedOnceAsItsNewestRevision(newestFirst: Bool) throws {
    let newer = Self.meeting(["SEQUENCE:": "2", "SUMMARY:": "Newer"])
    var objects = ImportedObjects()
    for lines in newestFirst ? [newer, Self.meeting] : [Self.meeting, newer] {
      try objects.add(try document(lines).bytes, zones: TestZones())
    }
    #expect(objects.counts == [.event: 1] && objects.repeatedCount == 1)
    #expect(objects.objects.first?.texts == [try document(newer).objects()[0].texts[0]])
  }

  @Test(arguments: [false, true])
  func changedOccurrencesInAnotherFileJoinTheirSeries(seriesFirst: Bool) throws {
    var objects = ImportedObjects()
    let files = [Self.series, Self.override("06")]
    for lines in seriesFirst ? files : files.reversed() {
      try objects.add(try document(lines).bytes, zones: TestZones())
    }
    #expect(objects.objects.map(\.texts.count) == [2])
  }

  /// Invitations to single occurrences of a series contain no master (RFC 5546 3.2.2).
  @Test(arguments: [false, true])
  func changedOccurrencesWithoutTheirSeriesAreCollectedFromSeveralFiles(newestFirst: Bool) throws {
    let files = [
      Self.override("06") + Self.override("07"),
      Self.override("07", stamp: "20250201T000000Z", "Newer") + Self.override("08"),
    ]
    var objects = ImportedObjects()
    for lines in newestFirst ? files.reversed() : files {
      try objects.add(try document(lines).bytes, zones: TestZones())
    }
    #expect(objects.counts == [.event: 1] && objects.repeatedCount == 1)
    let texts = objects.objects[0].texts.map { String(decoding: $0, as: UTF8.self) }
    let expected = [
      Self.override("06"), Self.override("07", stamp: "20250201T000000Z", "Newer"), Self.override("08"),
    ].map { $0.joined(separator: "\r\n") + "\r\n" }
    #expect(Set(texts) == Set(expected) && texts.count == expected.count)
  }

  @Test func importOfAChangedOccurrenceKeepsTheOthersOfASeriesWithoutAMaster() throws {
    let plan = try plan(Self.override("07"), into: Self.override("06"))
    #expect(plan.counts[.event] == .init(updated: 1))
    let texts = plan.updates.first?.newObject.texts.map { String(decoding: $0, as: UTF8.self) }
    #expect(
      texts == [Self.override("06"), Self.override("07")].map { $0.joined(separator: "\r\n") + "\r\n" })
    let older = try self.plan(
      Self.override("06"), into: Self.override("06", stamp: "20250201T000000Z", "Newer"))
    #expect(older.counts[.event] == .init(same: 1))
  }

  // MARK: Planning

  @Test func newUnchangedUpdatedAndOlderEventsAreDistinguished() throws {
    #expect(try plan(Self.meeting, into: []).counts[.event] == .init(new: 1))
    #expect(try plan(Self.meeting, into: Self.meeting).counts[.event] == .init(same: 1))
    let newer = Self.meeting(["SEQUENCE:": "2", "SUMMARY:": "Newer"])
    #expect(try plan(newer, into: Self.meeting).counts[.event] == .init(updated: 1))
    #expect(try plan(Self.meeting, into: newer).counts[.event] == .init(kept: 1))
    #expect(try plan(newer, into: Self.meeting).withoutUpdates().counts[.event] == .init(kept: 1))
    // If neither is newer, the imported event replaces the existing one.
    let other = Self.meeting(["SUMMARY:": "Other"])
    #expect(try plan(other, into: Self.meeting).counts[.event] == .init(updated: 1))
  }

  @Test func timeOfTheExportAndOrderOfTheLinesDoNotMatter() throws {
    var lines = Self.meeting(["DTSTAMP:": "20260101T000000Z"])
    lines.swapAt(4, 5)
    #expect(try plan(lines, into: Self.meeting).counts[.event] == .init(same: 1))
  }

  @Test func laterModificationWinsIfTheSequencesAreEqual() throws {
    let later = Self.meeting(["DTSTAMP:": "20250201T000000Z", "SUMMARY:": "Later"])
    #expect(try plan(later, into: Self.meeting).counts[.event] == .init(updated: 1))
    #expect(try plan(Self.meeting, into: later).counts[.event] == .init(kept: 1))
  }

  @Test func changedOccurrenceAloneIsAddedToItsSeries() throws {
    let existing = Self.series + Self.override("06")
    let plan = try plan(Self.override("07"), into: existing)
    #expect(plan.counts[.event] == .init(updated: 1))
    #expect(plan.updates.first?.newObject.texts.count == 3)
    // An older revision of a changed occurrence does not replace a newer one.
    let newer = Self.series + Self.override("06", stamp: "20250301T000000Z", "Newer")
    #expect(try self.plan(Self.override("06"), into: newer).counts[.event] == .init(same: 1))
  }

  @Test func revisionOfASeriesReplacesItsChangedOccurrences() throws {
    let existing = Self.series + Self.override("06") + Self.override("07")
    let changed =
      Self.series.map { $0.replacing("SUMMARY:Daily", with: "SUMMARY:Standup") } + Self.override("07")
    let plan = try plan(changed, into: existing)
    #expect(plan.updates.first?.oldComponents.count == 3)
    #expect(plan.updates.first?.newObject.texts.count == 2)
  }

  @Test func eventInSeveralFilesOfAFolderIsNotUpdated() throws {
    let files = try ["a.ics", "b.ics"].map { name in
      try CalendarDocument(
        bytes: try document(Self.meeting).bytes, calendar: testCalendar, file: ByteString(name),
        zones: TestZones())
    }
    let newer = try imported(Self.meeting(["SEQUENCE:": "2", "SUMMARY:": "Newer"]))
    #expect(ImportPlan(newer.objects, into: files, zones: TestZones()).counts[.event] == .init(kept: 1))
    #expect(
      ImportPlan(newer.objects, into: [files[0]], zones: TestZones()).counts[.event] == .init(updated: 1))
    #expect(
      ImportPlan(newer.objects, into: [files[0]], unchangeableFiles: ["a.ics"], zones: TestZones())
        .counts[.event] == .init(kept: 1))
  }

  // MARK: Changing a file

  @Test(arguments: ["\r\n", "\n"])
  func importKeepsTheTextAndItsUndoRestoresEveryByte(lineEnding: String) throws {
    let old = try document(
      Self.series + ["X-CALENDAR:kept"] + Self.override("06") + Self.meeting, lineEnding: lineEnding)
    let zone = [
      "BEGIN:VTIMEZONE", "TZID:Somewhere", "BEGIN:STANDARD", "DTSTART:19700101T000000",
      "TZOFFSETFROM:+0530", "TZOFFSETTO:+0530", "END:STANDARD", "END:VTIMEZONE",
    ]
    let walk = [
      "BEGIN:VEVENT", "UID:walk", "DTSTAMP:20250101T000000Z", "DTSTART;TZID=Somewhere:20260106T090000",
      "SUMMARY:Walk in the", "  woods", "END:VEVENT",
    ]
    let newer = Self.meeting(["SEQUENCE:": "2", "SUMMARY:": "Newer"])
    let plan = ImportPlan(try imported(zone + walk + newer).objects, into: [old], zones: TestZones())
    #expect(plan.counts[.event] == .init(new: 1, updated: 1))
    let result = try old.importing(plan.insertions + plan.updates)
    #expect(result.skippedCount == 0)
    let expected = try document(
      Self.series + ["X-CALENDAR:kept"] + Self.override("06") + newer + zone + walk, lineEnding: lineEnding)
    #expect(result.document.fileText == expected.fileText)
    let undone = try result.document.applying(result.applied.inverse)
    #expect(undone.document.fileText == old.fileText && undone.skippedUIDs.isEmpty)
    let redone = try undone.document.applying(result.applied)
    #expect(redone.document.fileText == expected.fileText)
  }

  @Test func undoKeepsEventsChangedAfterTheImport() throws {
    let old = try document(Self.series)
    let plan = ImportPlan(try imported(Self.meeting).objects, into: [old], zones: TestZones())
    let result = try old.importing(plan.insertions)
    let changed = try document(
      Self.series + Self.meeting(["SUMMARY:": "Changed"]))
    let undone = try changed.applying(result.applied.inverse)
    #expect(undone.skippedUIDs == ["meeting"])
    #expect(undone.document.fileText == changed.fileText)
  }

  private func lines(_ offset: String, _ uid: String, zoneName: String? = nil) -> [String] {
    let name = zoneName.map { ["TZNAME:\($0)", "X-LIC-LOCATION:Somewhere"] } ?? []
    return ["BEGIN:VTIMEZONE", "TZID:Somewhere", "BEGIN:STANDARD"] + name + [
      "DTSTART:19700101T000000", "TZOFFSETFROM:\(offset)", "TZOFFSETTO:\(offset)", "END:STANDARD",
      "END:VTIMEZONE",
      "BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20250101T000000Z", "DTSTART;TZID=Somewhere:20260106T090000",
      "END:VEVENT",
    ]
  }

  @Test func zoneWithADifferentDefinitionGetsANameOfItsOwn() throws {
    let old = try document(lines("+0530", "one"))
    let plan = ImportPlan(try imported(lines("+0600", "two")).objects, into: [old], zones: TestZones())
    let result = try old.importing(plan.insertions)
    #expect(result.skippedCount == 0)
    #expect(result.document.fileText.hasPrefix(old.fileText.replacing("END:VCALENDAR\r\n", with: "")))
    let starts = result.document.events.map { $0.times.start.time(in: .utc).wall }
    #expect(starts == [try wall("2026-01-06T03:30"), try wall("2026-01-06T03:00")])
    // The name is the same for the same rules, so the event is recognized.
    let again = ImportPlan(
      try imported(lines("+0600", "two")).objects, into: [result.document], zones: TestZones())
    #expect(again.counts[.event] == ImportCounts(same: 1))
    let third = ImportPlan(
      try imported(lines("+0600", "three")).objects, into: [result.document], zones: TestZones())
    #expect(
      try result.document.importing(third.insertions).document.fileText.occurrenceCount(of: "BEGIN:VTIMEZONE")
        == 2)
  }

  @Test func definitionDoesNotChangeWhatAnExistingEventMeans() throws {
    // The event uses the name without a definition.
    let old = try document(Array(lines("+0530", "one").dropFirst(7)))
    let plan = ImportPlan(try imported(lines("+0600", "two")).objects, into: [old], zones: TestZones())
    let result = try old.importing(plan.insertions)
    let starts = result.document.events.map { $0.times.start.time(in: .utc).wall }
    #expect(starts == [try wall("2026-01-06T09:00"), try wall("2026-01-06T03:00")])
  }

  @Test func namesOfZonesAreComparedCaseInsensitively() throws {
    let old = try document(lines("+0530", "one"))
    let other = lines("+0600", "two").map { $0.replacing("TZID=Somewhere", with: "TZID=SOMEWHERE") }
    let plan = ImportPlan(try imported(other).objects, into: [old], zones: TestZones())
    let result = try old.importing(plan.insertions)
    let starts = result.document.events.map { $0.times.start.time(in: .utc).wall }
    #expect(starts == [try wall("2026-01-06T03:30"), try wall("2026-01-06T03:00")])
  }

  @Test func sameRulesWrittenDifferentlyAreTheSameZone() throws {
    let old = try document(lines("+0530", "one"))
    let plan = ImportPlan(
      try imported(lines("+0530", "two", zoneName: "IST")).objects, into: [old], zones: TestZones())
    let result = try old.importing(plan.insertions)
    #expect(result.document.fileText.occurrenceCount(of: "BEGIN:VTIMEZONE") == 1)
    #expect(result.document.events.count == 2)
  }
}

/// Calendars and events written to files.
@Suite struct CalendarExportTests {
  private func lines(_ offset: String, _ uid: String) -> [String] {
    [
      "BEGIN:VTIMEZONE", "TZID:Somewhere", "BEGIN:STANDARD", "DTSTART:19700101T000000",
      "TZOFFSETFROM:\(offset)", "TZOFFSETTO:\(offset)", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT",
      "UID:\(uid)", "DTSTAMP:20250101T000000Z", "DTSTART;TZID=Somewhere:20260106T090000", "X-ODD:kept",
      "END:VEVENT",
    ]
  }

  private func documentInFolder(_ name: ByteString, _ lines: [String]) throws -> CalendarDocument {
    try CalendarDocument(
      bytes: try document(lines).bytes, calendar: testCalendar, file: name, zones: TestZones())
  }

  @Test func validFileIsExportedByteForByte() throws {
    let document = try document(lines("+0530", "one"), lineEnding: "\n")
    #expect(CalendarExport.bytes(of: [document]) == document.bytes)
  }

  @Test func folderBecomesOneCalendarWithEachZoneOnce() throws {
    let bytes = CalendarExport.bytes(
      of: [
        try documentInFolder("a.ics", lines("+0530", "one")),
        try documentInFolder("b.ics", lines("+0530", "two")),
      ],
      named: "Home, sweet")
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:"))
    #expect(text.contains("X-WR-CALNAME:Home\\, sweet\r\n"))
    #expect(text.occurrenceCount(of: "BEGIN:VTIMEZONE") == 1)
    #expect(text.occurrenceCount(of: "BEGIN:VEVENT") == 2)
    #expect(text.occurrenceCount(of: "X-ODD:kept") == 2)
  }

  @Test func differentZonesWithTheSameNameGetDifferentNames() throws {
    let bytes = CalendarExport.bytes(
      of: [
        try documentInFolder("a.ics", lines("+0530", "one")),
        try documentInFolder("b.ics", lines("+0600", "two")),
      ])
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.occurrenceCount(of: "BEGIN:VCALENDAR") == 1)
    #expect(text.occurrenceCount(of: "BEGIN:VTIMEZONE") == 2)
    let starts = try document(file: bytes).events.map { $0.times.start.time(in: .utc).wall }
    #expect(starts == [try wall("2026-01-06T03:30"), try wall("2026-01-06T03:00")])
  }

  @Test func missingZonesAreDefined() throws {
    let event = [
      "BEGIN:VEVENT", "UID:1", "DTSTAMP:20250101T000000Z", "DTSTART;TZID=Europe/Berlin:20260106T090000",
      "END:VEVENT",
    ]
    let bytes = CalendarExport.bytes(of: [try document(["X-WR-CALNAME:Home"] + event)])
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\n"))
    #expect(text.contains("X-WR-CALNAME:Home\r\n"))
  }

  @Test func onlyTheChosenEventsAreExported() throws {
    let document = try document(lines("+0530", "one") + lines("+0530", "two").dropFirst(8))
    let bytes = CalendarExport.bytes(of: [.init(documents: [document], selection: .init(uids: ["two"]))])
    let text = String(decoding: try #require(bytes).bytes, as: UTF8.self)
    #expect(text.contains("UID:two") && !text.contains("UID:one") && text.contains("BEGIN:VTIMEZONE"))
    #expect(
      CalendarExport.bytes(of: [.init(documents: [document], selection: .init(uids: ["three"]))]) == nil)
  }

  @Test func eventsWithoutAUIDAreExported() throws {
    let document = try document(
      ["Tea", "Lunch", "Tea"].flatMap {
        [
          "BEGIN:VEVENT", "DTSTAMP:20250101T000000Z", "DTSTART:20260106T090000", "SUMMARY:\($0)",
          "END:VEVENT",
        ]
      } + ["BEGIN:VEVENT", "UID:one", "DTSTAMP:20250101T000000Z", "DTSTART:20260106T090000", "END:VEVENT"])
    let chosen = document.events.filter { $0.summary != "Tea" }.map(\.id)
    let gone = EventID(calendar: testCalendar, uid: "gone")
    let part = CalendarExport.Part(documents: [document], selection: .init(containing: chosen + [gone]))
    let (bytes, omittedCount) = try #require(CalendarExport.bytes(of: [part]))
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("SUMMARY:Lunch") && text.contains("UID:one") && !text.contains("Tea"))
    #expect(text.occurrenceCount(of: "UID:") == 2 && omittedCount == 1)
  }

  @Test func eventsOfSeveralCalendarsAreExportedOnceWithTheirZones() throws {
    func part(_ offset: String, _ uids: [String], _ chosen: Set<ByteString>) throws -> CalendarExport.Part {
      CalendarExport.Part(
        documents: try uids.map { try documentInFolder("\($0).ics", lines(offset, $0)) }, name: "Home",
        selection: .init(uids: chosen))
    }
    let first = try part("+0530", ["one", "two"], ["two"])
    let parts = [first, try part("+0600", ["two", "three"], ["two", "three"])]
    let (bytes, omittedCount) = try #require(CalendarExport.bytes(of: parts))
    let text = String(decoding: bytes, as: UTF8.self)
    // “two” has a different zone in the second calendar, so it counts as a different event.
    #expect(omittedCount == 1)
    #expect(try #require(CalendarExport.bytes(of: [first, first])).omittedCount == 0)
    #expect(!text.contains("UID:one") && !text.contains("X-WR-CALNAME"))
    #expect(text.occurrenceCount(of: "UID:two\r\n") == 1 && text.occurrenceCount(of: "UID:three\r\n") == 1)
    // The two calendars define the zone “Somewhere” differently.
    #expect(text.occurrenceCount(of: "BEGIN:VTIMEZONE") == 2)
  }
}

extension String {
  fileprivate func occurrenceCount(of text: String) -> Int {
    split(separator: text, omittingEmptySubsequences: false).count - 1
  }
}
