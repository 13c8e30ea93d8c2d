import CalendarModel

/// Arranges events in lanes, as bars across the columns of their days: all-day events above the hours of a page, and all
/// events of a week in a month.
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

    /// Returns the part of the bar in some of its columns, in another lane.
    fileprivate func part(_ part: Range<Int>, inLane lane: Int) -> Bar {
      Bar(
        id: id, lane: lane, columns: part,
        continuesBefore: continuesBefore || part.lowerBound > columns.lowerBound,
        continuesAfter: continuesAfter || part.upperBound < columns.upperBound)
    }

    /// Returns the parts of the bar that are shown, one for each run of columns in which it has the same lane.
    ///
    /// - Parameter lanes: the lane in each column of the page; nil where the bar is not shown.
    fileprivate func parts(inLanes lanes: [Int?]) -> [Bar] {
      var parts: [Bar] = []
      var start = 0
      for column in lanes.indices where column + 1 == lanes.count || lanes[column + 1] != lanes[column] {
        if let lane = lanes[column] { parts.append(part(start..<column + 1, inLane: lane)) }
        start = column + 1
      }
      return parts
    }
  }

  /// The bars, in the order in which the occurrences were given.
  package let bars: [Bar]
  package let columnCount: Int
  /// The number of lanes needed; 0 if there are no bars.
  package let laneCount: Int

  /// Lays out the occurrences that overlap the page's days. Others are ignored.
  ///
  /// - Parameters:
  ///   - occurrences: for the hours of a page, those for which `Occurrence.isInAllDayRow` is true.
  ///   - lanesBefore: the lanes on the page before, by occurrence. An occurrence that continues from there keeps its lane,
  ///     unless another one that keeps it too began earlier.
  package init(
    _ occurrences: [Occurrence], in days: Range<Day>, keeping lanesBefore: [Occurrence.ID: Int] = [:]
  ) {
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
    var lanes = [Int?](repeating: nil, count: items.count)
    func place(_ index: Int, inLane lane: Int) {
      while laneEnds.count <= lane { laneEnds.append(days.lowerBound) }
      laneEnds[lane] = items[index].days.upperBound
      lanes[index] = lane
    }
    for index in order where items[index].days.lowerBound < days.lowerBound {
      guard let lane = lanesBefore[items[index].id] else { continue }
      let isFree = lane >= laneEnds.count || laneEnds[lane] <= days.lowerBound
      if isFree { place(index, inLane: lane) }
    }
    for index in order where lanes[index] == nil {
      // Bars are placed in the order of their starts, so a lane is free from the end of its last bar.
      let start = max(items[index].days.lowerBound, days.lowerBound)
      place(index, inLane: laneEnds.firstIndex { $0 <= start } ?? laneEnds.count)
    }
    laneCount = laneEnds.count
    bars = zip(items, lanes).map { item, lane in
      let shownDays = item.days.clamped(to: days)
      let firstColumn = shownDays.lowerBound.days(since: days.lowerBound)
      return Bar(
        id: item.id, lane: lane ?? 0,
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
      shownBars.contains(bar) ? nil : bar.part(bar.columns, inLane: max(0, lastLane - 1))
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

  /// Returns what fits into a number of lanes if each column counts for itself, as in a month: a bar is shown in all
  /// columns that have room for it, possibly in several parts. Where the number of bars that are not shown is not 0, it is
  /// at least 2, because a single one is shown in place of the number.
  ///
  /// - Precondition: `maximumLaneCount` is positive.
  package func fittedByColumn(into maximumLaneCount: Int) -> FittedLayout {
    precondition(maximumLaneCount > 0)
    let noneHidden = Array(repeating: 0, count: columnCount)
    guard laneCount > maximumLaneCount else {
      return FittedLayout(bars: bars, hiddenCounts: noneHidden, laneCount: laneCount)
    }
    let lastLane = maximumLaneCount - 1
    let barsAbove = bars.filter { $0.lane < lastLane }
    let others = bars.filter { $0.lane >= lastLane }.sorted { $0.lane < $1.lane }
    var (lanes, hiddenCounts): ([[Occurrence.ID: Int]], [Int]) = ([], [])
    for column in 0..<columnCount {
      let usedLanes = barsAbove.filter { $0.columns.contains(column) }.map(\.lane)
      let ids = others.filter { $0.columns.contains(column) }.map(\.id)
      let lanesHere = AllDayLayout.lanes(
        of: ids, free: (0..<lastLane).filter { !usedLanes.contains($0) }, last: lastLane,
        before: lanes.last ?? [:])
      lanes.append(lanesHere)
      hiddenCounts.append(ids.count - lanesHere.count)
    }
    let parts = others.flatMap { bar in bar.parts(inLanes: lanes.map { $0[bar.id] }) }
    return FittedLayout(bars: barsAbove + parts, hiddenCounts: hiddenCounts, laneCount: maximumLaneCount)
  }

  /// Returns the lanes of bars in one column: those that they had in the column before, the other free ones, and the last
  /// lane for one that is left alone. Bars without a lane are not shown.
  private static func lanes(
    of ids: [Occurrence.ID], free: [Int], last: Int, before: [Occurrence.ID: Int]
  ) -> [Occurrence.ID: Int] {
    var lanes = before.filter { ids.contains($0.key) && free.contains($0.value) }
    var freeLanes = free.filter { lane in !lanes.values.contains(lane) }
    var waiting = ids.filter { lanes[$0] == nil }
    while waiting.count > 1 || waiting.first.map({ before[$0] != last }) == true, !freeLanes.isEmpty {
      lanes[waiting.removeFirst()] = freeLanes.removeFirst()
    }
    if waiting.count == 1 { lanes[waiting[0]] = last }
    return lanes
  }
}
