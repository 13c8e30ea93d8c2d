extension String {
  /// The text with its paths below the home folder as people write them: `~/Documents/work.ics`.
  ///
  /// - Parameter home: the home folder's path.
  package func shorteningPaths(below home: String) -> String {
    guard home.utf8.count > 1 else { return self }
    let folder = home + "/"
    var result = ""
    var rest = self[...]
    while let match = rest.range(of: folder) {
      let before = rest[..<match.lowerBound]
      // Within a path or a word it is another folder.
      let isInside = (before.last ?? result.last).map { $0.isLetter || $0.isNumber || $0 == "/" } ?? false
      result += before + (isInside ? folder : "~/")
      rest = rest[match.upperBound...]
    }
    return result + rest
  }
}

extension Substring {
  /// Where a text first stands in it.
  fileprivate func range(of text: String) -> Range<Index>? { ranges(of: text).first }
}
