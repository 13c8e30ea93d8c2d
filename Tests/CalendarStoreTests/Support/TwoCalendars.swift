import CalendarModel
import Foundation

@testable import CalendarStore

/// Two calendars between which an event is transferred: two files, or a file and a folder of files.
struct TwoCalendars {
  enum Kind: CaseIterable, Sendable {
    case fileToFile, fileToFolder, folderToFile
  }

  /// What is transferred.
  enum Content: CaseIterable, Sendable {
    case event, series

    /// The components in the order of the file.
    var components: [[String]] { self == .event ? [TwoCalendars.walk] : TwoCalendars.series }
    /// The time zones to which the components refer.
    var zones: [[String]] {
      self == .event ? [TwoCalendars.zone] : [TwoCalendars.zone, TwoCalendars.otherZone]
    }
  }

  /// An event with properties that Handspan does not know.
  static let walk = [
    "BEGIN:VEVENT", "UID:walk", "DTSTAMP:20250101T000000Z", "X-ODD;X-P=\"a:b\":1 ",
    "DTSTART;TZID=Somewhere:20260106T090000", "duration:PT45M", "SUMMARY:Walk in the",
    "  woods", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "X-ALARM:kept", "END:VALARM",
    "END:VEVENT",
  ]
  /// The time zone to which the walk refers.
  static let zone = [
    "BEGIN:VTIMEZONE", "TZID:Somewhere", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0530",
    "TZOFFSETTO:+0530", "END:STANDARD", "END:VTIMEZONE",
  ]
  /// A series with excluded and added dates, and with two changed occurrences, one of them in another time zone.
  static let series = [
    [
      "BEGIN:VEVENT", "UID:walk", "DTSTAMP:20250101T000000Z", "X-ODD;X-P=\"a:b\":1 ",
      "DTSTART;TZID=Somewhere:20260106T090000", "duration:PT45M", "RRULE:FREQ=WEEKLY;COUNT=8",
      "EXDATE;TZID=Somewhere:20260113T090000", "RDATE;TZID=Somewhere:20260107T090000", "SUMMARY:Walk in the",
      "  woods", "BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "X-ALARM:kept", "END:VALARM",
      "END:VEVENT",
    ],
    [
      "BEGIN:VEVENT", "UID:walk", "DTSTAMP:20250101T000000Z", "RECURRENCE-ID;TZID=Somewhere:20260120T090000",
      "DTSTART;TZID=Elsewhere:20260120T110000", "DURATION:PT45M", "SUMMARY:Walk on the beach", "X-ODD:2",
      "END:VEVENT",
    ],
    [
      "BEGIN:VEVENT", "UID:walk", "DTSTAMP:20250101T000000Z", "RECURRENCE-ID;TZID=Somewhere:20260107T090000",
      "DTSTART;TZID=Somewhere:20260107T180000", "DURATION:PT45M", "SUMMARY:Walk at night", "END:VEVENT",
    ],
  ]
  /// The time zone of a changed occurrence of the series.
  static let otherZone = zone.map {
    $0.replacingOccurrences(of: "Somewhere", with: "Elsewhere").replacingOccurrences(
      of: "+0530", with: "+0345")
  }
  static let lunch = Samples.event(uid: "lunch", summary: "Lunch")
  static let dinner = Samples.event(uid: "dinner", summary: "Dinner")

  let folder = TemporaryFolder()
  let origin: CalendarID
  let destination: CalendarID
  private let content: Content
  /// The ID of the walk in the destination.
  let transferredID: EventID

  init(_ kind: Kind = .fileToFile, of content: Content = .event) throws {
    self.content = content
    let (firstComponent, otherComponents) = (content.components[0], content.components.dropFirst())
    let lunch = kind == .folderToFile ? [] : Self.lunch
    let originText =
      content == .event
      ? Samples.calendar(Self.zone, lunch, Self.walk)
      : Samples.calendar(Self.zone + Self.otherZone, firstComponent + lunch, Array(otherComponents.joined()))
    if kind != .folderToFile {
      origin = CalendarID(try folder.write(originText, to: "home.ics"))
    } else {
      origin = CalendarID(try folder.makeFolder("home"))
      try folder.write(originText, to: "home/walk.ics")
    }
    if kind == .fileToFolder {
      destination = CalendarID(try folder.makeFolder("work"))
      try folder.write(Samples.calendar(Self.dinner), to: "work/dinner.ics")
    } else {
      destination = CalendarID(try folder.write(Samples.calendar(Self.dinner), to: "work.ics"))
    }
    transferredID = EventID(calendar: destination, file: kind == .fileToFolder ? "new.ics" : nil, uid: "walk")
  }

  /// Returns a store with both calendars open, and the edit that transfers the walk.
  func store(_ calls: any FileCalls = SystemCalls()) async -> (store: CalendarStore, edit: EventEdit) {
    let store = CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: calls),
      conflictsFolder: folder.path("conflicts"))
    let snapshot = await store.open([origin.path, destination.path])
    let id = (try? snapshot.walk.id) ?? transferredID
    return (
      store,
      EventEdit(
        target: id, scope: content == .event ? .thisOccurrence : .all,
        change: .transfer(to: transferredID, calendarColor: nil))
    )
  }

  /// The contents of all calendar files, by name.
  var files: [String: String] {
    get throws {
      var files: [String: String] = [:]
      for case let name as String in FileManager.default.enumerator(atPath: folder.path) ?? .init()
      where name.hasSuffix(".ics") && !name.hasPrefix("conflicts") { files[name] = try folder.text(name) }
      return files
    }
  }

  /// The calendars whose files contain the complete event or series.
  var calendarsWithEvent: [CalendarID] {
    get throws {
      let components = content.components.map { lines in lines.map { $0 + "\r\n" }.joined() }
      return try files.sorted { $0.key < $1.key }
        .filter { file in components.allSatisfy { file.value.contains($0) } }
        .map { $0.key.hasPrefix("home") ? origin : destination }
    }
  }
}

extension StoreSnapshot {
  /// The walk, or its series. Throws an error if it is not in exactly one calendar.
  var walk: CalendarEvent {
    get throws {
      let walks = events.filter { $0.id.uid == "walk" }
      guard let walk = walks.first(where: { $0.id.recurrenceID == nil }),
        walks.allSatisfy({ $0.id.calendar == walk.id.calendar })
      else { throw UnexpectedCount(uid: "walk", count: walks.count) }
      return walk
    }
  }
}
