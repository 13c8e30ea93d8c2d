import CalendarModel
import Foundation

@testable import CalendarStore

/// Two calendars between which an event is transferred: two files, or a file and a folder of files.
struct TwoCalendars {
  enum Kind: CaseIterable, Sendable {
    case fileToFile, fileToFolder, folderToFile
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
  static let lunch = Samples.event(uid: "lunch", summary: "Lunch")
  static let dinner = Samples.event(uid: "dinner", summary: "Dinner")

  let folder = TemporaryFolder()
  let origin: CalendarID
  let destination: CalendarID
  /// The ID of the walk in the destination.
  let transferredID: EventID

  init(_ kind: Kind = .fileToFile) throws {
    let originText = Samples.calendar(Self.zone, kind == .folderToFile ? [] : Self.lunch, Self.walk)
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
      conflicts: folder.path("kept"))
    let snapshot = await store.open([origin.path, destination.path])
    let id = snapshot.events.first { $0.id.uid == "walk" }?.id ?? transferredID
    return (store, EventEdit(target: id, change: .transfer(to: transferredID, calendarColor: nil)))
  }

  /// The contents of all calendar files, by name.
  var files: [String: String] {
    get throws {
      var files: [String: String] = [:]
      for case let name as String in FileManager.default.enumerator(atPath: folder.path) ?? .init()
      where name.hasSuffix(".ics") && !name.hasPrefix("kept") { files[name] = try folder.text(name) }
      return files
    }
  }

  /// The calendars whose files contain the complete walk.
  var calendarsWithEvent: [CalendarID] {
    get throws {
      let walk = Self.walk.map { $0 + "\r\n" }.joined()
      return try files.sorted { $0.key < $1.key }.filter { $0.value.contains(walk) }.map {
        $0.key.hasPrefix("home") ? origin : destination
      }
    }
  }
}
