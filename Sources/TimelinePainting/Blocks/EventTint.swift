import CalendarModel
import Synchronization

/// The colors of a painted event, derived from its own color and the palette.
///
/// The text is a shade of the event's own hue. Its contrast with the fill meets WCAG AA (4.5:1), whatever the
/// color.
package struct EventTint: Hashable, Sendable {
  /// The background of the block. It is opaque, so that no grid line is visible behind the text.
  package var fill: PaintColor
  /// The color of the stripe at the leading edge, of outlines and of handles: the full color or, if that does not
  /// stand out from the fill and the palette's background, a shade of it that does.
  package var mark: PaintColor
  /// The color of the ring around the event with the focus: a shade of the accent color that stands out from the
  /// fill and the palette's background.
  package var focusRing: PaintColor
  /// The color of the title, the time and the location.
  package var text: PaintColor

  /// How an event's background relates to its color.
  package enum Background: Hashable, Sendable {
    /// A tint of the color.
    case tinted
    /// A stronger tint, for a block that is lifted, selected with others or under the pointer.
    case strong
    /// The palette's background color, for an event whose time counts as free.
    case untinted
  }

  /// The minimum contrast ratio for text of normal size, according to WCAG AA.
  package static let minimumContrast = 4.5
  /// The minimum contrast ratio for marks such as stripes and rings. It is slightly more than the 3:1 that WCAG
  /// AA requires, so that the contrast is still sufficient after rounding to 8 bits.
  package static let minimumMarkContrast = 3.05
  /// The contrast ratio of text that is not dimmed. It is higher than required, which makes the text easier
  /// to read.
  package static let preferredContrast = 6.5

  /// Creates the tint of a color on a palette's background; nil stands for the accent color.
  ///
  /// - Parameters:
  ///   - background: how the background relates to the color.
  ///   - opacity: the opacity over the palette's background, for dimmed events. Text keeps its minimum contrast
  ///     down to an opacity of 0.5. Below that, the block only marks the original position of a lifted event.
  package init(
    _ color: EventColor?, background: Background = .tinted, opacity: Double = 1, palette: Palette
  ) {
    let backdrop = palette.background
    let limit: PaintColor = palette.isDark ? .white : .black
    let fullColor = color.map { PaintColor($0) } ?? palette.accent
    let fill = fullColor.mixed(into: backdrop, share: EventTint.proportion(of: background, palette))
    // Slightly more than required, so that the contrast is still sufficient after rounding to 8 bits.
    let minimum = (palette.isHighContrast ? 7 : EventTint.minimumContrast) + 0.1
    let text = fullColor.legible(on: fill, ratio: max(minimum, EventTint.preferredContrast), toward: limit)

    let visibleFill = fill.mixed(into: backdrop, share: opacity)
    func visibleMark(_ color: PaintColor, toward limit: PaintColor) -> PaintColor {
      [visibleFill, backdrop].reduce(color) {
        $0.legible(on: $1, ratio: EventTint.minimumMarkContrast, toward: limit)
      }
    }
    self.fill = visibleFill
    let fullMark = visibleMark(fullColor, toward: limit)
    let fadedMark = fullMark.mixed(into: backdrop, share: opacity)
    mark = opacity < 0.5 ? fadedMark : visibleMark(fadedMark, toward: fullMark)
    focusRing = visibleMark(palette.accent, toward: limit)
    let fadedText = text.mixed(into: backdrop, share: opacity)
    self.text =
      opacity < 0.5 ? fadedText : fadedText.legible(on: self.fill, ratio: minimum, toward: limit)
  }

  /// The tints of the most recently used palette. Without the cache, computing a tint would take a third of the time
  /// needed to paint a block, although hundreds of blocks have only a few colors.
  private struct Cache {
    struct Key: Hashable {
      var color: EventColor?
      var background: Background
      var opacity: Double
    }

    static let limit = 256
    var palette: Palette
    var tints: [Key: EventTint] = [:]
  }

  private static let cache = Mutex<Cache?>(nil)

  /// Returns the tint that `init` creates, computing it only once.
  static func cached(
    _ color: EventColor?, background: Background, opacity: Double, palette: Palette
  ) -> EventTint {
    cache.withLock { cache in
      if cache?.palette != palette { cache = Cache(palette: palette) }
      let key = Cache.Key(color: color, background: background, opacity: opacity)
      if let tint = cache?.tints[key] { return tint }
      let tint = EventTint(color, background: background, opacity: opacity, palette: palette)
      if cache.map({ $0.tints.count >= Cache.limit }) == true { cache?.tints = [:] }
      cache?.tints[key] = tint
      return tint
    }
  }

  /// Returns the proportion of the event's color in the fill. In high contrast, it is smaller, so that text reaches
  /// a contrast ratio of 7:1 even in the dark style. An outline compensates for the weaker tint.
  private static func proportion(of background: Background, _ palette: Palette) -> Double {
    let proportion =
      switch background {
      case .tinted: palette.isDark ? 0.30 : 0.18
      case .strong: palette.isDark ? 0.37 : 0.28
      case .untinted: 0.0
      }
    return palette.isHighContrast ? proportion * 0.6 : proportion
  }
}
