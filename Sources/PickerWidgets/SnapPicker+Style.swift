import TimelinePainting

// The sizes that depend on the text style.
extension SnapPicker {
  /// The distance between the centers of adjacent items, in px.
  var itemExtent: Double { max(minimumItemExtent, items.size(style.text).along) }

  /// The minimum of `itemExtent`, which is large enough for a finger, in px.
  var minimumItemExtent: Double { PickerPainter.itemExtent(text: style.text, axis: axis) }

  /// Returns the minimum and natural width, in px, of a wheel that shows the given strings.
  func breadth(_ minimum: Double, of strings: [String]) -> (minimum: Int, natural: Int) {
    let maximumTextWidth = strings.map { TextItemPainter($0).width(text: style.text) }.max() ?? 0
    let breadth = max(Int(minimum), Int(maximumTextWidth.rounded(.up)) + 18)
    return (breadth, breadth)
  }
}
