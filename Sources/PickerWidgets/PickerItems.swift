import TimelinePainting

/// The items of a picker: their number, painters and names. Painters and names are requested when items
/// become visible, so the number of items costs nothing.
package struct PickerItems {
  /// The number of items; at least one.
  package let count: Int
  /// Whether the first item follows the last.
  package let isCyclic: Bool
  /// Returns the painter of an item.
  package let painter: (Int) -> any PickerItemPainter
  /// Returns the name of an item, for assistive technology and type-ahead search.
  package let name: (Int) -> String
  /// The size of the largest item of a ribbon in px, along and across the row, if it may exceed what a finger
  /// needs.
  package let size: (TextStyle) -> (along: Double, across: Double)

  /// - Precondition: `count` is positive.
  package init(
    count: Int, isCyclic: Bool = false, painter: @escaping (Int) -> any PickerItemPainter,
    name: @escaping (Int) -> String,
    size: @escaping (TextStyle) -> (along: Double, across: Double) = { _ in (0, 0) }
  ) {
    precondition(count > 0)
    self.count = count
    self.isCyclic = isCyclic
    self.painter = painter
    self.name = name
    self.size = size
  }

  package init(strings: [String]) {
    self.init(count: strings.count, painter: { TextItemPainter(strings[$0]) }, name: { strings[$0] })
  }
}
