import CalendarModel

/// The days of a range with their events as one list, in which a stretch of days without events is one item.
///
/// An event of several days is listed on its first day, and once more on today while it lasts. The days between are neither
/// listed for it nor free.
package struct Agenda: Hashable, Sendable {
  /// An event in the list of a day.
  package struct Entry: Hashable, Sendable {
    package let occurrence: Occurrence
    /// The position of the day among the event's days, from 1 on.
    package let dayNumber: Int
    /// The number of days of the event.
    package var dayCount: Int { occurrence.days.count }
  }

  package enum Item: Hashable, Sendable {
    /// A day with its events: first those without a time of day, then the others in order of their start. Only today can
    /// be listed without events.
    case day(Day, [Entry])
    /// Consecutive days without events.
    case free(Range<Day>)
  }

  /// The days and stretches in chronological order.
  package let items: [Item]

  /// Creates the list of a range of days.
  ///
  /// - Parameters:
  ///   - occurrences: the occurrences of the range, in reading order. Others are ignored.
  ///   - today: the current day; nil if no day is to be treated as such.
  package init(_ occurrences: [Occurrence], in days: Range<Day>, today: Day? = nil) {
    let entries = Agenda.entries(of: occurrences, in: days, today: today)
    let isBusy = Agenda.busyDays(of: occurrences, in: days)
    var items: [Item] = []
    for (index, day) in days.enumerated() {
      if let dayEntries = entries[day] {
        items.append(.day(day, dayEntries))
      } else if day == today {
        items.append(.day(day, []))
      } else if !isBusy[index] {
        if case .free(let stretch) = items.last, stretch.upperBound == day {
          items[items.count - 1] = .free(stretch.lowerBound..<day.adding(days: 1))
        } else {
          items.append(.free(day..<day.adding(days: 1)))
        }
      }
    }
    self.items = items
  }

  private static func entries(of occurrences: [Occurrence], in days: Range<Day>, today: Day?) -> [Day:
    [Entry]]
  {
    var entries: [Day: [Entry]] = [:]
    for occurrence in occurrences.filter(\.isInAllDayRow) + occurrences.filter({ !$0.isInAllDayRow }) {
      let shownDays = occurrence.days.clamped(to: days)
      guard let first = shownDays.first else { continue }
      let listedDays = [first] + (today.map { $0 != first && shownDays.contains($0) ? [$0] : [] } ?? [])
      for day in listedDays {
        let number = day.days(since: occurrence.days.lowerBound) + 1
        entries[day, default: []].append(Entry(occurrence: occurrence, dayNumber: number))
      }
    }
    return entries
  }

  /// Returns for each day whether an event takes place on it.
  private static func busyDays(of occurrences: [Occurrence], in days: Range<Day>) -> [Bool] {
    var changes = Array(repeating: 0, count: days.count + 1)
    for occurrence in occurrences {
      let shownDays = occurrence.days.clamped(to: days)
      guard !shownDays.isEmpty else { continue }
      changes[shownDays.lowerBound.days(since: days.lowerBound)] += 1
      changes[shownDays.upperBound.days(since: days.lowerBound)] -= 1
    }
    var count = 0
    return changes.dropLast().map {
      count += $0
      return count > 0
    }
  }
}
