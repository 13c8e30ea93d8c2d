/// The short names by which the user refers to calendars where a path would be too long, for example on the
/// command line.
package enum CalendarShortID {
  /// The maximum length in bytes. Any identifier can also be used as the name of a folder.
  static let maximumLength = 120

  /// Returns a short identifier for each name. If several names would have the same identifier, a number is added to
  /// all but the first.
  package static func identifiers(for names: [String]) -> [String] {
    var usedIDs: Set<String> = []
    return names.map { name in
      let base = slug(name)
      var (id, number) = (base, 1)
      while !usedIDs.insert(id).inserted {
        number += 1
        id = "\(base)-\(number)"
      }
      return id
    }
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
