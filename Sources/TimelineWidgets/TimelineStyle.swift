import CalendarText
import TimelinePainting
import WidgetSupport

/// The style of the timeline: values read from the desktop, and the sizes derived from them.
@MainActor
final class TimelineStyle: WidgetStyle {
  /// Another number for each look: what was painted with another one is out of date.
  private(set) var revision = 0
  /// The height in px of the lowest block: one line of its text.
  private(set) var minimumBlockHeight = 20.0
  /// The width of the hour gutter in px.
  private(set) var gutterWidth = 60.0
  /// px per hour at which a quarter of an hour holds one line of text.
  private(set) var defaultPixelsPerHour = 80.0
  /// What a second zone's clocks show in the gutter, if it is to be there.
  var secondZone: SecondZone? { didSet { measureGutter() } }
  /// Words and clock.
  var phrases: Phrases {
    didSet {
      revision += 1
      measureGutter()
    }
  }

  init(phrases: Phrases) {
    self.phrases = phrases
    super.init()
  }

  override func lookChanged() {
    revision += 1
    minimumBlockHeight = BlockPainter.minimumHeight(text: text)
    measureGutter()
    defaultPixelsPerHour = TextMetrics.pixelsPerHour(text)
  }

  private func measureGutter() {
    gutterWidth = GutterPainter.width(text: text, phrases: phrases, secondZone: secondZone)
  }
}
