extension String {
  /// Returns the text with paths in the home folder abbreviated: `~/Documents/work.ics`.
  ///
  /// - Parameter home: the path of the home folder.
  package func shorteningPaths(below home: String) -> String {
    guard home.utf8.count > 1 else { return self }
    let folder = home + "/"
    var result = ""
    var rest = self[...]
    while let match = rest.range(of: folder) {
      let before = rest[..<match.lowerBound]
      // In the middle of a path or a word, the match is a different folder.
      let isPartOfLongerPath =
        (before.last ?? result.last).map { $0.isLetter || $0.isNumber || $0 == "/" } ?? false
      result += before + (isPartOfLongerPath ? folder : "~/")
      rest = rest[match.upperBound...]
    }
    return result + rest
  }
}

extension Substring {
  /// Returns the range of the first occurrence of a string.
  fileprivate func range(of text: String) -> Range<Index>? { ranges(of: text).first }
}
