import CalendarDocument
import CalendarModel
import Testing

/// Changes to how an event repeats, and to its reminders.
@Suite struct RepeatingEditTests {
  private let newSeries = EventID(calendar: testCalendar, uid: "new@handspan")

  private func rule(_ text: String) throws -> RecurrenceRule { try RecurrenceRule(parsing: text) }

  /// Returns the lines that an edit removes and adds, except for DTSTAMP, and checks that an undo restores the bytes.
  private func lineChanges(
    _ lines: [String], _ properties: [EventProperty], scope: EventEdit.Scope = .all, at start: String? = nil
  ) throws -> [String] {
    var document = try document(lines)
    let textBefore = document.fileText
    let event = try document.first
    let original = try start.map { event.times.start.with(wall: try wall($0)) }
    var edit = EventEdit(target: event.id, originalStart: original, scope: scope, change: .set(properties))
    edit.newSeries = newSeries
    let applied = try document.change(by: edit, stamp: testStamp)
    let textAfter = document.fileText
    #expect(try CalendarDocumentTests.document(file: document.bytes).problemTexts.isEmpty)
    try document.revert(applied)
    #expect(document.fileText == textBefore)
    return difference(textBefore, textAfter).filter { !$0.contains("DTSTAMP") }
  }

  private func event(_ lines: String...) -> [String] {
    ["BEGIN:VEVENT", "UID:one", "DTSTAMP:20250101T000000Z"] + lines + ["END:VEVENT"]
  }

  @Test func singleEventBeginsToRepeat() throws {
    let single = event("DTSTART:20260105T090000Z", "DTEND:20260105T100000Z", "SUMMARY:One", "X-KEPT:yes")
    #expect(
      try lineChanges(single, [.rule(rule("FREQ=WEEKLY;INTERVAL=3;BYDAY=MO"))]) == [
        "+RRULE:FREQ=WEEKLY;INTERVAL=3;BYDAY=MO"
      ])
  }

  @Test func changedRuleKeepsTheOrderAndSpellingOfItsOtherParts() throws {
    let series = event(
      "DTSTART:20260105T090000Z", "RRULE:WKST=SU;FREQ=WEEKLY;X-PART=kept;byday=MO;COUNT=9",
      "EXDATE:20260112T090000Z", "SEQUENCE:2")
    #expect(
      try lineChanges(series, [.rule(rule("FREQ=WEEKLY;COUNT=9;WKST=SU;BYDAY=MO,FR"))]) == [
        "+RRULE:WKST=SU;FREQ=WEEKLY;X-PART=kept;BYDAY=MO,FR;COUNT=9", "+SEQUENCE:3",
        "-RRULE:WKST=SU;FREQ=WEEKLY;X-PART=kept;byday=MO;COUNT=9", "-SEQUENCE:2",
      ])
  }

  @Test func seriesMovesToTheFirstDateOfItsNewRule() throws {
    let series = event("DTSTART:20260105T090000Z", "DTEND:20260105T100000Z", "RRULE:FREQ=WEEKLY;BYDAY=MO")
    #expect(
      try lineChanges(series, [.rule(rule("FREQ=WEEKLY;BYDAY=WE"))]) == [
        "+DTEND:20260107T100000Z", "+DTSTART:20260107T090000Z", "+RRULE:FREQ=WEEKLY;BYDAY=WE",
        "-DTEND:20260105T100000Z", "-DTSTART:20260105T090000Z", "-RRULE:FREQ=WEEKLY;BYDAY=MO",
      ])
  }

  private var seriesWithOverride: [String] {
    event("DTSTART:20260105T090000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=6", "SUMMARY:One")
      + [
        "BEGIN:VEVENT", "UID:one", "DTSTAMP:20250101T000000Z", "RECURRENCE-ID:20260119T090000Z",
        "DTSTART:20260120T150000Z", "DURATION:PT1H", "SUMMARY:Moved", "END:VEVENT",
      ]
  }

  @Test func changedOccurrenceIsKeptWhenTheNewRuleOmitsItsDate() throws {
    #expect(
      try lineChanges(seriesWithOverride, [.rule(rule("FREQ=MONTHLY;BYMONTHDAY=5;COUNT=6"))]) == [
        "+RDATE:20260119T090000Z", "+RRULE:FREQ=MONTHLY;COUNT=6;BYMONTHDAY=5",
        "-RRULE:FREQ=WEEKLY;COUNT=6",
      ])
  }

  @Test func laterPartHasTheNewRuleAndTheRemainingCount() throws {
    let series = event(
      "DTSTART:20260105T090000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=6", "SUMMARY:One")
    #expect(
      try lineChanges(
        series, [.rule(rule("FREQ=DAILY;COUNT=6"))], scope: .thisAndFollowing, at: "2026-01-19T09:00") == [
          "+BEGIN:VEVENT", "+DTSTART:20260119T090000Z", "+DURATION:PT1H", "+END:VEVENT",
          "+RELATED-TO;RELTYPE=SIBLING:one", "+RRULE:FREQ=DAILY;COUNT=4", "+RRULE:FREQ=WEEKLY;COUNT=2",
          "+SUMMARY:One", "+UID:new@handspan", "-RRULE:FREQ=WEEKLY;COUNT=6",
        ])
  }

  @Test func onlyTheEditedOccurrenceRemainsWithoutARule() throws {
    #expect(
      try lineChanges(seriesWithOverride, [.rule(nil)], at: "2026-01-12T09:00") == [
        "+DTSTART:20260112T090000Z", "-BEGIN:VEVENT", "-DTSTART:20260105T090000Z",
        "-DTSTART:20260120T150000Z",
        "-DURATION:PT1H", "-END:VEVENT", "-RECURRENCE-ID:20260119T090000Z", "-RRULE:FREQ=WEEKLY;COUNT=6",
        "-SUMMARY:Moved", "-UID:one",
      ])
  }

  @Test func seriesEndsBeforeAnOccurrenceThatNoLongerRepeats() throws {
    let series = event("DTSTART:20260105T090000Z", "RRULE:FREQ=WEEKLY", "SUMMARY:One")
    #expect(
      try lineChanges(series, [.rule(nil)], scope: .thisAndFollowing, at: "2026-01-19T09:00") == [
        "+BEGIN:VEVENT", "+DTSTART:20260119T090000Z", "+END:VEVENT", "+RELATED-TO;RELTYPE=SIBLING:one",
        "+RRULE:FREQ=WEEKLY;UNTIL=20260112T090000Z", "+SUMMARY:One", "+UID:new@handspan",
        "-RRULE:FREQ=WEEKLY",
      ])
  }

  @Test func changingTheRuleOfOneOccurrenceIsRefused() throws {
    var document = try document(event("DTSTART:20260105T090000Z", "RRULE:FREQ=WEEKLY"))
    let event = try document.first
    let edit = EventEdit(
      target: event.id, originalStart: event.times.start, change: .set([.rule(try rule("FREQ=DAILY"))]))
    #expect(throws: SeriesRefusal(.ruleOfOneOccurrence, possibleScopes: [.thisAndFollowing, .all])) {
      try document.applyToSeries(edit, newSeries: newSeries, stamp: testStamp)
    }
  }

  // MARK: Reminders

  private static let audio = [
    "BEGIN:VALARM", "UID:their-alarm", "ACTION:AUDIO", "TRIGGER:-PT15M", "ATTACH;FMTTYPE=audio/basic:bell.au",
    "X-PROGRAM:kept", "END:VALARM",
  ]
  private static let display = [
    "BEGIN:VALARM", "TRIGGER;X-ODD=1:-PT10M", "DESCRIPTION:Own text", "ACTION:display", "REPEAT:2",
    "DURATION:PT5M", "END:VALARM",
  ]

  private func minutes(_ minutes: Int) -> EventAlarm {
    .offset(EventDuration(seconds: -60 * minutes), from: .start)
  }

  private var eventWithAlarms: [String] {
    ["BEGIN:VEVENT", "UID:one", "DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z"] + Self.audio
      + Self.display + ["SUMMARY:One\\, two", "END:VEVENT"]
  }

  @Test func onlyDisplayAlarmsAreReminders() throws {
    let event = try document(eventWithAlarms).first
    #expect(event.reminders == [minutes(10)])
    #expect(event.alarms == [minutes(15), minutes(10)])
  }

  @Test func addingAReminderChangesNoOtherLine() throws {
    #expect(
      try lineChanges(eventWithAlarms, [.reminders([minutes(10), minutes(60)])]) == [
        "+ACTION:DISPLAY", "+BEGIN:VALARM", "+DESCRIPTION:One\\, two", "+END:VALARM", "+TRIGGER:-PT1H",
      ])
  }

  @Test func removingRemindersKeepsAlarmsOfOtherKinds() throws {
    #expect(try lineChanges(eventWithAlarms, [.reminders([])]) == Self.display.map { "-\($0)" }.sorted())
  }

  /// Alarms are components, so the components of later events get other indices.
  @Test(arguments: 0..<3)
  func eventsAreThoseOfTheFileAfterAReminderIsAddedAndRemoved(position: Int) throws {
    let lines = (0..<3).flatMap { number in
      ["BEGIN:VEVENT", "UID:\(number)", "DTSTAMP:20250101T000000Z", "DTSTART:2026010\(number + 5)T090000Z"]
        + ["SUMMARY:Event \(number)", "END:VEVENT"]
    }
    var document = try document(lines)
    let original = document
    func expectEventsOfTheFile(_ document: CalendarDocument) throws {
      let read = try CalendarDocument(
        bytes: document.bytes, calendar: document.calendar, file: nil, zones: TestZones())
      #expect(document.events == read.events)
    }
    let id = document.events[position].id
    let edit = EventEdit(target: id, change: .set([.reminders([minutes(5)]), .summary("Renamed")]))
    let added = try document.apply(edit, stamp: testStamp)
    #expect(document.events[position].summary == "Renamed")
    #expect(document.events[position].reminders == [minutes(5)])
    try expectEventsOfTheFile(document)
    let edited = document
    let removed = try document.apply(
      EventEdit(target: id, change: .set([.reminders([])])), stamp: testStamp)
    try expectEventsOfTheFile(document)
    try document.revert(removed)
    #expect(document.bytes == edited.bytes && document.events == edited.events)
    try document.revert(added)
    #expect(document.bytes == original.bytes && document.events == original.events)
    try document.reapply(added)
    #expect(document.bytes == edited.bytes && document.events == edited.events)
  }

  @Test func reminderAtTheTimeOfAnotherAlarmIsAdded() throws {
    #expect(
      try lineChanges(eventWithAlarms, [.reminders([minutes(10), minutes(15)])]) == [
        "+ACTION:DISPLAY", "+BEGIN:VALARM", "+DESCRIPTION:One\\, two", "+END:VALARM", "+TRIGGER:-PT15M",
      ])
  }

  @Test func newRemindersAreAddedToTheMasterAndItsOverridesOrToOneOccurrence() throws {
    let changed = try lineChanges(seriesWithOverride, [.reminders([minutes(5)])], at: "2026-01-12T09:00")
    #expect(changed.filter { $0 == "+TRIGGER:-PT5M" }.count == 2)
    #expect(changed.allSatisfy { $0.hasPrefix("+") })
    let ofOneOccurrence = try lineChanges(
      seriesWithOverride, [.reminders([minutes(5)])], scope: .thisOccurrence, at: "2026-01-12T09:00")
    #expect(ofOneOccurrence.filter { $0 == "+TRIGGER:-PT5M" }.count == 1)
    #expect(ofOneOccurrence.contains("+RECURRENCE-ID:20260112T090000Z"))
  }
}
