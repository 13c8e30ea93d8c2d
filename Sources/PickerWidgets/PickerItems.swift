import TimelinePainting

/// The items of a picker: how many there are, how each looks and what it is called. They are asked for when they
/// become visible, so their number costs nothing.
package struct PickerItems {
  /// How many there are; at least one.
  package let count: Int
  /// Whether the first follows the last.
  package let isCyclic: Bool
  /// How an item looks.
  package let face: (Int) -> any PickerFace
  /// What an item is called, for assistive technology and for typing.
  package let name: (Int) -> String
  /// px that the largest item of a ribbon takes along and across, if that may be more than a finger needs.
  package let size: (TextStyle) -> (along: Double, across: Double)

  /// Items by their number.
  ///
  /// - Precondition: there is an item.
  package init(
    count: Int, isCyclic: Bool = false, face: @escaping (Int) -> any PickerFace,
    name: @escaping (Int) -> String,
    size: @escaping (TextStyle) -> (along: Double, across: Double) = { _ in (0, 0) }
  ) {
    precondition(count > 0)
    self.count = count
    self.isCyclic = isCyclic
    self.face = face
    self.name = name
    self.size = size
  }

  package init(words: [String]) {
    self.init(count: words.count, face: { TextFace(words[$0]) }, name: { words[$0] })
  }
}
