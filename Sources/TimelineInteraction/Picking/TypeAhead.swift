/// Type-ahead search on a ribbon: finds an item by the first letters of its name.
package struct TypeAhead: Hashable, Sendable {
  private var typed = ""
  private var lastTime = -Double.infinity

  package init() {}

  /// A letter is typed.
  ///
  /// - Parameters:
  ///   - letter: as it was typed, in any case.
  ///   - time: in seconds.
  ///   - count: how many items there are.
  ///   - name: what an item is called.
  ///   - current: the item from which the search goes on, and around.
  /// - Returns: the item that is meant; nil if none is called so.
  package mutating func type(
    _ letter: Character, time: Double, count: Int, name: (Int) -> String, from current: Int
  ) -> Int? {
    let isFresh = time - lastTime > Feel.typedTogether
    lastTime = time
    let letter = letter.lowercased()
    // The same letter again and again goes from one of its items to the next.
    let isRepeated = typed == letter
    typed = isFresh || isRepeated ? letter : typed + letter
    let start = isFresh || isRepeated ? current + 1 : current
    for distance in 0..<count {
      let item = (start + distance) % count
      if TypeAhead.isCalled(name(item), typed) { return item }
    }
    return nil
  }

  /// A word of the name begins so; the words before need not be known.
  private static func isCalled(_ name: String, _ start: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix(start) || name.split(separator: " ").contains { $0.hasPrefix(start) }
  }
}
