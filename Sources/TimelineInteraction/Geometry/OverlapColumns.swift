/// Arranges overlapping events of one day side by side.
///
/// Events that overlap, directly or through others, form a group of columns of equal width. Each event is
/// placed in the first free column and widened in the reading direction up to the next column in which it
/// would overlap another event.
package enum OverlapColumns {
  /// The position of an item.
  package struct Placement: Hashable, Sendable {
    /// The item's index in the input.
    package let index: Int
    /// The index of its column; 0 is the leading one.
    package let column: Int
    /// The number of columns in the group.
    package let columnCount: Int
    /// The number of columns that the item spans; at least 1.
    package let columnSpan: Int

    /// The horizontal extent, as fractions of the width.
    package var extent: ClosedRange<Double> {
      Double(column) / Double(columnCount)...Double(column + columnSpan) / Double(columnCount)
    }
  }

  /// Lays out items given by their extents, in any unit. An extent shorter than `minimum` is treated as
  /// `minimum` long, because it is drawn at that length. Items with the same start are ordered by decreasing
  /// length, then in the given order.
  ///
  /// - Returns: one placement for each item, in the given order.
  /// - Precondition: `minimum` is not negative.
  package static func placements(of extents: [Range<Double>], minimum: Double) -> [Placement] {
    precondition(minimum >= 0)
    let items = extents.map { $0.lowerBound..<max($0.upperBound, $0.lowerBound + minimum) }
    let order = items.indices.sorted { a, b in
      if items[a].lowerBound != items[b].lowerBound { return items[a].lowerBound < items[b].lowerBound }
      if items[a].upperBound != items[b].upperBound { return items[a].upperBound > items[b].upperBound }
      return a < b
    }
    var placements: [Placement] = []
    // The columns of the current group, each with the indices of its items.
    var group: [[Int]] = []
    var groupEnd = -Double.infinity
    for index in order {
      if items[index].lowerBound >= groupEnd {
        placements += widenedPlacements(of: group, items)
        group = []
      }
      let freeColumn = group.firstIndex { column in
        column.last.map { items[$0].upperBound <= items[index].lowerBound } ?? true
      }
      if let freeColumn { group[freeColumn].append(index) } else { group.append([index]) }
      groupEnd = max(groupEnd, items[index].upperBound)
    }
    placements += widenedPlacements(of: group, items)
    return placements.sorted { $0.index < $1.index }
  }

  /// Returns the placements of a group's items, widened where possible. Each column lists its items by start.
  private static func widenedPlacements(of group: [[Int]], _ items: [Range<Double>]) -> [Placement] {
    var placements: [Placement] = []
    for (column, indices) in group.enumerated() {
      for index in indices {
        let nextTakenColumn = group[(column + 1)...].firstIndex { isTaken($0, during: items[index], items) }
        placements.append(
          Placement(
            index: index, column: column, columnCount: group.count,
            columnSpan: (nextTakenColumn ?? group.count) - column))
      }
    }
    return placements
  }

  /// Returns whether any item of a column overlaps an extent.
  private static func isTaken(_ column: [Int], during extent: Range<Double>, _ items: [Range<Double>]) -> Bool
  {
    // The items of a column do not overlap, so their ends are in order: the first that ends after the
    // extent's start is the only candidate.
    var (low, high) = (0, column.count)
    while low < high {
      let middle = (low + high) / 2
      if items[column[middle]].upperBound > extent.lowerBound { high = middle } else { low = middle + 1 }
    }
    return low < column.count && items[column[low]].lowerBound < extent.upperBound
  }
}
