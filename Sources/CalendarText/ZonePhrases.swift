extension Phrases {
  /// Returns the name of a time zone for display: "America/New York".
  package func zone(_ identifier: String) -> String { String(identifier.map { $0 == "_" ? " " : $0 }) }

  /// Returns the zone names in which every typed word begins a word: "new y" finds "America/New_York", and
  /// "asia/kol" finds "Asia/Kolkata".
  package func zones(_ names: [String], matching typedText: String) -> [String] {
    let search = WordSearch(typedText)
    return names.filter(search.matches)
  }
}
