extension Phrases {
  /// The name of a zone as people write it: "America/New York".
  package func zone(_ identifier: String) -> String { String(identifier.map { $0 == "_" ? " " : $0 }) }

  /// Of names of zones those that have words beginning with each of the typed ones: "new y" and "asia/kol" alike.
  package func zones(_ names: [String], matching typed: String) -> [String] {
    let search = WordSearch(typed)
    return names.filter(search.finds)
  }
}
