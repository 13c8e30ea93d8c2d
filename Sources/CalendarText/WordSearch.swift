/// A search by name: each typed word must begin a word of the name, in any order and regardless of case.
struct WordSearch: Hashable, Sendable {
  private let terms: [String]

  /// Creates a search for typed text. Empty text matches everything.
  init(_ typedText: String) { terms = WordSearch.words(of: typedText) }

  /// Returns whether every typed word begins a word of the name.
  func matches(_ name: String) -> Bool {
    let words = WordSearch.words(of: name)
    return terms.allSatisfy { start in words.contains { $0.hasPrefix(start) } }
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
