extension Phrases {
  /// Returns the name of a time zone for display: "America/New York".
  package func zone(_ identifier: String) -> String { String(identifier.map { $0 == "_" ? " " : $0 }) }

  /// Returns a date, with the name of the time zone of its times: "Monday, 5 January 2026 (Asia/Tokyo)".
  package func date(_ text: String, inZone identifier: String) -> String {
    translator.trc(
      "date and the time zone of its times", "{date} ({zone})", ["date": text, "zone": zone(identifier)])
  }

  /// Returns the city in the name of a time zone: "New York" for "America/New_York"; nil if it has none.
  package static func city(ofZone identifier: String) -> String? {
    let parts = identifier.split(separator: "/")
    guard parts.count > 1, parts[0] != "Etc", let city = parts.last else { return nil }
    return String(city.map { $0 == "_" ? " " : $0 })
  }

  /// Returns the zone names in which every typed word begins a word: "new y" finds "America/New_York", and
  /// "asia/kol" finds "Asia/Kolkata".
  package func zones(_ names: [String], matching typedText: String) -> [String] {
    let search = WordSearch(typedText)
    return names.filter(search.matches)
  }
}
