extension Phrases {
  /// The name of a time zone for display: "America/New York".
  package func zone(_ identifier: String) -> String { String(identifier.map { $0 == "_" ? " " : $0 }) }

  /// The zone names with a word beginning with each of the typed words: both "new y" and "asia/kol" work.
  package func zones(_ names: [String], matching typed: String) -> [String] {
    let search = WordSearch(typed)
    return names.filter(search.matches)
  }
}
