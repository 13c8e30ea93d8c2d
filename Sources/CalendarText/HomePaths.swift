extension String {
  /// The text with its paths below the home folder as people write them: `~/Documents/work.ics`.
  ///
  /// - Parameter home: the home folder's path.
  public func shorteningPaths(below home: String) -> String {
    guard home.utf8.count > 1 else { return self }
    let folder = home + "/"
    var result = ""
    var rest = self[...]
    while let place = rest.range(of: folder) {
      let before = rest[..<place.lowerBound]
      // Within a path or a word it is another folder.
      let isInside = (before.last ?? result.last).map { $0.isLetter || $0.isNumber || $0 == "/" } ?? false
      result += before + (isInside ? folder : "~/")
      rest = rest[place.upperBound...]
    }
    return result + rest
  }
}

extension Substring {
  /// Where a text first stands in it.
  fileprivate func range(of text: String) -> Range<Index>? { ranges(of: text).first }
}
