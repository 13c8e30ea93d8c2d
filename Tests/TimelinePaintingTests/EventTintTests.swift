import CalendarModel
import Testing

@testable import TimelinePainting

@Suite struct EventTintTests {
  /// All 4,096 colors with one hexadecimal digit per component.
  static let colors: [EventColor] = (0..<4096).map { index in
    EventColor(
      red: Double(index >> 8) / 15, green: Double(index >> 4 & 15) / 15, blue: Double(index & 15) / 15)
  }

  @Test(arguments: [Palette.light, .dark], [EventTint.Background.tinted, .strong, .untinted])
  func textIsReadableOnEveryColor(palette: Palette, background: EventTint.Background) {
    for color in EventTintTests.colors {
      for opacity in [1.0, 0.6] {
        let tint = EventTint(color, background: background, opacity: opacity, palette: palette)
        let ratio = roundedTo8Bits(tint.text).contrast(to: roundedTo8Bits(tint.fill))
        #expect(ratio >= 4.5, "\(color) at \(opacity)")
      }
    }
  }

  @Test func highContrastTextHasAContrastRatioOfAtLeastSeven() {
    for base in [Palette.light, .dark] {
      var palette = base
      palette.isHighContrast = true
      for color in EventTintTests.colors {
        let tint = EventTint(color, palette: palette)
        #expect(tint.text.contrast(to: tint.fill) >= 7)
      }
    }
  }

  @Test func cachedTintMatchesItsColorAndPalette() {
    // More colors than the cache holds, and both palettes in turn.
    for color in EventTintTests.colors.prefix(300) + EventTintTests.colors.prefix(2) {
      for palette in [Palette.light, .dark] {
        let tint = EventTint.cached(color, background: .tinted, opacity: 1, palette: palette)
        #expect(tint == EventTint(color, palette: palette))
      }
      for opacity in [1.0, 0.6, 1.0] {
        let tint = EventTint.cached(color, background: .strong, opacity: opacity, palette: .dark)
        #expect(tint == EventTint(color, background: .strong, opacity: opacity, palette: .dark))
      }
    }
  }

  @Test func textKeepsTheHueOfItsEvent() {
    let tint = EventTint(SampleDays.red, palette: .light)
    #expect(tint.text.red > 2 * tint.text.green && tint.text.red > 2 * tint.text.blue)
    let dark = EventTint(SampleDays.green, palette: .dark)
    #expect(dark.text.green > dark.text.red && dark.text.green > dark.text.blue)
  }

  @Test func fillIsMixedWithTheBackground() {
    let black = EventColor(red: 0, green: 0, blue: 0)
    let white = EventColor(red: 1, green: 1, blue: 1)
    #expect(abs(EventTint(black, palette: .light).fill.red - 0.82) < 1e-9)
    let background = Palette.dark.background.red
    #expect(abs(EventTint(white, palette: .dark).fill.red - (0.3 + 0.7 * background)) < 1e-9)
    #expect(EventTint(white, background: .untinted, palette: .dark).fill == Palette.dark.background)
  }

  @Test func eventInTheBackgroundColorHasAVisibleEdge() {
    let white = EventTint(EventColor(red: 1, green: 1, blue: 1), palette: .light)
    #expect(white.mark.contrast(to: Palette.light.background) >= 3)
    let ordinary = EventTint(SampleDays.purple, palette: .light)
    #expect(ordinary.mark == PaintColor(SampleDays.purple))
  }

  @Test func eventWithoutAColorHasTheAccentColor() {
    #expect(EventTint(nil, palette: .light).mark == Palette.light.accent)
  }

  @Test func contrastFollowsTheWCAGFormula() {
    #expect(abs(PaintColor.black.contrast(to: .white) - 21) < 1e-9)
    #expect(abs(PaintColor(hex: 0x777777).contrast(to: .white) - 4.48) < 0.01)
    #expect(PaintColor(hex: 0x123456).contrast(to: PaintColor(hex: 0x123456)) == 1)
  }

  @Test(arguments: [Palette.light, .dark])
  func dimmedTextIsStillReadable(palette: Palette) {
    let text = palette.dimForeground.over(palette.background)
    #expect(text.contrast(to: palette.background) >= 4.5)
    #expect(palette.now.contrast(to: palette.background) >= 4.5)
    #expect(palette.now.contrast(to: palette.offHours.over(palette.background)) >= 4.5)
  }

  private func roundedTo8Bits(_ color: PaintColor) -> PaintColor {
    func rounded(_ value: Double) -> Double { (value * 255).rounded() / 255 }
    return PaintColor(red: rounded(color.red), green: rounded(color.green), blue: rounded(color.blue))
  }
}
