import TimelinePainting

/// The items of a picker: their number, painters and names. Painters and names are requested only as items
/// become visible, so the cost does not depend on the number of items.
package struct PickerItems {
  /// The number of items; at least one.
  package let count: Int
  /// Whether the first item follows the last.
  package let isCyclic: Bool
  /// Returns the painter of an item.
  package let painter: (Int) -> any PickerItemPainter
  /// Returns the name of an item, for assistive technology and type-ahead search.
  package let name: (Int) -> String
  /// Returns the size of a ribbon's largest item in px, along and across the row; zero if no item needs more
  /// space than the minimum for a finger.
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
