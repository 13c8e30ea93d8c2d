import CalendarModel

/// Arranges all-day events in lanes above the hours of a page, as bars across the columns of their days.
///
/// A bar is placed in the first lane that is free in all of its columns. Bars that start earlier are placed
/// first, beginning with those that continue from earlier pages. Of the bars that start on the same day,
/// longer ones are placed first; bars of the same length are placed in the given order. The earliest and
/// longest bars are therefore at the top.
package struct AllDayLayout: Hashable, Sendable {
  /// The part of one occurrence that the page shows.
  package struct Bar: Hashable, Sendable {
    package let id: Occurrence.ID
    /// The index of the lane; 0 is the uppermost.
    package let lane: Int
    /// The columns that the bar covers, in chronological order; never empty. Column 0 is the first day of
    /// the page.
    package let columns: Range<Int>
    /// Whether the occurrence began before the page, so its start cannot be grabbed here.
    package let continuesBefore: Bool
    /// Whether the occurrence ends after the page, so its end cannot be grabbed here.
    package let continuesAfter: Bool

    fileprivate func moved(toLane lane: Int) -> Bar {
      Bar(
        id: id, lane: lane, columns: columns, continuesBefore: continuesBefore, continuesAfter: continuesAfter
      )
    }
  }

  /// The bars, in the order in which the occurrences were given.
  package let bars: [Bar]
  package let columnCount: Int
  /// The number of lanes needed; 0 if there are no bars.
  package let laneCount: Int

  /// Lays out the occurrences that overlap the page's days. Others are ignored.
  ///
  /// The caller selects the occurrences with `Occurrence.isInAllDayRow`.
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
      // Bars are placed in the order of their starts, so a lane is free from the end of its last bar.
      let itemDays = items[index].days
      let freeLane = laneEnds.firstIndex { $0 <= max(itemDays.lowerBound, days.lowerBound) }
      lanes[index] = freeLane ?? laneEnds.count
      if let freeLane {
        laneEnds[freeLane] = itemDays.upperBound
      } else {
        laneEnds.append(itemDays.upperBound)
      }
    }
    laneCount = laneEnds.count
    bars = zip(items, lanes).map { item, lane in
      let shownDays = item.days.clamped(to: days)
      let firstColumn = shownDays.lowerBound.days(since: days.lowerBound)
      return Bar(
        id: item.id, lane: lane,
        columns: firstColumn..<shownDays.upperBound.days(since: days.lowerBound),
        continuesBefore: item.days.lowerBound < days.lowerBound,
        continuesAfter: item.days.upperBound > days.upperBound)
    }
  }

  /// The part of a layout that is shown if not all lanes fit.
  package struct FittedLayout: Hashable, Sendable {
    /// The bars that are shown, in the order of the layout; a bar that replaces others comes last.
    package let bars: [Bar]
    /// The number of bars that are not shown, for each column. Where the number is not 0, the last lane stays
    /// free to show it.
    package let hiddenCounts: [Int]
    /// The number of lanes used, including the one that shows the numbers.
    package let laneCount: Int
  }

  /// Returns the bars that fit into a number of lanes.
  ///
  /// - Parameter requiredID: the occurrence whose bar is always shown. If the bar does not fit, it replaces
  ///   other bars in the lane above the one that shows the numbers of hidden bars.
  /// - Precondition: `maximumLaneCount` is positive.
  package func fitted(into maximumLaneCount: Int, showing requiredID: Occurrence.ID? = nil) -> FittedLayout {
    precondition(maximumLaneCount > 0)
    guard laneCount > maximumLaneCount else {
      return FittedLayout(
        bars: bars, hiddenCounts: Array(repeating: 0, count: columnCount), laneCount: laneCount)
    }
    let lastLane = maximumLaneCount - 1
    var isOverfull = Array(repeating: false, count: columnCount)
    for bar in bars where bar.lane >= maximumLaneCount {
      for column in bar.columns { isOverfull[column] = true }
    }
    var shownBars = bars.filter { bar in
      bar.lane < lastLane || (bar.lane == lastLane && !isOverfull[bar.columns].contains(true))
    }
    let addedBar = bars.first { $0.id == requiredID }.flatMap { bar in
      shownBars.contains(bar) ? nil : bar.moved(toLane: max(0, lastLane - 1))
    }
    if let addedBar {
      let displacedBars = shownBars.filter {
        $0.lane == addedBar.lane && $0.columns.overlaps(addedBar.columns)
      }
      for bar in displacedBars { for column in bar.columns { isOverfull[column] = true } }
      shownBars.removeAll {
        displacedBars.contains($0) || ($0.lane == lastLane && isOverfull[$0.columns].contains(true))
      }
      shownBars.append(addedBar)
    }
    var hiddenCounts = Array(repeating: 0, count: columnCount)
    for bar in bars { for column in bar.columns { hiddenCounts[column] += 1 } }
    for bar in shownBars { for column in bar.columns { hiddenCounts[column] -= 1 } }
    // If there is only one lane, the required bar replaces the number.
    if maximumLaneCount == 1, let addedBar { for column in addedBar.columns { hiddenCounts[column] = 0 } }
    return FittedLayout(bars: shownBars, hiddenCounts: hiddenCounts, laneCount: maximumLaneCount)
  }
}
