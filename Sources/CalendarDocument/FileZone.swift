import CalendarModel
import ICalendar

/// Limits the cost of reading the zones of one document. Each step examines one month or one date.
///
/// A typical zone takes two to five thousand steps.
struct ZoneBudget: Sendable {
  private(set) var remainingSteps = 1_000_000

  /// Spends `count` steps. Returns false if fewer steps were left.
  mutating func spend(_ count: Int) -> Bool {
    let isEnough = count <= remainingSteps
    remainingSteps = max(0, remainingSteps - count)
    return isEnough
  }
}

/// The rules of a zone, as defined by a file's VTIMEZONE (RFC 5545 3.6.5).
///
/// The clock changes are computed once, up to 400 years after the newest observance begins. The Gregorian
/// calendar, including weekdays, repeats every 400 years, so the offset at any later moment is the same as
/// the offset a whole number of cycles earlier. Finding an offset therefore takes one binary search.
struct FileZone: ZoneRules {
  private struct Change {
    /// The moment of the change, in seconds since 1970-01-01T00:00:00Z.
    let moment: Int
    /// The UTC offset after the change, in seconds.
    let offset: Int
  }

  /// The length of 400 Gregorian years, in seconds.
  private static let cycleLength = 146_097 * WallTime.secondsPerDay

  private let changes: [Change]
  /// The UTC offset before the first change, in seconds.
  private let initialOffset: Int
  /// The moment from which the changes repeat, in seconds since 1970-01-01T00:00:00Z; nil if they end.
  private let repetitionStart: Int?
  /// The first onset, in seconds since 1970-01-01T00:00:00Z. The definition does not cover earlier times.
  let firstOnset: Int
  /// The last onset, in seconds since 1970-01-01T00:00:00Z; nil if the onsets recur forever.
  let lastOnset: Int?
  /// The start of the newest observance, as a wall time in seconds since 1970-01-01T00:00:00.
  let newestStart: Int

  func offset(at instant: Instant) -> Int {
    var moment = instant.seconds
    if let repetitionStart, moment >= repetitionStart {
      moment -= ((moment - repetitionStart) / FileZone.cycleLength + 1) * FileZone.cycleLength
    }
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].moment <= moment { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? initialOffset : changes[low - 1].offset
  }

  /// Reads a VTIMEZONE. Returns nil if it has no readable observance or exceeds the budget.
  init?(
    _ component: Int, of text: ICalendarText, budget: inout ZoneBudget, problems: inout ProblemCollector
  ) {
    let observances = text.children(of: component).compactMap {
      Observance($0, of: text, problems: &problems)
    }
    let line = text.lineNumber(text.components[component].lines.lowerBound)
    guard let newestYear = observances.map(\.start.day.year).max() else {
      problems.report(
        "The VTIMEZONE has no readable STANDARD or DAYLIGHT.", line: line, severity: .lost)
      return nil
    }
    let endYear = min(max(newestYear, 2000) + 401, 9999)
    var changes: [(moment: Int, observance: Observance)] = []
    for observance in observances {
      guard let onsets = observance.onsets(before: endYear, budget: &budget) else {
        problems.report("The VTIMEZONE has too many clock changes.", line: line, severity: .lost)
        return nil
      }
      changes += onsets.map { ($0.seconds - observance.offsetBefore, observance) }
    }
    changes.sort { $0.moment < $1.moment }
    self.changes = changes.map { Change(moment: $0.moment, offset: $0.observance.offsetAfter) }
    initialOffset = changes.first?.observance.offsetBefore ?? 0
    firstOnset = changes.first?.moment ?? 0
    newestStart = observances.map(\.start.seconds).max() ?? 0
    let isEndless = observances.contains(where: \.isEndless)
    repetitionStart = isEndless ? Day(year: endYear, month: 1, day: 1).map { WallTime($0).seconds } : nil
    lastOnset = isEndless ? nil : changes.last?.moment
  }

  /// Reads a VTIMEZONE from its bytes alone.
  init?(bytes: [UInt8]) {
    guard let text = try? ICalendarText(bytes),
      let component = text.components.firstIndex(where: { $0.name == "VTIMEZONE" })
    else { return nil }
    var (budget, ignoredProblems) = (ZoneBudget(), ProblemCollector())
    self.init(component, of: text, budget: &budget, problems: &ignoredProblems)
  }

  /// Returns the TZID of a VTIMEZONE.
  static func identifier(of component: Int, in text: ICalendarText) -> String? {
    for index in text.ownLines(of: component).joined() {
      guard let line = text.line(index), line.name == "TZID" else { continue }
      return Text.unescape(TimeValue.trimmed(line.value))
    }
    return nil
  }
}
