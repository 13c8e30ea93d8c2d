import CalendarModel

/// The colours of a painted event, derived from its own colour and the palette.
///
/// Text has a shade of the event's own hue that meets WCAG AA (4.5 to 1) on the fill, whatever the colour.
package struct EventTint: Hashable, Sendable {
  /// The block's background; opaque, so that no grid line runs through text.
  package var fill: PaintColor
  /// The leading bar, outlines and handles: the full colour.
  package var bar: PaintColor
  /// Title, time and location.
  package var text: PaintColor

  /// How an event's background relates to its colour.
  package enum Background: Hashable, Sendable {
    /// A tint of the colour.
    case tinted
    /// A stronger tint, for a block under the pointer or lifted.
    case strong
    /// The sheet itself, for an event that counts as free.
    case plain
  }

  /// The minimum contrast ratio of text of normal size, by WCAG AA.
  package static let minimumContrast = 4.5
  /// The contrast ratio of text that is not dimmed: slightly darker than required, which looks calmer.
  package static let preferredContrast = 6.5

  /// The tint of a colour on a palette's sheet; nil stands for the accent colour.
  ///
  /// - Parameters:
  ///   - background: the strength of the background.
  ///   - opacity: opacity over the sheet, for dimmed events. Text keeps its contrast down to one half; below
  ///     that, the block only marks where an event came from.
  package init(
    _ color: EventColor?, background: Background = .tinted, opacity: Double = 1, palette: Palette
  ) {
    let sheet = palette.background
    let limit: PaintColor = palette.isDark ? .white : .black
    let own = color.map { PaintColor($0) } ?? palette.accent
    let fill = own.mixed(into: sheet, share: EventTint.share(of: background, palette))
    // Slightly above the requirement, so that rounding to 8 bits does not fall below it.
    let minimum = (palette.isHighContrast ? 7 : EventTint.minimumContrast) + 0.1
    let text = own.legible(on: fill, ratio: max(minimum, EventTint.preferredContrast), towards: limit)
    // A white event on a white sheet must still have a visible edge.
    let bar = own.legible(on: sheet, ratio: palette.isHighContrast ? 3 : 1.3, towards: limit)

    self.fill = fill.mixed(into: sheet, share: opacity)
    self.bar = bar.mixed(into: sheet, share: opacity)
    let faded = text.mixed(into: sheet, share: opacity)
    self.text =
      opacity < 0.5 ? faded : faded.legible(on: self.fill, ratio: minimum, towards: limit)
  }

  /// The share of the colour in the background. It is smaller in high contrast, so that text reaches 7 to 1,
  /// also on the dark sheet; an outline compensates for it.
  private static func share(of background: Background, _ palette: Palette) -> Double {
    let share =
      switch background {
      case .tinted: palette.isDark ? 0.30 : 0.18
      case .strong: palette.isDark ? 0.37 : 0.28
      case .plain: 0.0
      }
    return palette.isHighContrast ? share * 0.6 : share
  }
}
