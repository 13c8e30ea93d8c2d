extension String {
  /// Returns the text with paths in the home folder abbreviated: `~/Documents/work.ics`.
  ///
  /// - Parameter home: the path of the home folder.
  package func shorteningPaths(below home: String) -> String {
    guard home.utf8.count > 1 else { return self }
    let folder = home + "/"
    var result = ""
    var remaining = self[...]
    while let match = remaining.range(of: folder) {
      let before = remaining[..<match.lowerBound]
      // In the middle of a path or a word, the match is a different folder.
      let isPartOfLongerPath =
        (before.last ?? result.last).map { $0.isLetter || $0.isNumber || $0 == "/" } ?? false
      result += before + (isPartOfLongerPath ? folder : "~/")
      remaining = remaining[match.upperBound...]
    }
    return result + remaining
  }
}

extension Substring {
  /// Returns the range of the first occurrence of a string.
  fileprivate func range(of text: String) -> Range<Index>? { ranges(of: text).first }
}
