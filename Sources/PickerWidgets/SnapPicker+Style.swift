import TimelinePainting

// Sizes, which follow from the text.
extension SnapPicker {
  /// px from the middle of an item to that of the next.
  var extent: Double { max(finger, items.size(style.text).along) }

  /// px that a finger needs.
  var finger: Double { PickerPainter.extent(text: style.text, axis: axis) }

  /// px that a wheel of words is wide.
  func breadth(_ extent: Double, of words: [String]) -> (minimum: Int, natural: Int) {
    let longest = words.map { TextFace($0).width(text: style.text) }.max() ?? 0
    let breadth = max(Int(extent), Int(longest.rounded(.up)) + 18)
    return (breadth, breadth)
  }
}
