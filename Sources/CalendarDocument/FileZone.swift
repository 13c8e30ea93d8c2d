import CalendarModel
import ICalendar

/// Limits the cost of reading the zones of one document. A step is one month or date examined.
///
/// A typical zone takes two to five thousand steps.
struct ZoneBudget: Sendable {
  private(set) var steps = 1_000_000

  /// Takes `count` steps; false if fewer were left.
  mutating func spend(_ count: Int) -> Bool {
    let isEnough = count <= steps
    steps = max(0, steps - count)
    return isEnough
  }
}

/// A zone whose rules are in a file's VTIMEZONE (RFC 5545 3.6.5).
///
/// The clock changes are computed once, up to 400 years after the start of the newest rule. The Gregorian
/// calendar, including weekdays, repeats every 400 years, so any later moment is looked up a whole number of
/// cycles earlier. Finding an offset is then one binary search.
struct FileZone: ZoneRules {
  private struct Change {
    let moment: Int
    let offset: Int
  }

  /// 400 Gregorian years in seconds.
  private static let cycle = 146_097 * WallTime.secondsPerDay

  private let changes: [Change]
  /// The offset before the first change.
  private let initial: Int
  /// The moment from which the changes repeat; nil if they end.
  private let repeatsFrom: Int?
  /// The moment of the first onset: the definition does not cover earlier times.
  let firstOnset: Int
  /// The moment of the last onset; nil if there is none.
  let lastOnset: Int?
  /// The approximate start of the newest observance.
  let newestStart: Int

  func offset(at instant: Instant) -> Int {
    var moment = instant.seconds
    if let repeatsFrom, moment >= repeatsFrom {
      moment -= ((moment - repeatsFrom) / FileZone.cycle + 1) * FileZone.cycle
    }
    var low = 0
    var high = changes.count
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].moment <= moment { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? initial : changes[low - 1].offset
  }

  /// Reads a VTIMEZONE; nil if it has no readable observance or exceeds the budget.
  init?(
    _ component: Int, of text: ICalendarText, budget: inout ZoneBudget, problems: inout ProblemCollector
  ) {
    let observances = text.children(of: component).compactMap {
      Observance($0, of: text, problems: &problems)
    }
    let line = text.lineNumber(text.components[component].lines.lowerBound)
    guard let newest = observances.map(\.start.day.year).max() else {
      problems.report(
        "The VTIMEZONE has no STANDARD or DAYLIGHT that can be read.", line: line, severity: .lost)
      return nil
    }
    let endYear = min(max(newest, 2000) + 401, 9999)
    var changes: [(moment: Int, observance: Observance)] = []
    for observance in observances {
      guard let onsets = observance.onsets(before: endYear, budget: &budget) else {
        problems.report("The VTIMEZONE has too many changes of the clocks.", line: line, severity: .lost)
        return nil
      }
      changes += onsets.map { ($0.seconds - observance.offsetBefore, observance) }
    }
    changes.sort { $0.moment < $1.moment }
    self.changes = changes.map { Change(moment: $0.moment, offset: $0.observance.offsetAfter) }
    initial = changes.first?.observance.offsetBefore ?? 0
    firstOnset = changes.first?.moment ?? 0
    newestStart = observances.map(\.start.seconds).max() ?? 0
    let isEndless = observances.contains(where: \.isEndless)
    repeatsFrom = isEndless ? Day(year: endYear, month: 1, day: 1).map { WallTime($0).seconds } : nil
    lastOnset = isEndless ? nil : changes.last?.moment
  }

  /// Reads a VTIMEZONE from its lines alone.
  init?(lines: [UInt8]) {
    guard let text = try? ICalendarText(lines),
      let component = text.components.firstIndex(where: { $0.name == "VTIMEZONE" })
    else { return nil }
    var (budget, ignored) = (ZoneBudget(), ProblemCollector())
    self.init(component, of: text, budget: &budget, problems: &ignored)
  }

  /// The TZID of a VTIMEZONE.
  static func identifier(of component: Int, in text: ICalendarText) -> String? {
    for index in text.ownLines(of: component).joined() {
      guard let line = text.line(index), line.name == "TZID" else { continue }
      return Text.unescape(TimeValue.trimmed(line.value))
    }
    return nil
  }
}
