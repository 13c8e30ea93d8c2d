/// Type-ahead search in a list picker: finds an item by the first letters of any word in its name.
package struct TypeAhead: Hashable, Sendable {
  private var typedText = ""
  private var lastTime = -Double.infinity

  package init() {}

  /// Adds a typed letter.
  ///
  /// - Parameters:
  ///   - letter: the letter, in either case.
  ///   - time: the time, in seconds.
  ///   - count: the number of items.
  ///   - name: returns the name of an item.
  ///   - currentItem: the current item. A new search starts at the next item, and a continued search at this one.
  ///     Both wrap around.
  /// - Returns: the item found; nil if no name matches.
  package mutating func type(
    _ letter: Character, time: Double, count: Int, name: (Int) -> String, from currentItem: Int
  ) -> Int? {
    let startsOver = time - lastTime > Feel.typeAheadTimeout
    lastTime = time
    let letter = letter.lowercased()
    // Typing the same letter repeatedly cycles through the items that match it.
    let isRepeated = typedText == letter
    typedText = startsOver || isRepeated ? letter : typedText + letter
    let start = startsOver || isRepeated ? currentItem + 1 : currentItem
    for distance in 0..<count {
      let item = (start + distance) % count
      if TypeAhead.matches(name(item), typedText) { return item }
    }
    return nil
  }

  /// Returns whether any word of a name begins with the typed text, ignoring case.
  private static func matches(_ name: String, _ prefix: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix(prefix) || name.split(separator: " ").contains { $0.hasPrefix(prefix) }
  }
}
