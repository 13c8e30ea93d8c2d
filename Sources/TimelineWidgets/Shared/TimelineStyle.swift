import CalendarText
import TimelinePainting
import WidgetSupport

/// The style of the timeline: values read from the desktop, and the sizes derived from them.
@MainActor
package final class TimelineStyle: WidgetStyle {
  /// Incremented whenever the style changes. Anything painted with an earlier revision is out of date.
  private(set) var revision = 0
  /// The minimum height of a block in px: one line of its text.
  private(set) var minimumBlockHeight = 20.0
  /// The width of the hour gutter in px.
  private(set) var gutterWidth = 60.0
  /// The default zoom in px per hour, at which a quarter of an hour is tall enough for one line of text.
  private(set) var defaultPixelsPerHour = 80.0
  /// The second time zone, whose times the gutter shows, if any.
  var secondZone: SecondZoneTimes? { didSet { measureGutter() } }
  /// Translated phrases and the clock format.
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

  package override func styleChanged() {
    revision += 1
    minimumBlockHeight = BlockPainter.minimumHeight(text: text)
    measureGutter()
    defaultPixelsPerHour = TextMetrics.pixelsPerHour(text)
  }

  private func measureGutter() {
    gutterWidth = GutterPainter.width(text: text, phrases: phrases, secondZone: secondZone)
  }
}
