/// The progress of building one page.
struct PageProgress: Sendable {
  /// How complete a page must be.
  enum Depth: Comparable {
    /// The layout of its events.
    case laidOut
    /// All its widgets, without painting.
    case made
    /// Visible content: first all widgets, then their paintings, because a block without text is better than
    /// none.
    case visible
    case whole
  }

  private let hasBegun: Bool
  private var columns: Int?
  private var bars = 0
  private var extents: [[ClosedRange<Double>]] = []
  private var isItemMade: Set<BuildItem> = []
  private var isItemPainted: Set<BuildItem> = []
  private var combinedColumnCount = 0

  /// All items, from the middle of the visible part outward; nil until needed.
  private var order: [BuildItem]?
  private var visibleRange = 0.0...0.0
  /// How many of them are visible.
  private var visibleCount = 0
  /// How many of them, from the first on without a gap, are made and painted.
  private var (firstUnmade, firstUnpainted) = (0, 0)

  /// Creates the progress of a page that is still empty; `hasBegun` tells whether it has its days.
  init(hasBegun: Bool = false) { self.hasBegun = hasBegun }

  init(bars: Int, columns: Int) {
    (hasBegun, self.bars, self.columns) = (true, bars, columns)
  }

  private var count: Int { bars + extents.reduce(0) { $0 + $1.count } }
  var isLaidOut: Bool { columns == extents.count }
  var isFullyCreated: Bool { isLaidOut && isItemMade.count == count }
  var isReady: Bool { isFullyCreated && isItemPainted.count == count && combinedColumnCount == columns }

  // MARK: Next steps

  /// The next step, as a step of `page`.
  mutating func next(_ depth: Depth, visibleRange: ClosedRange<Double>, of page: Int) -> PageBuilder.Step? {
    guard let columns else { return hasBegun ? .plan(page: page) : .begin(page: page) }
    guard isLaidOut else { return .layOut(page: page, column: extents.count) }
    guard depth > .laidOut, !isReady else { return nil }
    let order = order(around: visibleRange)
    let limit = depth == .visible ? visibleCount : order.count
    while firstUnmade < limit, isItemMade.contains(order[firstUnmade]) { firstUnmade += 1 }
    if firstUnmade < limit { return .make(page: page, order[firstUnmade]) }
    guard depth > .made else { return nil }
    while firstUnpainted < limit, isItemPainted.contains(order[firstUnpainted]) { firstUnpainted += 1 }
    if firstUnpainted < limit { return .paint(page: page, order[firstUnpainted]) }
    return depth == .whole && combinedColumnCount < columns
      ? .combine(page: page, column: combinedColumnCount) : nil
  }

  private mutating func order(around visibleRange: ClosedRange<Double>) -> [BuildItem] {
    if let order, self.visibleRange == visibleRange { return order }
    // Bars are always visible and are read first.
    let above = (0..<bars).map { BuildItem(column: nil, index: $0) }
    let middle = (visibleRange.lowerBound + visibleRange.upperBound) / 2
    var inHours: [(item: BuildItem, isHidden: Bool, distance: Double)] = []
    for (column, extents) in extents.enumerated() {
      for (index, extent) in extents.enumerated() {
        inHours.append(
          (
            BuildItem(column: column, index: index), !extent.overlaps(visibleRange),
            abs((extent.lowerBound + extent.upperBound) / 2 - middle)
          ))
      }
    }
    inHours.sort { a, b in a.isHidden != b.isHidden ? b.isHidden : a.distance < b.distance }
    let order = above + inHours.map(\.item)
    visibleCount = bars + inHours.count { !$0.isHidden }
    (firstUnmade, firstUnpainted) = (0, 0)
    (self.order, self.visibleRange) = (order, visibleRange)
    return order
  }

  // MARK: Completed steps

  mutating func layOut(_ extents: [ClosedRange<Double>]) { self.extents.append(extents) }
  mutating func made(_ item: BuildItem) { isItemMade.insert(item) }
  mutating func painted(_ item: BuildItem) { isItemPainted.insert(item) }
  mutating func combined() { combinedColumnCount += 1 }

  mutating func move(_ extents: [[ClosedRange<Double>]]) {
    guard isLaidOut else { return }
    self.extents = extents
    order = nil
    isItemPainted = []
    combinedColumnCount = 0
  }
}
