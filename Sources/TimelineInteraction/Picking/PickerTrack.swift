/// The row of items of a picker, and the item on which it rests after a release.
///
/// Positions are in items: at position 3 the fourth item is centred, at 3.5 the gap after it. So a picker
/// stays where it is when its items or its viewport are resized. In a cyclic list, positions continue without
/// end in both directions, and an index stands for the item that is its remainder.
package struct PickerTrack: Hashable, Sendable {
  package let count: Int
  /// Whether the first item follows the last, as on a wheel of minutes.
  package let isCyclic: Bool
  /// px between the centres of adjacent items.
  package var extent: Double
  /// px, length of the viewport along the row.
  package var viewport: Double

  /// - Precondition: `count` and `extent` are positive.
  package init(count: Int, isCyclic: Bool = false, extent: Double, viewport: Double) {
    precondition(count > 0 && extent > 0)
    self.count = count
    self.isCyclic = isCyclic
    self.extent = extent
    self.viewport = viewport
  }

  /// The positions at which the first and the last item are centred; nil in a cyclic list, which has no ends.
  package var ends: ClosedRange<Double>? { isCyclic ? nil : 0...Double(count - 1) }

  /// px before the first item, so that it can be centred; as many follow the last.
  package var inset: Double { max(0, (viewport - extent) / 2) }

  /// The item that an index stands for, from 0 to `count - 1`.
  package func item(at index: Int) -> Int {
    let remainder = index % count
    return remainder < 0 ? remainder + count : remainder
  }

  /// The index that stands for an item and is nearest to a position.
  ///
  /// - Precondition: the item exists.
  package func index(of item: Int, near position: Double) -> Int {
    precondition((0..<count).contains(item))
    guard isCyclic else { return item }
    let turns = ((position - Double(item)) / Double(count)).rounded()
    return item + Int(turns) * count
  }

  /// The index whose item is nearest to a position. Exactly between two, it is the one on the side of
  /// `origin`, where the drag began, so that neither direction is favoured.
  package func nearest(to position: Double, origin: Double) -> Int {
    let below = position.rounded(.down)
    let share = position - below
    let isBelow = share == 0.5 ? origin <= position : share < 0.5
    return clamped(Int(isBelow ? below : below + 1))
  }

  /// The index at which a released picker comes to rest.
  ///
  /// The glide of the flick is projected, and the item nearest to its end is chosen. If that item lies behind
  /// the release position, the next one in the direction of the flick is chosen: the row never runs back
  /// against a flick, except from beyond an end.
  ///
  /// - Parameters:
  ///   - position: the position at the release.
  ///   - velocity: items per second.
  ///   - origin: the position at which the drag began.
  package func landing(from position: Double, velocity: Double, origin: Double) -> Int {
    guard abs(velocity) >= Feel.pickerRestSpeed else { return nearest(to: position, origin: origin) }
    let index = nearest(to: position + velocity * glideTime, origin: origin)
    let isBehind = (Double(index) - position) * velocity < 0
    return clamped(isBehind ? index + (velocity > 0 ? 1 : -1) : index)
  }

  /// Seconds of initial speed that a glide covers.
  var glideTime: Double { count <= Feel.shortPickerCount ? Feel.shortPickerGlideTime : Feel.pickerGlideTime }

  /// The nearest index within the list.
  package func clamped(_ index: Int) -> Int { isCyclic ? index : index.clamped(to: 0...count - 1) }

  /// The position of the row for a dragged position: beyond the ends of the list it follows with resistance.
  func withResistance(_ position: Double) -> Double {
    guard let ends else { return position }
    let inside = position.clamped(to: ends)
    return inside + (position - inside) * Feel.pickerResistance
  }

  /// The dragged position for a position of the row: the inverse of `withResistance`.
  func withoutResistance(_ position: Double) -> Double {
    guard let ends else { return position }
    let inside = position.clamped(to: ends)
    return inside + (position - inside) / Feel.pickerResistance
  }

  /// The indices of the items that are visible at a position, fully or partly.
  package func visible(at position: Double) -> Range<Int> {
    let reach = viewport / extent / 2 + 0.5
    let first = Int((position - reach).rounded(.down)) + 1
    let last = Int((position + reach).rounded(.up)) - 1
    guard !isCyclic else { return first..<max(first, last + 1) }
    let lower = min(max(0, first), count)
    return lower..<max(lower, min(count, last + 1))
  }

  /// px from the start of the viewport to the centre of an item.
  package func centre(of index: Int, at position: Double) -> Double {
    viewport / 2 + (Double(index) - position) * extent
  }

  /// The index whose item is under a coordinate, or the nearest one.
  func index(under coordinate: Double, at position: Double) -> Int {
    clamped(Int((position + (coordinate - viewport / 2) / extent).rounded()))
  }
}
