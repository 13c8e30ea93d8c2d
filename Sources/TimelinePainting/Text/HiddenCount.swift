import CalendarText

/// The label that says how many events are not shown.
enum HiddenCount {
  /// Returns “3 more” or, where that is too wide, “+3”, which shrinks to fit: a shortened number would be misread.
  ///
  /// - Parameter width: the available width in px.
  static func label(_ count: Int, style: TextStyle, width: Double, _ phrases: Phrases) -> TextLayout {
    let words = TextLayout(phrases.moreCount(count), style: style, size: style.smallSize)
    if words.size.width <= width { return words }
    return FittedText("+\(count)", style: style, size: style.smallSize, maximumWidth: max(0, width)).layout
  }
}
