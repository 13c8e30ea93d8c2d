/// The colours of a picture. Widgets derive them from the style, the command line uses one of the constants,
/// and the painters use no other colours than these and the events' own.
package struct Palette: Hashable, Sendable {
  /// The sheet that everything is painted on; opaque.
  package var background: PaintColor
  /// Text and, much fainter, lines.
  package var foreground: PaintColor
  /// Selection, today, and events without a colour of their own.
  package var accent: PaintColor
  /// Text on the accent.
  package var accentForeground: PaintColor
  /// The line of the current time, and the time as text on the background.
  package var now: PaintColor
  /// Painted over the sheet outside working hours.
  package var offHours: PaintColor
  /// Painted over the sheet on weekends.
  package var weekend: PaintColor
  /// Whether the sheet is dark, which reverses tints and text.
  package var isDark: Bool
  /// Whether lines and text have maximum contrast.
  package var isHighContrast: Bool

  /// A palette of those colours; the overlays are derived from the foreground.
  package init(
    background: PaintColor, foreground: PaintColor, accent: PaintColor, accentForeground: PaintColor,
    now: PaintColor, isDark: Bool, isHighContrast: Bool = false
  ) {
    self.background = background
    self.foreground = foreground
    self.accent = accent
    self.accentForeground = accentForeground
    self.now = now
    offHours = foreground.faded(isDark ? 0.03 : 0.026)
    weekend = foreground.faded(isDark ? 0.045 : 0.04)
    self.isDark = isDark
    self.isHighContrast = isHighContrast
  }

  /// Adwaita's named colours, light: view_bg_color, view_fg_color, accent_bg_color, error_color.
  package static let light = Palette(
    background: PaintColor(hex: 0xFFFFFF), foreground: PaintColor(hex: 0x000000).faded(0.8),
    accent: PaintColor(hex: 0x3584E4), accentForeground: PaintColor(hex: 0xFFFFFF),
    now: PaintColor(hex: 0xC01C28), isDark: false)

  /// Adwaita's named colours, dark.
  package static let dark = Palette(
    background: PaintColor(hex: 0x1E1E1E), foreground: PaintColor(hex: 0xFFFFFF),
    accent: PaintColor(hex: 0x3584E4), accentForeground: PaintColor(hex: 0xFFFFFF),
    now: PaintColor(hex: 0xFF7B63), isDark: true)

  /// Hour lines: 12 % of the foreground, three times that in high contrast.
  var hourLine: PaintColor { foreground.faded(isHighContrast ? 0.4 : 0.12) }
  /// Half-hour lines: half as strong.
  var halfHourLine: PaintColor { foreground.faded(isHighContrast ? 0.2 : 0.06) }
  /// Text in the accent colour, at WCAG AA.
  var accentText: PaintColor {
    accent.legible(on: background, ratio: 4.5, towards: foreground.over(background))
  }
  /// Dimmed text, still at WCAG AA.
  var dimForeground: PaintColor {
    guard !isHighContrast else { return foreground }
    let full = foreground.over(background)
    return foreground.faded(0.7).over(background).legible(on: background, ratio: 4.5, towards: full)
  }
}
