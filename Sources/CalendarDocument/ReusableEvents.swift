import CalendarModel
import ICalendar

/// Reuses the events of an older version of a file for components that are byte-identical in a newer version.
/// This pays off because other programs rewrite the whole file to change one event.
///
/// Only ordinary events are reused: others may have problems, which must be reported with their current line
/// numbers.
struct ReusableEvents {
  private let olderDocument: CalendarDocument
  /// The index of the first event of the older version that can still be reused.
  private var nextIndex = 0
  /// The number of consecutive events of the newer version that were not found in the older version.
  private var missCount = 0

  /// The number of events of the older version to compare with the next event of the newer version, in
  /// addition to `missCount`.
  private static let searchWindow = 4
  /// The maximum number of consecutive events of the newer version to treat as additions. Any further ones
  /// are assumed to replace events of the older version.
  private static let maximumMissCount = 32

  /// - Returns: nil if the same bytes may have a different meaning in the newer version.
  init?(of olderDocument: CalendarDocument, in newerDocument: CalendarDocument) {
    guard olderDocument.calendar == newerDocument.calendar, olderDocument.file == newerDocument.file,
      olderDocument.color == newerDocument.color,
      // In another VCALENDAR, a TZID may have another meaning.
      olderDocument.calendarCount <= 1, newerDocument.calendarCount <= 1
    else {
      return nil
    }
    let olderZones = ReusableEvents.zones(of: olderDocument.text)
    let newerZones = ReusableEvents.zones(of: newerDocument.text)
    guard olderZones.count == newerZones.count,
      zip(olderZones, newerZones).allSatisfy({
        newerDocument.text.isComponent($1, identicalTo: $0, in: olderDocument.text)
      })
    else { return nil }
    // The problems of a zone are reported only when an event that uses the zone is read, so no events are
    // reused if a zone has problems.
    let lines = olderZones.map { olderDocument.text.components[$0].lines }.filter { !$0.isEmpty }.map {
      olderDocument.text.lineNumber($0.lowerBound)...olderDocument.text.lineNumber($0.upperBound - 1)
    }
    let isInZone = { (problem: DocumentProblem) in lines.contains { $0.contains(problem.line) } }
    let problems = olderDocument.problemCollector
    guard problems.unlistedCount == 0, !problems.listedProblems.contains(where: isInZone) else { return nil }
    self.olderDocument = olderDocument
  }

  private static func zones(of text: ICalendarText) -> [Int] {
    text.components.indices.filter { text.components[$0].name == "VTIMEZONE" }
  }

  /// Returns the older version's event for a component of the newer version, or nil if the component must be
  /// read.
  mutating func event(of component: Int, in text: ICalendarText) -> SharedEvent? {
    let end = min(nextIndex + missCount + ReusableEvents.searchWindow, olderDocument.components.count)
    for position in nextIndex..<max(nextIndex, end)
    where text.isComponent(component, identicalTo: olderDocument.components[position], in: olderDocument.text)
    {
      (nextIndex, missCount) = (position + 1, 0)
      return olderDocument.ordinaryFlags[position] ? olderDocument.events.sharedEvents[position] : nil
    }
    if missCount < ReusableEvents.maximumMissCount { missCount += 1 } else { nextIndex += 1 }
    return nil
  }
}
