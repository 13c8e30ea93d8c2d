import CalendarModel
import Foundation
import Testing

@testable import CalendarStore
@testable import EvolutionBackend

/// A store with a single calendar, which the service synchronizes with the server.
struct LiveCalendar {
  let fixture: ServiceFixture
  let backend: EvolutionBackend
  let store: CalendarStore
  let id: CalendarID
  /// The name of the calendar on the server.
  let name: String

  /// - Parameters:
  ///   - texts: the objects that are on the server before the store opens the calendar, by name.
  ///   - emailAddress: the user's email address, as configured for the calendar.
  init(
    _ texts: [String: String] = [:], in name: String = "home", emailAddress: String? = nil,
    adjustTimeouts: (inout ServiceTimeouts) -> Void = { _ in }
  ) async throws {
    fixture = try ServiceFixture()
    self.name = name
    try await fixture.startServer()
    backend = fixture.backend(adjustTimeouts)
    id = try await fixture.addCalendar(name, name: "Home", emailAddress: emailAddress, through: backend)
    for (file, text) in texts { try await fixture.put(text, as: file, in: name) }
    store = fixture.store(backend)
    await store.open([id.key])
    let (store, count) = (store, texts.count)
    try await fixture.wait("the calendar is not loaded") {
      let snapshot = await store.snapshot()
      return snapshot.calendars.first.map { $0.state == .ready || $0.state == .readOnly } ?? false
        && Set(snapshot.events.map(\.id.uid)).count == count
    }
  }

  var state: CalendarState? { get async { await store.snapshot().calendars.first?.state } }

  func event(_ uid: String, _ recurrenceID: String? = nil) async throws -> CalendarEvent {
    try #require(
      await store.snapshot().events.first {
        $0.id.uid == ByteString(uid) && $0.id.recurrenceID == recurrenceID
      })
  }

  /// The text of the only object on the server.
  func serverText() throws -> String {
    let objects = try fixture.objects(in: name)
    try #require(objects.count == 1)
    return objects.values.first ?? ""
  }

  /// The sorted lines of the event in the only object on the server, without stamps.
  func serverLines() throws -> [String] { Samples.lines(try serverText()) }

  /// Submits a change, about which the server may notify everyone, and waits until it is saved.
  @discardableResult
  func change(_ change: StoreChange) async throws -> EditID {
    let id = EditID()
    store.submit(change, as: id, consent: .everyone)
    let unsaved = await store.flush()
    try #require(unsaved.isEmpty, "\(unsaved)")
    return id
  }
}

enum Samples {
  static let berlin = SystemZones.shared.zone(named: "Europe/Berlin") ?? .utc

  static func calendar(_ events: String...) -> String {
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:-//Other//Other//EN
    BEGIN:VTIMEZONE
    TZID:Europe/Berlin
    BEGIN:STANDARD
    DTSTART:19961027T030000
    RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
    TZNAME:CET
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0100
    END:STANDARD
    BEGIN:DAYLIGHT
    DTSTART:19810329T020000
    RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
    TZNAME:CEST
    TZOFFSETFROM:+0100
    TZOFFSETTO:+0200
    END:DAYLIGHT
    END:VTIMEZONE
    \(events.joined(separator: "\n"))
    END:VCALENDAR

    """.replacingOccurrences(of: "\n", with: "\r\n")
  }

  static func event(_ uid: String, title: String = "Standup", more: String...) -> String {
    ([
      "BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z", "CREATED:20260101T000000Z",
      "LAST-MODIFIED:20260101T000000Z", "DTSTART;TZID=Europe/Berlin:20260302T090000",
      "DTEND;TZID=Europe/Berlin:20260302T100000", "SUMMARY:\(title)", "X-COLOR-OF-OTHERS:7",
    ] + more + ["END:VEVENT"]).joined(separator: "\n")
  }

  /// Returns the lines of the events in iCalendar text, without stamps. They are sorted because the service changes
  /// their order.
  static func lines(_ text: String) -> [String] {
    let unfolded = text.replacingOccurrences(of: "\r\n ", with: "").replacingOccurrences(
      of: "\r\n", with: "\n")
    var (lines, isEvent) = ([String](), false)
    for line in unfolded.split(separator: "\n").map(String.init) {
      if line == "BEGIN:VEVENT" { isEvent = true }
      if isEvent, !["DTSTAMP", "LAST-MODIFIED", "CREATED"].contains(where: { line.hasPrefix($0 + ":") }) {
        lines.append(line)
      }
      if line == "END:VEVENT" { isEvent = false }
    }
    return lines.sorted()
  }

  static func time(_ day: Int, _ hour: Int, _ minute: Int = 0) -> WallTime {
    WallTime(Day(year: 2026, month: 3, day: day) ?? .earliest, hour: hour, minute: minute)
  }

  static func times(_ day: Int, _ hour: Int, _ minute: Int = 0) -> EventTimes {
    EventTimes(
      start: .zoned(time(day, hour, minute), berlin), end: .time(.zoned(time(day, hour + 1, minute), berlin)))
  }
}

extension EventEdit {
  /// Returns an edit that moves an event, or its occurrence on the given day of March 2026.
  static func move(
    _ event: CalendarEvent, to times: EventTimes, of occurrence: Int? = nil, scope: Scope = .thisOccurrence
  ) -> EventEdit {
    EventEdit(
      target: event.id, originalStart: occurrence.map { .zoned(Samples.time($0, 9), Samples.berlin) },
      scope: scope, change: .move(times))
  }
}
