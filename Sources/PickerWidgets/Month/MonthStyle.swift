import CalendarModel
import CalendarText
import TimelinePainting
import WidgetSupport

/// The style of a month calendar: values read from the desktop, and the sizes derived from them.
@MainActor
final class MonthStyle: WidgetStyle {
  /// Incremented whenever the style changes. Anything painted with an earlier revision is out of date.
  private(set) var revision = 0
  let phrases: Phrases
  /// Whether there is room for dots below the dates.
  let showsDots: Bool
  /// The width of the widest title, in px.
  private(set) var maximumTitleWidth = 0.0

  init(phrases: Phrases, showsDots: Bool) {
    (self.phrases, self.showsDots) = (phrases, showsDots)
    super.init()
    measureTitles()
  }

  override func styleChanged() {
    revision += 1
    measureTitles()
  }

  var painter: MonthPainter {
    MonthPainter(palette: palette, text: text, phrases: phrases, showsDots: showsDots)
  }

  private func measureTitles() {
    let months = (0..<12).map { Month(containing: .latest).adding(months: -$0).day(1) }
    maximumTitleWidth =
      months.map { TextLayout(phrases.monthAndYear($0), style: text, weight: .bold).size.width }.max() ?? 0
  }
}
