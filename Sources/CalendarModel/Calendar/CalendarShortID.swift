/// The short names by which the user refers to calendars where a path would be too long, for example on the
/// command line. Unlike a path, such a name may come to denote another calendar.
package enum CalendarShortID {
  /// The maximum length in bytes. Any identifier can also be used as the name of a folder.
  static let maximumLength = 120

  /// Returns a short name for each name; nil for those that would have the same one, because none of them may be
  /// mistaken for another.
  package static func unambiguous(for names: [String]) -> [String?] {
    let slugs = names.map(slug)
    let counts = slugs.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    return slugs.map { counts[$0] == 1 ? $0 : nil }
  }

  /// Returns a name in lower case, with hyphens in place of all characters other than letters and digits.
  package static func slug(_ name: String) -> String {
    var slug = ""
    for character in name.lowercased() {
      if character.isLetter || character.isNumber {
        guard slug.utf8.count + character.utf8.count <= maximumLength else { break }
        slug.append(character)
      } else if !slug.isEmpty, slug.last != "-" {
        slug.append("-")
      }
    }
    while slug.last == "-" { slug.removeLast() }
    return slug.isEmpty ? "calendar" : slug
  }
}
