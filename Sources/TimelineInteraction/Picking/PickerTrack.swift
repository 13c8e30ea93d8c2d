/// The row of a picker's items. It determines the item on which the picker comes to rest after a release.
///
/// Positions are in items: at position 3, the fourth item is centered, and at 3.5, the gap between the fourth
/// and the fifth. A position therefore remains valid when the items or the viewport are resized. In a cyclic
/// list, positions continue endlessly in both directions, and the item at an index is the index modulo
/// `count`.
package struct PickerTrack: Hashable, Sendable {
  package let count: Int
  /// Whether the first item follows the last, as on a wheel of minutes.
  package let isCyclic: Bool
  /// Whether a row at rest leaves no empty space before its first item or, if it is long enough, after its last
  /// one. The selected item is then not centered if it is near an end, or if all items fit into the viewport.
  package let isFilled: Bool
  /// The distance between the centers of adjacent items, in px.
  package var itemExtent: Double
  /// The length of the viewport along the row, in px.
  package var viewportLength: Double
  /// The distance from the start of the viewport to the center of the selected item, in px.
  package internal(set) var selectionCenter: Double

  /// - Precondition: `count` and `itemExtent` are positive.
  package init(
    count: Int, isCyclic: Bool = false, isFilled: Bool = false, itemExtent: Double, viewportLength: Double
  ) {
    precondition(count > 0 && itemExtent > 0)
    self.count = count
    self.isCyclic = isCyclic
    self.isFilled = isFilled
    self.itemExtent = itemExtent
    self.viewportLength = viewportLength
    selectionCenter = viewportLength / 2
  }

  /// Returns the value of `selectionCenter` for a row that rests at a position.
  func restingCenter(at position: Double) -> Double {
    guard isFilled, !isCyclic else { return viewportLength / 2 }
    let length = Double(count) * itemExtent
    let distanceToCenter = (position + 0.5) * itemExtent
    // A row that fits begins at the start of the viewport; a longer one is scrolled as far as its ends allow.
    let start =
      length <= viewportLength
      ? 0 : (viewportLength / 2 - distanceToCenter).clamped(to: (viewportLength - length)...0)
    return start + distanceToCenter
  }

  /// The positions at which the first and the last item are centered; nil in a cyclic list, which has no ends.
  package var positionRange: ClosedRange<Double>? { isCyclic ? nil : 0...Double(count - 1) }

  /// The space before the first item, which allows that item to be centered, in px. The same space follows the
  /// last item.
  package var inset: Double { max(0, (viewportLength - itemExtent) / 2) }

  /// Returns the item at an index, from 0 to `count - 1`.
  package func item(at index: Int) -> Int {
    let remainder = index % count
    return remainder < 0 ? remainder + count : remainder
  }

  /// Returns the index of an item; in a cyclic list, the one nearest to a position.
  ///
  /// - Precondition: the item exists.
  package func index(of item: Int, near position: Double) -> Int {
    precondition((0..<count).contains(item))
    guard isCyclic else { return item }
    let turns = ((position - Double(item)) / Double(count)).rounded()
    return item + Int(turns) * count
  }

  /// Returns the index nearest to a position. If two indices are equally near, it returns the one on the side
  /// of `origin`, where the drag began, so neither direction is favored.
  package func nearestIndex(to position: Double, origin: Double) -> Int {
    let lowerPosition = position.rounded(.down)
    let fraction = position - lowerPosition
    let isLowerNearer = fraction == 0.5 ? origin <= position : fraction < 0.5
    return clamped(Int(isLowerNearer ? lowerPosition : lowerPosition + 1))
  }

  /// Returns the index at which a released picker comes to rest.
  ///
  /// The glide of the flick is projected, and the item nearest to its end is chosen. If that item lies behind
  /// the release position, the next one in the direction of the flick is chosen instead. The row never moves
  /// against a flick, except to return from beyond an end.
  ///
  /// - Parameters:
  ///   - position: the position at the release.
  ///   - velocity: the velocity at the release, in items per second.
  ///   - origin: the position at which the drag began.
  package func restingIndex(from position: Double, velocity: Double, origin: Double) -> Int {
    guard abs(velocity) >= Feel.pickerRestSpeed else { return nearestIndex(to: position, origin: origin) }
    let index = nearestIndex(to: position + velocity * glideTimeConstant, origin: origin)
    let isBehind = (Double(index) - position) * velocity < 0
    return clamped(isBehind ? index + (velocity > 0 ? 1 : -1) : index)
  }

  /// The distance of a glide divided by its initial speed, in seconds.
  var glideTimeConstant: Double {
    count <= Feel.shortPickerCount ? Feel.shortPickerGlideTimeConstant : Feel.pickerGlideTimeConstant
  }

  /// Returns the nearest index within the list.
  package func clamped(_ index: Int) -> Int { isCyclic ? index : index.clamped(to: 0...count - 1) }

  /// Returns the position of the row for a dragged position. Beyond the ends of the list, the row follows
  /// with resistance.
  func withResistance(_ position: Double) -> Double {
    guard let positionRange else { return position }
    let clampedPosition = position.clamped(to: positionRange)
    return clampedPosition + (position - clampedPosition) * Feel.pickerOverscrollFactor
  }

  /// Returns the dragged position for a position of the row: the inverse of `withResistance`.
  func withoutResistance(_ position: Double) -> Double {
    guard let positionRange else { return position }
    let clampedPosition = position.clamped(to: positionRange)
    return clampedPosition + (position - clampedPosition) / Feel.pickerOverscrollFactor
  }

  /// Returns the indices of the items that are fully or partly visible at a position.
  package func visibleIndices(at position: Double) -> Range<Int> {
    let (itemsBefore, itemsAfter) = (
      selectionCenter / itemExtent + 0.5, (viewportLength - selectionCenter) / itemExtent + 0.5
    )
    let first = Int((position - itemsBefore).rounded(.down)) + 1
    let last = Int((position + itemsAfter).rounded(.up)) - 1
    guard !isCyclic else { return first..<max(first, last + 1) }
    let lower = min(max(0, first), count)
    return lower..<max(lower, min(count, last + 1))
  }

  /// Returns the distance from the start of the viewport to the center of an item, in px.
  package func center(of index: Int, at position: Double) -> Double {
    selectionCenter + (Double(index) - position) * itemExtent
  }

  /// Returns the index of the item under a coordinate, or of the nearest item.
  func index(under coordinate: Double, at position: Double) -> Int {
    clamped(Int((position + (coordinate - selectionCenter) / itemExtent).rounded()))
  }
}
