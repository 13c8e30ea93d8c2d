/// Words that are typed to find something by its name: each begins a word of it, in whatever order and case.
struct WordSearch: Hashable, Sendable {
  private let terms: [String]

  /// A search for what was typed; nothing typed finds everything.
  init(_ typed: String) { terms = WordSearch.words(of: typed) }

  /// Whether all that was typed begins words of a name.
  func finds(_ name: String) -> Bool {
    let words = WordSearch.words(of: name)
    return terms.allSatisfy { start in words.contains { $0.hasPrefix(start) } }
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}
