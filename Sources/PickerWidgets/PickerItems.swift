import TimelinePainting

/// The items of a picker: how many there are, how each looks and what it is called. They are asked for when they come
/// into sight, so their number costs nothing.
public struct PickerItems {
  /// How many there are; at least one.
  public let count: Int
  /// Whether the first follows the last.
  public let isCyclic: Bool
  /// How an item looks.
  public let face: (Int) -> any PickerFace
  /// What an item is called, for assistive technology and for typing.
  public let name: (Int) -> String
  /// px that the largest item of a ribbon takes along and across, if that may be more than a finger needs.
  public let size: (TextStyle) -> (along: Double, across: Double)

  /// Items by their number.
  ///
  /// - Precondition: there is an item.
  public init(
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

  /// Words, in order.
  public init(words: [String]) {
    self.init(count: words.count, face: { TextFace(words[$0]) }, name: { words[$0] })
  }
}
