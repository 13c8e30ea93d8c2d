/// The progress of building one page.
struct PageProgress: Sendable {
  /// How complete a page must be.
  enum Completeness: Comparable {
    /// The events are laid out.
    case laidOut
    /// All widgets exist, but need not be painted.
    case created
    /// The visible content is complete. All of its widgets are created before the first is painted, because a
    /// block without text is better than none.
    case visible
    /// Everything is complete.
    case full
  }

  /// The events of one column, or the all-day bars.
  private struct Items {
    /// The vertical extents of a column's events; empty for bars.
    var extents: [ClosedRange<Double>] = []
    private(set) var isCreated: [Bool]
    private(set) var isPainted: [Bool]
    private var createdCount = 0
    private var paintedCount = 0
    /// Whether the column and its part of the background have been drawn together, and GTK has cached the
    /// drawing.
    var isCombined = false

    init(count: Int) {
      isCreated = Array(repeating: false, count: count)
      isPainted = isCreated
    }

    init(extents: [ClosedRange<Double>]) {
      self.init(count: extents.count)
      self.extents = extents
    }

    var count: Int { isCreated.count }
    var isFullyCreated: Bool { createdCount == count }
    var isFullyPainted: Bool { paintedCount == count }

    mutating func setCreated(_ index: Int) {
      guard isCreated.indices.contains(index), !isCreated[index] else { return }
      isCreated[index] = true
      createdCount += 1
    }

    mutating func setPainted(_ index: Int) {
      guard isPainted.indices.contains(index), !isPainted[index] else { return }
      isPainted[index] = true
      paintedCount += 1
    }

    mutating func discardPainting() {
      isPainted = Array(repeating: false, count: count)
      (paintedCount, isCombined) = (0, false)
    }
  }

  private let hasBegun: Bool
  /// Whether the events may have changed since they were queried.
  private var isOutdated = false
  private var columnCount: Int?
  private var bars = Items(count: 0)
  private var columns: [Items] = []
  /// The columns as they were before the events changed.
  private var olderColumns: [Items] = []

  /// All items, from the middle of the visible part outward; nil until needed.
  private var buildOrder: [BlockPosition]?
  private var drawnRange = 0.0...0.0
  /// The number of items at the beginning of `buildOrder` that are in the drawn part.
  private var visibleCount = 0
  /// The indices in `buildOrder` of the first item that may not have a widget yet, and of the first that may not
  /// have been painted yet.
  private var (firstUncreatedIndex, firstUnpaintedIndex) = (0, 0)

  /// Creates the progress of an empty page.
  ///
  /// - Parameter hasBegun: whether days have been assigned to the page.
  init(hasBegun: Bool = false) { self.hasBegun = hasBegun }

  var isLaidOut: Bool { !isOutdated && columnCount == columns.count }
  var isFullyCreated: Bool { isLaidOut && bars.isFullyCreated && columns.allSatisfy(\.isFullyCreated) }
  var isReady: Bool {
    isFullyCreated && bars.isFullyPainted && columns.allSatisfy { $0.isFullyPainted && $0.isCombined }
  }

  // MARK: Next steps

  /// Returns the next step of `page`, or nil if the page is complete up to `completeness`.
  mutating func nextStep(
    until completeness: Completeness, visibleRange: ClosedRange<Double>, of page: Int
  ) -> PageBuilder.Step? {
    guard hasBegun else { return .begin(page: page) }
    guard let columnCount, !isOutdated else { return .query(page: page) }
    guard columns.count == columnCount else { return .layOut(page: page, column: columns.count) }
    guard completeness > .laidOut, !isReady else { return nil }
    let order = updatedBuildOrder(around: visibleRange)
    let limit = completeness == .visible ? visibleCount : order.count
    while firstUncreatedIndex < limit, isCreated(order[firstUncreatedIndex]) { firstUncreatedIndex += 1 }
    if firstUncreatedIndex < limit { return .create(page: page, order[firstUncreatedIndex]) }
    guard completeness > .created else { return nil }
    while firstUnpaintedIndex < limit, isPainted(order[firstUnpaintedIndex]) { firstUnpaintedIndex += 1 }
    if firstUnpaintedIndex < limit { return .paint(page: page, order[firstUnpaintedIndex]) }
    guard completeness == .full else { return nil }
    return columns.firstIndex { !$0.isCombined }.map { .combine(page: page, column: $0) }
  }

  private func isCreated(_ item: BlockPosition) -> Bool {
    if let column = item.column { columns[column].isCreated[item.index] } else { bars.isCreated[item.index] }
  }

  private func isPainted(_ item: BlockPosition) -> Bool {
    if let column = item.column { columns[column].isPainted[item.index] } else { bars.isPainted[item.index] }
  }

  /// Returns all items: first those in the drawn part of the page, from the middle outward. They are sorted
  /// only when the drawn part changes, because scrolling must not sort hundreds of items in each frame.
  private mutating func updatedBuildOrder(around visibleRange: ClosedRange<Double>) -> [BlockPosition] {
    let newDrawnRange = DrawnRegion.verticalExtent(for: visibleRange)
    if let buildOrder, drawnRange == newDrawnRange { return buildOrder }
    // Bars are always visible and are read first.
    let barPositions = (0..<bars.count).map { BlockPosition(column: nil, index: $0) }
    let middle = (visibleRange.lowerBound + visibleRange.upperBound) / 2
    var blockItems: [(position: BlockPosition, isHidden: Bool, distance: Double)] = []
    for (column, items) in columns.enumerated() {
      for (index, extent) in items.extents.enumerated() {
        blockItems.append(
          (
            BlockPosition(column: column, index: index), !extent.overlaps(newDrawnRange),
            abs((extent.lowerBound + extent.upperBound) / 2 - middle)
          ))
      }
    }
    blockItems.sort { a, b in a.isHidden != b.isHidden ? b.isHidden : a.distance < b.distance }
    let order = barPositions + blockItems.map(\.position)
    visibleCount = bars.count + blockItems.count { !$0.isHidden }
    (firstUncreatedIndex, firstUnpaintedIndex) = (0, 0)
    (buildOrder, drawnRange) = (order, newDrawnRange)
    return order
  }

  // MARK: Completed steps

  mutating func markQueried(barCount: Int, columnCount: Int) {
    if isOutdated { olderColumns = columns }
    (self.columnCount, isOutdated) = (columnCount, false)
    (bars, columns, buildOrder) = (Items(count: barCount), [], nil)
  }

  /// Adds the next column. If it is the same as before the last change, it is as complete as it was.
  mutating func addColumn(_ extents: [ClosedRange<Double>], isUnchanged: Bool) {
    if isUnchanged, columns.count < olderColumns.count, olderColumns[columns.count].extents == extents {
      columns.append(olderColumns[columns.count])
    } else {
      columns.append(Items(extents: extents))
    }
    if columns.count == columnCount { olderColumns = [] }
  }

  mutating func markCreated(_ item: BlockPosition) {
    if let column = item.column {
      columns[column].setCreated(item.index)
    } else {
      bars.setCreated(item.index)
    }
  }

  mutating func markPainted(_ item: BlockPosition) {
    if let column = item.column {
      columns[column].setPainted(item.index)
    } else {
      bars.setPainted(item.index)
    }
  }

  mutating func markCombined(_ column: Int) { columns[column].isCombined = true }

  // MARK: Changes

  /// Marks the events as possibly changed, so that they are queried again.
  mutating func invalidate() { isOutdated = columnCount != nil }

  /// Records that the events are the same as before.
  mutating func markUnchanged() { isOutdated = false }

  mutating func updateLayout(to extents: [[ClosedRange<Double>]]) {
    guard isLaidOut, extents.count == columns.count else { return }
    for (column, extents) in extents.enumerated() {
      columns[column].extents = extents
      columns[column].discardPainting()
    }
    bars.discardPainting()
    buildOrder = nil
  }
}
