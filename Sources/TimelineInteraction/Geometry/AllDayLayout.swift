import CalendarModel

/// Arranges all-day events in lanes above the hours of a page, as bars across the columns of their days.
///
/// A bar takes the first lane that is free in all of its columns. Bars from earlier pages come first, then by
/// start, then the longer, then in the order given: a week reads from its upper leading corner.
package struct AllDayLayout: Hashable, Sendable {
  /// The part of one occurrence that the page shows.
  package struct Bar: Hashable, Sendable {
    package let id: Occurrence.ID
    /// 0 for the uppermost.
    package let lane: Int
    /// The columns that it covers, in the order of time: 0 is the page's first day. Never empty.
    package let columns: Range<Int>
    /// Whether the occurrence began before the page: there is no start to hold here.
    package let continuesBefore: Bool
    /// Whether the occurrence ends after the page: there is no end to hold here.
    package let continuesAfter: Bool

    fileprivate func moved(toLane lane: Int) -> Bar {
      Bar(
        id: id, lane: lane, columns: columns, continuesBefore: continuesBefore, continuesAfter: continuesAfter
      )
    }
  }

  /// The bars in the order in which their occurrences were given.
  package let bars: [Bar]
  /// How many columns there are.
  package let columnCount: Int
  /// How many lanes the bars need; 0 without bars.
  package let laneCount: Int

  /// Lays out the occurrences that touch a page's days; others are left out.
  ///
  /// Whether an occurrence belongs here is the caller's to decide, by `Occurrence.standsAboveHours`.
  package init(_ occurrences: [Occurrence], in days: Range<Day>) {
    columnCount = days.upperBound.days(since: days.lowerBound)
    let items = occurrences.compactMap { occurrence -> (id: Occurrence.ID, days: Range<Day>)? in
      occurrence.days.overlaps(days) ? (occurrence.id, occurrence.days) : nil
    }
    let order = items.indices.sorted { a, b in
      let (first, second) = (items[a].days, items[b].days)
      if first.lowerBound != second.lowerBound { return first.lowerBound < second.lowerBound }
      if first.upperBound != second.upperBound { return first.upperBound > second.upperBound }
      return a < b
    }
    var laneEnds: [Day] = []
    var lanes = Array(repeating: 0, count: items.count)
    for index in order {
      // Taken in the order of starts, a lane is free from its last bar's end on.
      let own = items[index].days
      let free = laneEnds.firstIndex { $0 <= max(own.lowerBound, days.lowerBound) }
      lanes[index] = free ?? laneEnds.count
      if let free { laneEnds[free] = own.upperBound } else { laneEnds.append(own.upperBound) }
    }
    laneCount = laneEnds.count
    bars = zip(items, lanes).map { item, lane in
      let shown = item.days.clamped(to: days)
      let first = shown.lowerBound.days(since: days.lowerBound)
      return Bar(
        id: item.id, lane: lane, columns: first..<shown.upperBound.days(since: days.lowerBound),
        continuesBefore: item.days.lowerBound < days.lowerBound,
        continuesAfter: item.days.upperBound > days.upperBound)
    }
  }

  /// What of a layout is shown where there is room for fewer lanes than it needs.
  package struct Fitted: Hashable, Sendable {
    /// The bars that are shown, in the order of the layout.
    package let bars: [Bar]
    /// For each column how many of its bars are not shown. Where that is not 0, the last lane is left free, for
    /// the number to be said there.
    package let hidden: [Int]
    /// How many lanes are taken, the ones that say a number included.
    package let laneCount: Int
  }

  /// The bars that fit into a number of lanes.
  ///
  /// - Parameter wanted: a bar that is shown in any case: where there is no room for it, it takes that of others, above
  ///   the lane that says how many these are.
  /// - Precondition: `lanes` is positive.
  package func fitted(into lanes: Int, showing required: Occurrence.ID? = nil) -> Fitted {
    precondition(lanes > 0)
    guard laneCount > lanes else {
      return Fitted(bars: bars, hidden: Array(repeating: 0, count: columnCount), laneCount: laneCount)
    }
    var isOverfull = Array(repeating: false, count: columnCount)
    for bar in bars where bar.lane >= lanes {
      for column in bar.columns { isOverfull[column] = true }
    }
    var shown = bars.filter { bar in
      bar.lane < lanes - 1 || (bar.lane == lanes - 1 && !isOverfull[bar.columns].contains(true))
    }
    let missing = bars.first { $0.id == required }.flatMap { bar in
      shown.contains(bar) ? nil : bar.moved(toLane: max(0, lanes - 2))
    }
    if let missing {
      let giving = shown.filter { $0.lane == missing.lane && $0.columns.overlaps(missing.columns) }
      for bar in giving { for column in bar.columns { isOverfull[column] = true } }
      shown.removeAll {
        giving.contains($0) || ($0.lane == lanes - 1 && isOverfull[$0.columns].contains(true))
      }
      shown.append(missing)
    }
    var hidden = Array(repeating: 0, count: columnCount)
    for bar in bars { for column in bar.columns { hidden[column] += 1 } }
    for bar in shown { for column in bar.columns { hidden[column] -= 1 } }
    // In the only lane the bar stands where the number would.
    if lanes == 1, let missing { for column in missing.columns { hidden[column] = 0 } }
    return Fitted(bars: shown, hidden: hidden, laneCount: lanes)
  }
}
