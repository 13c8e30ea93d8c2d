import TimelinePainting

// The sizes that depend on the text style.
extension SnapPicker {
  /// The distance between the centres of adjacent items, in px.
  var extent: Double { max(minimumExtent, items.size(style.text).along) }

  /// The minimum `extent`, large enough for a finger, in px.
  var minimumExtent: Double { PickerPainter.extent(text: style.text, axis: axis) }

  /// The width of a wheel of words, in px.
  func breadth(_ extent: Double, of strings: [String]) -> (minimum: Int, natural: Int) {
    let longest = strings.map { TextItemPainter($0).width(text: style.text) }.max() ?? 0
    let breadth = max(Int(extent), Int(longest.rounded(.up)) + 18)
    return (breadth, breadth)
  }
}
