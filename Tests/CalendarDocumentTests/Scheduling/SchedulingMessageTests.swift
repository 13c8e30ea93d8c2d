import CalendarDocument
import CalendarModel
import Testing

/// What messages with a METHOD do to an event in the calendar. The expected results come from RFC 5546.
struct SchedulingMessageTests {
  private static let meeting = [
    "BEGIN:VEVENT", "UID:meeting", "DTSTAMP:20260501T100000Z", "SEQUENCE:1",
    "ORGANIZER;CN=Ann:mailto:ann@example.com",
    "ATTENDEE;CN=Bob;PARTSTAT=ACCEPTED;RSVP=TRUE:mailto:bob@example.com",
    "ATTENDEE;CN=Cy;PARTSTAT=NEEDS-ACTION:mailto:cy@example.com", "DTSTART:20260610T080000Z",
    "DTEND:20260610T090000Z", "SUMMARY:Budget", "LOCATION:Room 5", "COLOR:red", "X-OWN;A=b:mine",
    "BEGIN:VALARM",
    "ACTION:DISPLAY", "DESCRIPTION:x", "TRIGGER:-PT10M", "END:VALARM", "END:VEVENT",
  ]
  private static let series = [
    "BEGIN:VEVENT", "UID:series", "DTSTAMP:20260501T100000Z", "SEQUENCE:1",
    "ORGANIZER:mailto:ann@example.com",
    "ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:bob@example.com", "DTSTART;TZID=Europe/Berlin:20260601T100000",
    "DTEND;TZID=Europe/Berlin:20260601T110000", "RRULE:FREQ=WEEKLY;COUNT=4", "SUMMARY:Weekly", "END:VEVENT",
  ]

  private func message(_ method: String, _ lines: String...) -> [UInt8] {
    let all =
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test", "METHOD:\(method)", "BEGIN:VEVENT"] + lines
      + ["END:VEVENT", "END:VCALENDAR"]
    return Array(all.map { $0 + "\r\n" }.joined().utf8)
  }

  private func plan(
    _ messages: [UInt8]..., into calendar: [String], as user: String? = nil
  ) throws -> ImportPlan {
    var objects = ImportedObjects()
    for message in messages { try objects.add(message, zones: TestZones()) }
    return ImportPlan(
      objects.objects, into: [try document(calendar)], zones: TestZones(),
      userAddresses: user.map { [$0] } ?? [])
  }

  /// The lines of the object that is added or updated, without line breaks.
  private func result(_ plan: ImportPlan) throws -> [String] {
    let change = try #require((plan.insertions + plan.updates).first)
    return change.newObject.texts.flatMap { Array(unfolded($0).split(separator: "\r\n")) }
      .map(String.init)
  }

  private func unfolded(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\r\n ", with: "")
  }

  private func expectIgnored(
    _ plan: ImportPlan, _ reason: IgnoredMessage.Reason, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(plan.isEmpty, sourceLocation: sourceLocation)
    #expect(plan.ignoredMessages.map(\.reason) == [reason], sourceLocation: sourceLocation)
    #expect(plan.counts[.event] == ImportCounts(ignored: 1), sourceLocation: sourceLocation)
  }

  // MARK: Requests

  @Test func newerRequestKeepsTheUsersAnswerAlarmsAndPrivateProperties() throws {
    let request = message(
      "REQUEST", "UID:meeting", "DTSTAMP:20260502T100000Z", "SEQUENCE:2", "ORGANIZER:mailto:ANN@example.com",
      "ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:bob@example.com",
      "ATTENDEE;PARTSTAT=ACCEPTED:mailto:cy@example.com", "DTSTART:20260611T080000Z",
      "DTEND:20260611T090000Z",
      "SUMMARY:Budget 2", "BEGIN:VALARM", "ACTION:AUDIO", "TRIGGER:-PT1D", "END:VALARM")
    let lines = try result(plan(request, into: Self.meeting, as: "bob@example.com"))
    #expect(lines.contains("DTSTART:20260611T080000Z") && lines.contains("SUMMARY:Budget 2"))
    #expect(lines.contains("ATTENDEE;RSVP=TRUE;PARTSTAT=ACCEPTED:mailto:bob@example.com"))
    #expect(lines.contains("ATTENDEE;PARTSTAT=ACCEPTED:mailto:cy@example.com"))
    #expect(lines.contains("COLOR:red") && lines.contains("X-OWN;A=b:mine"))
    #expect(lines.filter { $0.hasPrefix("TRIGGER") } == ["TRIGGER:-PT10M"])
    #expect(!lines.contains("LOCATION:Room 5"))
  }

  @Test func answersOfOthersAreThoseOfTheRequest() throws {
    let request = message(
      "REQUEST", "UID:meeting", "DTSTAMP:20260502T100000Z", "SEQUENCE:2", "ORGANIZER:mailto:ann@example.com",
      "ATTENDEE;PARTSTAT=DECLINED:mailto:bob@example.com", "DTSTART:20260610T080000Z")
    let lines = try result(plan(request, into: Self.meeting))
    #expect(lines.contains("ATTENDEE;PARTSTAT=DECLINED:mailto:bob@example.com"))
  }

  @Test(arguments: [("0", "20260509T100000Z"), ("1", "20260430T100000Z")])
  func olderRequestIsIgnored(sequence: String, stamp: String) throws {
    let request = message(
      "REQUEST", "UID:meeting", "DTSTAMP:\(stamp)", "SEQUENCE:\(sequence)",
      "ORGANIZER:mailto:ann@example.com",
      "DTSTART:20260611T080000Z")
    expectIgnored(try plan(request, into: Self.meeting), .older)
  }

  @Test func requestForAnUnknownEventAddsIt() throws {
    let request = message("REQUEST", "UID:new", "DTSTAMP:20260501T100000Z", "DTSTART:20260611T080000Z")
    #expect(try plan(request, into: Self.meeting).counts[.event] == ImportCounts(new: 1))
  }

  @Test(arguments: ["REQUEST", "CANCEL", "ADD"], ["mailto:eve@example.com", ""])
  func messageOfAnotherOrganizerIsRefused(method: String, organizer: String) throws {
    let organizerLine = organizer.isEmpty ? "X-NONE:1" : "ORGANIZER:\(organizer)"
    let forged = message(
      method, "UID:meeting", "DTSTAMP:20260601T100000Z", "SEQUENCE:9", organizerLine,
      "DTSTART:20260611T080000Z")
    expectIgnored(try plan(forged, into: Self.meeting), .otherOrganizer)
  }

  @Test func requestForOneOccurrenceChangesThatOne() throws {
    let request = message(
      "REQUEST", "UID:series", "DTSTAMP:20260502T100000Z", "SEQUENCE:2", "ORGANIZER:mailto:ann@example.com",
      "RECURRENCE-ID:20260608T080000Z", "DTSTART:20260608T120000Z", "DTEND:20260608T130000Z", "SUMMARY:Later")
    let lines = try result(plan(request, into: Self.series))
    #expect(Array(lines.prefix(Self.series.count)) == Self.series)
    #expect(lines.contains("RECURRENCE-ID:20260608T080000Z"))
  }

  // MARK: Cancellations

  @Test func minimalCancellationMarksTheEvent() throws {
    let cancel = message(
      "CANCEL", "UID:meeting", "DTSTAMP:20260502T100000Z", "SEQUENCE:2", "ORGANIZER:mailto:ann@example.com")
    let lines = try result(plan(cancel, into: Self.meeting))
    #expect(lines.contains("STATUS:CANCELLED"))
    let changed = ["DTSTAMP:20260502T100000Z", "SEQUENCE:2", "STATUS:CANCELLED"]
    #expect(
      lines.filter { !changed.contains($0) }
        == Self.meeting.filter { !$0.hasPrefix("DTSTAMP") && !$0.hasPrefix("SEQUENCE") })
    expectIgnored(
      try plan(
        message("CANCEL", "UID:meeting", "DTSTAMP:20260502T100000Z", "ORGANIZER:mailto:ann@example.com"),
        into: Self.meeting), .older)
  }

  @Test func cancellationOfOneOccurrenceMarksThatOne() throws {
    let cancel = message(
      "CANCEL", "UID:series", "DTSTAMP:20260502T100000Z", "SEQUENCE:2", "ORGANIZER:mailto:ann@example.com",
      "RECURRENCE-ID:20260615T080000Z", "STATUS:CANCELLED")
    let lines = try result(plan(cancel, into: Self.series))
    #expect(Array(lines.prefix(Self.series.count)) == Self.series)
    let instance = lines.dropFirst(Self.series.count)
    #expect(instance.contains("RECURRENCE-ID;TZID=Europe/Berlin:20260615T100000"))
    #expect(instance.contains("DTSTART;TZID=Europe/Berlin:20260615T100000"))
    #expect(instance.contains("DTEND;TZID=Europe/Berlin:20260615T110000"))
    #expect(instance.contains("STATUS:CANCELLED") && !instance.contains { $0.hasPrefix("RRULE") })
    let twice = try plan(cancel, cancel, into: Self.series)
    #expect(twice.counts[.event] == ImportCounts(updated: 1, same: 1))
  }

  @Test func canceledEventCanBeRemovedInstead() throws {
    let cancel = message(
      "CANCEL", "UID:meeting", "DTSTAMP:20260502T100000Z", "SEQUENCE:2", "ORGANIZER:mailto:ann@example.com")
    let marking = try plan(cancel, into: Self.meeting)
    #expect(marking.cancelsEvents)
    let removal = marking.removingCanceled()
    var counts = ImportCounts()
    counts.removed = 1
    #expect(removal.counts[.event] == counts)
    #expect(removal.updates.first?.newObject.texts == [])
    let (after, applied, skippedCount) = try document(Self.meeting).importing(removal.updates)
    #expect(after.events.isEmpty && skippedCount == 0)
    let (restored, _) = try after.applying(applied.inverse)
    #expect(restored.events.map(\.summary) == ["Budget"])
  }

  @Test func canceledOccurrenceCanBeRemovedInstead() throws {
    let cancel = message(
      "CANCEL", "UID:series", "DTSTAMP:20260502T100000Z", "SEQUENCE:2", "ORGANIZER:mailto:ann@example.com",
      "RECURRENCE-ID:20260615T080000Z")
    let removal = try plan(cancel, into: Self.series).removingCanceled()
    #expect(removal.counts[.event] == ImportCounts(updated: 1))
    let lines = try result(removal)
    #expect(lines.filter { !$0.hasPrefix("EXDATE") } == Self.series)
    #expect(lines.contains("EXDATE;TZID=Europe/Berlin:20260615T100000"))
  }

  @Test func nothingIsRemovedThatIsNotCanceled() throws {
    let request = message(
      "REQUEST", "UID:meeting", "DTSTAMP:20260502T100000Z", "SEQUENCE:2", "ORGANIZER:mailto:ann@example.com",
      "DTSTART:20260611T080000Z")
    #expect(try !plan(request, into: Self.meeting).cancelsEvents)
    // An event that was marked before stays, even if one of its occurrences is canceled now.
    let canceled = Self.series.dropLast() + ["STATUS:CANCELLED", "END:VEVENT"]
    let cancel = message(
      "CANCEL", "UID:series", "DTSTAMP:20260502T100000Z", "SEQUENCE:2", "ORGANIZER:mailto:ann@example.com")
    #expect(
      try plan(cancel, into: Array(canceled)).removingCanceled().updates.allSatisfy {
        !$0.newObject.texts.isEmpty
      })
  }

  @Test func cancellationOfAnUnknownOccurrenceChangesNothing() throws {
    let cancel = message(
      "CANCEL", "UID:series", "DTSTAMP:20260502T100000Z", "SEQUENCE:2", "ORGANIZER:mailto:ann@example.com",
      "RECURRENCE-ID:20260616T080000Z")
    expectIgnored(try plan(cancel, into: Self.series), .unknownOccurrence)
  }

  @Test func cancellationOfAnEventThatDoesNotRepeatNamesNoOccurrence() throws {
    let cancel = message(
      "CANCEL", "UID:meeting", "DTSTAMP:20260502T100000Z", "SEQUENCE:2", "ORGANIZER:mailto:ann@example.com",
      "RECURRENCE-ID:20260610T080000Z")
    expectIgnored(try plan(cancel, into: Self.meeting), .unknownOccurrence)
  }

  @Test func manyOccurrencesAreCanceledAtOnce() throws {
    let first = try #require(Day(year: 2026, month: 6, day: 1))
    let days = (0..<2_000).map { first.adding(days: $0) }
    let series = Self.series.map { $0.replacing("FREQ=WEEKLY;COUNT=4", with: "FREQ=DAILY") }
    let events = days.flatMap { day in
      let (year, month, dayOfMonth) = day.components
      let date = String(year * 10_000 + month * 100 + dayOfMonth)
      return [
        "BEGIN:VEVENT", "UID:series", "DTSTAMP:20260502T100000Z", "SEQUENCE:2",
        "ORGANIZER:mailto:ann@example.com",
        "RECURRENCE-ID;TZID=Europe/Berlin:\(date)T100000", "END:VEVENT",
      ]
    }
    let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "METHOD:CANCEL"] + events + ["END:VCALENDAR"]
    let plan = try plan(Array(lines.map { $0 + "\r\n" }.joined().utf8), into: series)
    #expect(try result(plan).filter { $0 == "STATUS:CANCELLED" }.count == 2_000)
  }

  @Test func onlySomeOfManyMessagesAboutOneEventAreTaken() throws {
    let messages = (1...150).flatMap { number in
      message(
        "CANCEL", "UID:meeting", "DTSTAMP:20260502T100000Z", "SEQUENCE:\(number + 1)",
        "ORGANIZER:mailto:ann@example.com")
    }
    let plan = try plan(messages, into: Self.meeting)
    #expect(plan.ignoredMessages.map(\.reason) == Array(repeating: .tooMany, count: 50))
    #expect(try result(plan).contains("SEQUENCE:101"))
  }

  // MARK: Additions

  @Test func additionAddsAnOccurrence() throws {
    let add = message(
      "ADD", "UID:series", "DTSTAMP:20260502T100000Z", "SEQUENCE:2", "ORGANIZER:mailto:ann@example.com",
      "DTSTART;TZID=Europe/Berlin:20260603T150000", "DTEND;TZID=Europe/Berlin:20260603T160000",
      "SUMMARY:Extra")
    let plan = try plan(add, into: Self.series)
    let change = try #require(plan.updates.first)
    let after = try CalendarDocument(
      bytes: change.newObject.fileBytes(), calendar: testCalendar, file: nil, zones: TestZones())
    #expect(after.events.count == 2)
    guard case .master(let recurrence)? = after.events[0].series else { return #expect(Bool(false)) }
    let walls = [try wall("2026-06-03T15:00"), try wall("2026-06-08T10:00")]
    #expect(walls.allSatisfy(recurrence.contains))
    #expect(after.events[1].summary == "Extra" && after.events[1].id.recurrenceID == "20260603T150000")
    #expect(try result(plan).contains("RRULE:FREQ=WEEKLY;COUNT=4"))
  }

  // MARK: Replies

  private func reply(_ status: String, from attendee: String, at stamp: String) -> [UInt8] {
    message(
      "REPLY", "UID:meeting", "DTSTAMP:\(stamp)", "SEQUENCE:1", "ORGANIZER:mailto:ann@example.com",
      "ATTENDEE;PARTSTAT=\(status):mailto:\(attendee)", "DTSTART:20990101T000000Z", "SUMMARY:Nonsense")
  }

  @Test func replyChangesOnlyTheAnswerAndOnlyForTheOrganizer() throws {
    let answer = reply("DECLINED", from: "cy@example.com", at: "20260503T100000Z")
    expectIgnored(try plan(answer, into: Self.meeting), .notOrganizer)
    expectIgnored(try plan(answer, into: Self.meeting, as: "bob@example.com"), .notOrganizer)
    let lines = try result(plan(answer, into: Self.meeting, as: "ann@example.com"))
    let expected = Self.meeting.map {
      $0.hasPrefix("ATTENDEE;CN=Cy")
        ? "ATTENDEE;CN=Cy;PARTSTAT=DECLINED;X-HANDSPAN-ANSWERED=20260503T100000Z:mailto:cy@example.com" : $0
    }
    #expect(lines == expected)
    let stranger = reply("ACCEPTED", from: "eve@example.com", at: "20260503T100000Z")
    expectIgnored(try plan(stranger, into: Self.meeting, as: "ann@example.com"), .notInvited)
  }

  @Test func lateReplyDoesNotReplaceANewerOne() throws {
    let plan = try plan(
      reply("DECLINED", from: "cy@example.com", at: "20260503T100000Z"),
      reply("ACCEPTED", from: "cy@example.com", at: "20260502T100000Z"), into: Self.meeting,
      as: "ann@example.com")
    #expect(try result(plan).joined().contains("PARTSTAT=DECLINED"))
    #expect(plan.ignoredMessages.map(\.reason) == [.older])
  }

  @Test func replyToOneOccurrenceDoesNotChangeTheSeries() throws {
    let answer = message(
      "REPLY", "UID:series", "DTSTAMP:20260506T100000Z", "SEQUENCE:1", "ORGANIZER:mailto:ann@example.com",
      "ATTENDEE;PARTSTAT=DECLINED:mailto:bob@example.com", "RECURRENCE-ID;TZID=Europe/Berlin:20260608T100000",
      "DTSTART;TZID=Europe/Berlin:20260608T100000")
    let lines = try result(plan(answer, into: Self.series, as: "ann@example.com"))
    #expect(Array(lines.prefix(Self.series.count)) == Self.series)
    #expect(lines.dropFirst(Self.series.count).contains { $0.hasPrefix("ATTENDEE;PARTSTAT=DECLINED") })
  }

  @Test func cancellationOfEverythingAndOfOneOccurrenceTakesTheNewerRevision() throws {
    let whole = [
      "UID:series", "DTSTAMP:20260508T100000Z", "SEQUENCE:3", "ORGANIZER:mailto:ann@example.com",
      "END:VEVENT", "BEGIN:VEVENT",
    ]
    let one = [
      "UID:series", "DTSTAMP:20260507T100000Z", "SEQUENCE:3", "ORGANIZER:mailto:ann@example.com",
      "RECURRENCE-ID:20260608T080000Z",
    ]
    let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "METHOD:CANCEL", "BEGIN:VEVENT"] + whole + one
    let override = [
      "BEGIN:VEVENT", "UID:series", "DTSTAMP:20260501T100000Z", "ORGANIZER:mailto:ann@example.com",
      "RECURRENCE-ID:20260608T080000Z", "DTSTART:20260608T100000Z", "END:VEVENT",
    ]
    let text = (lines + ["END:VEVENT", "END:VCALENDAR"]).map { $0 + "\r\n" }.joined()
    let result = try result(plan(Array(text.utf8), into: Self.series + override))
    #expect(
      result.filter { $0.hasPrefix("DTSTAMP") } == Array(repeating: "DTSTAMP:20260508T100000Z", count: 2))
  }

  @Test func seriesWithoutAnOrganizerTakesNoMessages() throws {
    let own = Self.series.filter { !$0.hasPrefix("ORGANIZER") }
    let override = [
      "BEGIN:VEVENT", "UID:series", "DTSTAMP:20260501T100000Z", "ORGANIZER:mailto:ann@example.com",
      "RECURRENCE-ID:20260608T080000Z", "DTSTART:20260608T100000Z", "END:VEVENT",
    ]
    let request = message(
      "REQUEST", "UID:series", "DTSTAMP:20260601T100000Z", "SEQUENCE:9", "ORGANIZER:mailto:ann@example.com",
      "DTSTART:20260611T080000Z")
    expectIgnored(try plan(request, into: own + override), .otherOrganizer)
  }

  @Test func parameterOfAReplyCannotAddAnythingElse() throws {
    let answer = message(
      "REPLY", "UID:meeting", "DTSTAMP:20260503T100000Z", "ORGANIZER:mailto:ann@example.com",
      "ATTENDEE;PARTSTAT=\"ACCEPTED;ROLE=CHAIR\":mailto:cy@example.com")
    #expect(try plan(answer, into: Self.meeting, as: "ann@example.com").isEmpty)
  }

  @Test func severalRepliesInOneFileAllCount() throws {
    let plan = try plan(
      reply("DECLINED", from: "cy@example.com", at: "20260503T100000Z")
        + reply("TENTATIVE", from: "bob@example.com", at: "20260504T100000Z"),
      into: Self.meeting, as: "ann@example.com")
    let lines = try result(plan).joined()
    #expect(lines.contains("PARTSTAT=DECLINED") && lines.contains("PARTSTAT=TENTATIVE"))
  }

  @Test func replyThatNamesAnotherOrganizerIsRefused() throws {
    let forged = message(
      "REPLY", "UID:meeting", "DTSTAMP:20260503T100000Z", "SEQUENCE:1", "ORGANIZER:mailto:eve@example.com",
      "ATTENDEE;PARTSTAT=ACCEPTED:mailto:cy@example.com")
    expectIgnored(try plan(forged, into: Self.meeting, as: "ann@example.com"), .otherOrganizer)
  }

  @Test func newVersionKeepsWhenPeopleAnswered() throws {
    let request = message(
      "REQUEST", "UID:meeting", "DTSTAMP:20260504T100000Z", "SEQUENCE:1", "ORGANIZER:mailto:ann@example.com",
      "ATTENDEE;PARTSTAT=DECLINED:mailto:cy@example.com", "DTSTART:20260610T080000Z")
    let plan = try plan(
      reply("DECLINED", from: "cy@example.com", at: "20260503T100000Z"), request,
      reply("ACCEPTED", from: "cy@example.com", at: "20260502T100000Z"), into: Self.meeting,
      as: "ann@example.com")
    #expect(plan.ignoredMessages.map(\.reason) == [.older])
    #expect(try result(plan).joined().contains("PARTSTAT=DECLINED"))
  }

  @Test func replyToAnOlderRevisionIsIgnored() throws {
    let old = message(
      "REPLY", "UID:meeting", "DTSTAMP:20260503T100000Z", "SEQUENCE:0", "ORGANIZER:mailto:ann@example.com",
      "ATTENDEE;PARTSTAT=ACCEPTED:mailto:cy@example.com")
    expectIgnored(try plan(old, into: Self.meeting, as: "ann@example.com"), .older)
  }

  // MARK: Faulty and forged messages

  @Test(arguments: ["REQUEST", "CANCEL", "ADD"])
  func eventThatIsNoMeetingTakesNoMessages(method: String) throws {
    let own = Self.meeting.filter { !$0.hasPrefix("ORGANIZER") && !$0.hasPrefix("ATTENDEE") }
    let forged = message(
      method, "UID:meeting", "DTSTAMP:20260601T100000Z", "SEQUENCE:9", "DTSTART:20260611T080000Z")
    expectIgnored(try plan(forged, into: own), .otherOrganizer)
  }

  @Test(arguments: [
    ["RECURRENCE-ID:", "DTSTART:20260611T080000Z"], ["RECURRENCE-ID:soon", "DTSTART:20260611T080000Z"],
    ["RECURRENCE-ID;RANGE=THISANDFUTURE:20260608T080000Z", "DTSTART:20260608T090000Z"], ["SUMMARY:No start"],
    ["DTSTART:20260611T080000Z", "DTSTAMP:ZZZZ"],
  ])
  func requestThatCannotBeUnderstoodChangesNothing(lines: [String]) throws {
    let stamp = lines.contains { $0.hasPrefix("DTSTAMP") } ? [] : ["DTSTAMP:20260601T100000Z"]
    let all =
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test", "METHOD:REQUEST", "BEGIN:VEVENT", "UID:series"]
      + stamp
      + ["SEQUENCE:9", "ORGANIZER:mailto:ann@example.com"] + lines + ["END:VEVENT", "END:VCALENDAR"]
    expectIgnored(try plan(Array(all.map { $0 + "\r\n" }.joined().utf8), into: Self.series), .unreadable)
  }

  @Test func additionWithoutAStartChangesNothing() throws {
    let add = message(
      "ADD", "UID:series", "DTSTAMP:20260601T100000Z", "SEQUENCE:9", "ORGANIZER:mailto:ann@example.com")
    expectIgnored(try plan(add, into: Self.series), .unreadable)
  }

  @Test func requestForAnOccurrenceThatIsNotThereChangesNothing() throws {
    for (uid, calendar) in [("series", Self.series), ("meeting", Self.meeting)] {
      let request = message(
        "REQUEST", "UID:\(uid)", "DTSTAMP:20260601T100000Z", "SEQUENCE:9", "ORGANIZER:mailto:ann@example.com",
        "RECURRENCE-ID:20260616T080000Z", "DTSTART:20260616T090000Z")
      expectIgnored(try plan(request, into: calendar), .unknownOccurrence)
    }
  }

  @Test func changedOccurrencesStayIfTheRevisionIsTheSame() throws {
    let override = [
      "BEGIN:VEVENT", "UID:series", "DTSTAMP:20260501T100000Z", "SEQUENCE:1",
      "ORGANIZER:mailto:ann@example.com",
      "RECURRENCE-ID;TZID=Europe/Berlin:20260608T100000", "DTSTART;TZID=Europe/Berlin:20260608T150000",
      "END:VEVENT",
    ]
    func request(_ sequence: Int) -> [UInt8] {
      message(
        "REQUEST", "UID:series", "DTSTAMP:20260502T100000Z", "SEQUENCE:\(sequence)",
        "ORGANIZER:mailto:ann@example.com", "DTSTART;TZID=Europe/Berlin:20260601T100000",
        "RRULE:FREQ=WEEKLY;COUNT=4", "SUMMARY:With an agenda")
    }
    let same = try result(plan(request(1), into: Self.series + override))
    #expect(
      same.contains("SUMMARY:With an agenda") && same.contains("DTSTART;TZID=Europe/Berlin:20260608T150000"))
    let newer = try result(plan(request(2), into: Self.series + override))
    #expect(!newer.contains("DTSTART;TZID=Europe/Berlin:20260608T150000"))
  }

  // MARK: Other methods

  @Test(arguments: ["COUNTER", "DECLINECOUNTER", "REFRESH", "X-SOMETHING"])
  func otherMethodsChangeNothing(method: String) throws {
    let other = message(
      method, "UID:meeting", "DTSTAMP:20260601T100000Z", "SEQUENCE:9", "ORGANIZER:mailto:ann@example.com",
      "DTSTART:20260611T140000Z", "SUMMARY:Other")
    expectIgnored(try plan(other, into: Self.meeting, as: "ann@example.com"), .noEffect)
  }

  @Test(arguments: ["REPLY", "CANCEL", "ADD", "COUNTER", "DECLINECOUNTER", "REFRESH", "X-SOMETHING"])
  func messageAboutAnUnknownEventAddsNothing(method: String) throws {
    let unknown = message(method, "UID:other", "DTSTAMP:20260601T100000Z", "DTSTART:20260611T140000Z")
    expectIgnored(try plan(unknown, into: Self.meeting), .unknownEvent)
  }

  @Test func messagesInOneFileAreTakenOneByOne() throws {
    let request = message(
      "REQUEST", "UID:new", "DTSTAMP:20260501T100000Z", "ORGANIZER:mailto:ann@example.com",
      "DTSTART:20260611T080000Z", "SUMMARY:New")
    let cancel = message(
      "CANCEL", "UID:new", "DTSTAMP:20260502T100000Z", "SEQUENCE:1", "ORGANIZER:mailto:ann@example.com")
    let plan = try plan(request + cancel, into: Self.meeting)
    #expect(plan.insertions.count == 1 && plan.updates.isEmpty)
    #expect(try result(plan).contains("STATUS:CANCELLED"))
    #expect(try result(plan).contains("DTSTART:20260611T080000Z"))
  }
}
