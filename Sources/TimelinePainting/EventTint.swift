import CalendarModel

/// The colours in which an event is painted, made from its one colour and the palette.
///
/// Text is a shade of the event's own hue that is read at WCAG AA (4.5 to 1) on the fill, whatever the colour.
package struct EventTint: Hashable, Sendable {
  /// The block's ground; opaque, so that no line of the grid runs through text.
  package var fill: PaintColor
  /// The leading bar, outlines and handles: the full colour.
  package var bar: PaintColor
  /// Title, time and place.
  package var text: PaintColor

  /// How an event's ground relates to its colour.
  package enum Ground: Hashable, Sendable {
    /// A tint of the colour.
    case tinted
    /// A stronger tint, for a block under the pointer or lifted.
    case strong
    /// The sheet itself, for an event that leaves its time free.
    case plain
  }

  /// The contrast ratio of text of normal size at WCAG AA: no text is painted with less.
  package static let minimumContrast = 4.5
  /// The contrast ratio that text has when nothing makes it step back: a shade darker than it must be reads calmer.
  package static let usualContrast = 6.5

  /// The tint of a colour on a palette's sheet; nil means the accent.
  ///
  /// - Parameters:
  ///   - color: the event's colour.
  ///   - ground: how strong the ground is.
  ///   - opacity: what of all this is seen over the sheet, for what steps back. Text keeps its contrast down to
  ///     one half; below that the whole is a ghost of something that is elsewhere.
  ///   - palette: the sheet.
  package init(
    _ color: EventColor?, ground: Ground = .tinted, opacity: Double = 1, palette: Palette
  ) {
    let sheet = palette.background
    let limit: PaintColor = palette.isDark ? .white : .black
    let own = color.map { PaintColor($0) } ?? palette.accent
    let fill = own.mixed(into: sheet, share: EventTint.share(of: ground, palette))
    // A little above what is required, so that rounding to 8 bits does not fall below it.
    let minimum = (palette.isHighContrast ? 7 : EventTint.minimumContrast) + 0.1
    let text = own.legible(on: fill, ratio: max(minimum, EventTint.usualContrast), towards: limit)
    // A white event on a white sheet still has to have an edge.
    let bar = own.legible(on: sheet, ratio: palette.isHighContrast ? 3 : 1.3, towards: limit)

    self.fill = fill.mixed(into: sheet, share: opacity)
    self.bar = bar.mixed(into: sheet, share: opacity)
    let faded = text.mixed(into: sheet, share: opacity)
    self.text =
      opacity < 0.5 ? faded : faded.legible(on: self.fill, ratio: minimum, towards: limit)
  }

  /// How much of the colour is in the ground. In high contrast it is less, so that text reaches 7 to 1 on white in
  /// the dark too; an outline makes up for it.
  private static func share(of ground: Ground, _ palette: Palette) -> Double {
    let share =
      switch ground {
      case .tinted: palette.isDark ? 0.30 : 0.18
      case .strong: palette.isDark ? 0.37 : 0.28
      case .plain: 0.0
      }
    return palette.isHighContrast ? share * 0.6 : share
  }
}
