/// Type-ahead search on a ribbon: finds an item by the first letters of its name.
package struct TypeAhead: Hashable, Sendable {
  private var typed = ""
  private var lastTime = -Double.infinity

  package init() {}

  /// A letter is typed.
  ///
  /// - Parameters:
  ///   - letter: the letter, in either case.
  ///   - time: in seconds.
  ///   - count: the number of items.
  ///   - name: the name of an item.
  ///   - current: the item from which the search starts; it wraps around.
  /// - Returns: the item found; nil if no name matches.
  package mutating func type(
    _ letter: Character, time: Double, count: Int, name: (Int) -> String, from current: Int
  ) -> Int? {
    let isFresh = time - lastTime > Feel.typeAheadTimeout
    lastTime = time
    let letter = letter.lowercased()
    // Typing the same letter repeatedly cycles through its items.
    let isRepeated = typed == letter
    typed = isFresh || isRepeated ? letter : typed + letter
    let start = isFresh || isRepeated ? current + 1 : current
    for distance in 0..<count {
      let item = (start + distance) % count
      if TypeAhead.matches(name(item), typed) { return item }
    }
    return nil
  }

  /// Whether any word of the name begins with the typed text, ignoring case.
  private static func matches(_ name: String, _ start: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix(start) || name.split(separator: " ").contains { $0.hasPrefix(start) }
  }
}
