import CalendarDocument
import CalendarModel
import Foundation
import SeriesTestSupport

@testable import CalendarStore

/// The calendar of a case in Tests/Data/series, as a single file or as the only file of a folder.
struct SeriesCalendar {
  enum Kind: CaseIterable, Sendable { case file, folder }

  let folder = TemporaryFolder(inMemory: true)
  let example: SeriesCase
  let calendar: CalendarID
  private let kind: Kind

  init(_ name: String, in kind: Kind) throws {
    guard let example = SeriesCase.all.first(where: { $0.description == name }) else {
      throw CocoaError(.fileNoSuchFile)
    }
    try self.init(example, in: kind)
  }

  init(_ example: SeriesCase, in kind: Kind) throws {
    (self.example, self.kind) = (example, kind)
    try folder.makeFolder("home")
    try folder.write(String(decoding: example.before, as: UTF8.self), to: "home/s.ics")
    calendar = CalendarID(folder.path(kind == .file ? "home/s.ics" : "home"))
  }

  func store(_ calls: any FileCalls = SystemCalls(), pendingFolder: String? = nil) -> CalendarStore {
    CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: calls),
      conflictsFolder: folder.path("conflicts"), pendingFolder: pendingFolder,
      stateFolder: folder.path("state"))
  }

  /// Opens the calendar and returns the edit of the case. A new series gets the UID that it has in the
  /// expected files.
  func edit(in store: CalendarStore) async throws -> EventEdit {
    let file = kind == .file ? nil : ByteString("s.ics")
    let document = try CalendarDocument(
      bytes: example.before, calendar: calendar, file: file, zones: SystemZones.shared)
    await store.open([calendar.path])
    var edit = try example.edit(in: document, zones: SystemZones.shared)
    edit.newSeries = EventID(
      calendar: calendar, file: kind == .file ? nil : "new.ics", uid: "new@handspan")
    return edit
  }

  /// The contents of the calendar files, by name.
  var texts: [String: String] {
    get throws {
      var texts: [String: String] = [:]
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path("home"))
      where name.hasSuffix(".ics") { texts[name] = try folder.text("home/\(name)") }
      return texts
    }
  }

  /// The text of the calendar file before the edit, by name.
  var originalTexts: [String: String] { ["s.ics": String(decoding: example.before, as: UTF8.self)] }

  /// The instances of all files together, within the window of the case, in order.
  var instants: [String] {
    get throws {
      guard let window = example.details.window else { return [] }
      let days = try window.map { try example.time($0, zones: SystemZones.shared).wall.day }
      return try texts.values.flatMap { text in
        try CalendarDocument(
          bytes: Array(text.utf8), calendar: calendar, file: nil, zones: SystemZones.shared
        ).instants(from: days[0], to: days[1])
      }.sorted()
    }
  }
}

extension String {
  /// The text without the times in DTSTAMP, LAST-MODIFIED and CREATED.
  var withoutStamps: String {
    let stamps = ["DTSTAMP:", "LAST-MODIFIED:", "CREATED:"]
    return split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
      stamps.first { line.hasPrefix($0) } ?? String(line)
    }.joined(separator: "\n")
  }
}
