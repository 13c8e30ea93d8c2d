/// The colors of a picture. Widgets derive a palette from the current style, and the command line uses one
/// of the constants. The painters use only these colors and those of the events.
package struct Palette: Hashable, Sendable {
  /// The opaque background color, on which everything else is painted.
  package var background: PaintColor
  /// The color of text and, at a low opacity, of lines.
  package var foreground: PaintColor
  /// The color of the selection, today, and events without a color of their own.
  package var accent: PaintColor
  /// The color of text on the accent color.
  package var accentForeground: PaintColor
  /// The color of the line and the label of the current time.
  package var now: PaintColor
  /// Whether the background is dark and the text is light.
  package var isDark: Bool
  /// Whether lines and text have high contrast.
  package var isHighContrast: Bool

  /// Creates a palette.
  package init(
    background: PaintColor, foreground: PaintColor, accent: PaintColor, accentForeground: PaintColor,
    now: PaintColor, isDark: Bool, isHighContrast: Bool = false
  ) {
    self.background = background
    self.foreground = foreground
    self.accent = accent
    self.accentForeground = accentForeground
    self.now = now
    self.isDark = isDark
    self.isHighContrast = isHighContrast
  }

  /// The light palette, with the values of Adwaita's named colors view_bg_color, view_fg_color, accent_bg_color
  /// and error_color.
  package static let light = Palette(
    background: PaintColor(hex: 0xFFFFFF), foreground: PaintColor(hex: 0x000000).faded(0.8),
    accent: PaintColor(hex: 0x3584E4), accentForeground: PaintColor(hex: 0xFFFFFF),
    now: PaintColor(hex: 0xC01C28), isDark: false)

  /// The dark palette, with the values of the same named colors in the dark style.
  package static let dark = Palette(
    background: PaintColor(hex: 0x1E1E1E), foreground: PaintColor(hex: 0xFFFFFF),
    accent: PaintColor(hex: 0x3584E4), accentForeground: PaintColor(hex: 0xFFFFFF),
    now: PaintColor(hex: 0xFF7B63), isDark: true)

  /// The translucent shade of times outside working hours.
  package var offHours: PaintColor {
    guard !isHighContrast else { return foreground.faded(isDark ? 0.05 : 0.08) }
    return foreground.faded(isDark ? 0.03 : 0.026)
  }
  /// The translucent shade of weekends.
  package var weekend: PaintColor {
    guard !isHighContrast else { return foreground.faded(isDark ? 0.1 : 0.16) }
    return foreground.faded(isDark ? 0.045 : 0.04)
  }
  /// The color of hour lines. In high contrast, its contrast ratio is 3:1, even on weekends.
  var hourLine: PaintColor { foreground.faded(isHighContrast ? 0.6 : 0.12) }
  /// The color of half-hour lines, at half the opacity of hour lines.
  var halfHourLine: PaintColor { foreground.faded(isHighContrast ? 0.3 : 0.06) }
  /// The color of the hatching over skipped and repeated hours.
  var hatch: PaintColor { foreground.faded(isHighContrast ? 0.6 : 0.12) }
  /// The accent color for marks on the background, with the contrast that WCAG AA requires.
  package var accentMark: PaintColor {
    accent.legible(on: background, ratio: EventTint.minimumMarkContrast, toward: foreground.over(background))
  }
  /// The accent color behind text in `accentForeground`, with the contrast that WCAG AA requires.
  package var accentFill: PaintColor {
    accent.legible(
      on: accentForeground, ratio: EventTint.minimumContrast + 0.05,
      toward: accentForeground.luminance > 0.5 ? .black : .white)
  }
  /// The color of accented text, with the contrast that WCAG AA requires.
  var accentText: PaintColor {
    accent.legible(on: background, ratio: 4.5, toward: foreground.over(background))
  }
  /// The color of dimmed text, with the contrast that WCAG AA requires.
  var dimForeground: PaintColor {
    guard !isHighContrast else { return foreground }
    let fullColor = foreground.over(background)
    return foreground.faded(0.7).over(background).legible(on: background, ratio: 4.5, toward: fullColor)
  }
}
