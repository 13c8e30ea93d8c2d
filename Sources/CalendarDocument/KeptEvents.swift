import CalendarModel
import ICalendar

/// The events of an older version of a file, for those that a newer one has byte for byte. Programs rewrite a file for
/// one event.
///
/// Only ordinary events are kept: of the others is told in which line they stand.
struct KeptEvents {
  private let older: CalendarDocument
  /// The first event that was not come by yet.
  private var next = 0
  /// How many events of the newer version in a row are none of the older one.
  private var missed = 0

  /// How many events are looked through for the one that comes next, beyond those that were missed.
  private static let window = 4
  /// So many in a row may be new before they are taken for changed ones.
  private static let maximumMissed = 32

  /// - Returns: nil if the same bytes may mean something else in the newer version.
  init?(of older: CalendarDocument, in newer: CalendarDocument) {
    guard older.calendar == newer.calendar, older.file == newer.file, older.color == newer.color else {
      return nil
    }
    let zones = (KeptEvents.zones(of: older.text), KeptEvents.zones(of: newer.text))
    guard zones.0.count == zones.1.count,
      zip(zones.0, zones.1).allSatisfy({ newer.text.has($1, writtenAs: $0, of: older.text) })
    else { return nil }
    // What is wrong with a zone is told when an event names it that is read.
    let lines = zones.0.map { older.text.components[$0].lines }.filter { !$0.isEmpty }.map {
      older.text.lineNumber($0.lowerBound)...older.text.lineNumber($0.upperBound - 1)
    }
    let isInZone = { (problem: DocumentProblem) in lines.contains { $0.contains(problem.line) } }
    let problems = older.problemCollector
    guard problems.unlisted == 0, !problems.listed.contains(where: isInZone) else { return nil }
    self.older = older
  }

  private static func zones(of text: ICalendarText) -> [Int] {
    text.components.indices.filter { text.components[$0].name == "VTIMEZONE" }
  }

  /// The event of a component of the newer version; nil if it has to be read.
  mutating func event(of component: Int, in text: ICalendarText) -> SharedEvent? {
    let end = min(next + missed + KeptEvents.window, older.components.count)
    for position in next..<max(next, end)
    where text.has(component, writtenAs: older.components[position], of: older.text) {
      (next, missed) = (position + 1, 0)
      return older.areOrdinary[position] ? older.events.shared[position] : nil
    }
    if missed < KeptEvents.maximumMissed { missed += 1 } else { next += 1 }
    return nil
  }
}
