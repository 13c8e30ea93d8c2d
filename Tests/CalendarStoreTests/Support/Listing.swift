import CalendarDocument
import CalendarModel
import CalendarStore
import Foundation

/// The occurrences in a calendar, as short lines for tests.
struct Listing {
  let document: CalendarDocument
  let index: OccurrenceIndex

  /// Reads a calendar with the given events. Each event is a list of lines.
  ///
  /// - Parameter displayZone: the name of the display time zone.
  init(_ events: [String]..., displayZone: String = "Europe/Berlin") throws {
    document = try CalendarDocument(
      bytes: Array(Samples.calendar(events.flatMap { $0 }).utf8), calendar: CalendarID("/c"), file: nil,
      zones: SystemZones.shared)
    guard let zone = SystemZones.shared.zone(named: displayZone) else { throw UnknownZone() }
    index = OccurrenceIndex(events: document.events, zone: zone)
  }

  /// Returns the occurrences from one day up to, but not including, another, such as
  /// `2026-03-28 09:00-10:00 Standup` or `2026-03-28 Fair`. An all-day occurrence of several days is written
  /// with the day after its last day: `2026-03-28 to 2026-03-30 Fair`.
  func callAsFunction(_ from: String, _ to: String) -> [String] {
    occurrences(from, to).map { occurrence in
      let (start, end) = (occurrence.start.wall, occurrence.end.wall)
      var text = start.day.description
      if occurrence.isAllDay {
        if end.day != start.day.adding(days: 1) { text += " to \(end.day)" }
      } else {
        text += " \(start.description.dropFirst(11).prefix(5))-\(end.description.dropFirst(11).prefix(5))"
      }
      return "\(text) \(occurrence.event.summary)"
    }
  }

  func occurrences(_ from: String, _ to: String) -> [Occurrence] {
    guard let from = Day(from), let to = Day(to) else { return [] }
    return index.occurrences(in: from..<to)
  }

  /// The problems found in the calendar.
  var problemTexts: [String] { document.problems.map(\.text) }

  struct UnknownZone: Error {}

  /// Whether the system has the zones that these tests use.
  static let hasZones = FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/America/New_York")
}
