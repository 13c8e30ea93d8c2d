import TimelinePainting

// Sizes, which depend on the text style.
extension SnapPicker {
  /// px between the centres of adjacent items.
  var extent: Double { max(minimumExtent, items.size(style.text).along) }

  /// px, minimum size for a finger.
  var minimumExtent: Double { PickerPainter.extent(text: style.text, axis: axis) }

  /// px, width of a wheel of words.
  func breadth(_ extent: Double, of strings: [String]) -> (minimum: Int, natural: Int) {
    let longest = strings.map { TextItemPainter($0).width(text: style.text) }.max() ?? 0
    let breadth = max(Int(extent), Int(longest.rounded(.up)) + 18)
    return (breadth, breadth)
  }
}
