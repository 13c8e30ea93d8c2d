/// A search for text: each typed word must occur somewhere, in any order, regardless of case and accents.
package struct SearchQuery: Hashable, Sendable {
  /// The typed words, folded by `SearchFolding`. A word that is part of another word is left out, because any
  /// text that contains the longer word also contains the shorter one.
  package let words: [[UInt8]]

  package init(_ text: String) {
    var folding = SearchFolding()
    var words: [[UInt8]] = []
    for word in text.split(whereSeparator: \.isWhitespace).map({ folding.folded($0) }) where !word.isEmpty {
      if words.contains(where: { SearchQuery.text($0, contains: word) }) { continue }
      words.removeAll { SearchQuery.text(word, contains: $0) }
      words.append(word)
    }
    self.words = words
  }

  /// Whether the query contains no words.
  package var isEmpty: Bool { words.isEmpty }

  /// Returns whether everything that matches this query also matches an earlier one, as when the user has
  /// typed more letters.
  package func refines(_ earlierQuery: SearchQuery) -> Bool {
    earlierQuery.words.allSatisfy { word in words.contains { SearchQuery.text($0, contains: word) } }
  }

  /// Returns whether a folded text contains a folded word.
  package static func text(_ text: [UInt8], contains word: [UInt8]) -> Bool {
    text.span.contains(word.span)
  }
}

extension Span<UInt8> {
  /// Returns whether the bytes of a word occur consecutively, in order.
  func contains(_ word: Span<UInt8>) -> Bool {
    guard let first = word.isEmpty ? nil : word[0], count >= word.count else { return word.isEmpty }
    var start = 0
    let lastStart = count - word.count
    while start <= lastStart {
      if self[start] == first {
        var length = 1
        while length < word.count, self[start + length] == word[length] { length += 1 }
        if length == word.count { return true }
      }
      start += 1
    }
    return false
  }
}
