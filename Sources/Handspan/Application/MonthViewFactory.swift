import CalendarModel
import CalendarSession
import PickerWidgets
import TimelinePainting
import UserSettings

/// Creates month calendars that use the user's settings and mark the days that have events.
@MainActor
final class MonthViewFactory {
  /// The surface on which a month calendar is shown. The raw value is the name of its background color in
  /// libadwaita.
  enum Surface: String {
    case popover = "popover_bg_color"
    case window = "window_bg_color"
  }

  private let session: CalendarSession
  private let preferences: Preferences

  init(_ session: CalendarSession, _ preferences: Preferences) {
    (self.session, self.preferences) = (session, preferences)
  }

  /// The current day.
  var today: Day { session.today }

  /// The user's first day of the week.
  var firstWeekday: Weekday { preferences.firstWeekday }

  /// The weekdays in the order of the user's weeks.
  var weekdays: [Weekday] {
    let days = Weekday.allCases
    let firstIndex = firstWeekday.rawValue - 1
    return Array(days[firstIndex...] + days[..<firstIndex])
  }

  /// Creates a month calendar that shows the month of a day.
  func make(_ day: Day, on surface: Surface) -> MonthView {
    let month = MonthView(
      phrases: session.phrases, day: day, configuration: configuration, background: surface.rawValue,
      marks: { [weak session] days in
        session.map { DayMarks.marks(of: $0.occurrences(in: days), on: days) } ?? []
      })
    month.today = today
    return month
  }

  /// Updates a month calendar that is about to be shown again, because the settings, the current day and the
  /// events may have changed.
  func refresh(_ month: MonthView) {
    updateSettings(of: month)
    month.reload()
  }

  /// Updates a month calendar that stays on the screen, because the settings or the current day may have
  /// changed.
  func updateSettings(of month: MonthView) {
    month.configuration = configuration
    month.today = today
  }

  private var configuration: MonthView.Configuration {
    var configuration = MonthView.Configuration()
    configuration.firstWeekday = preferences.firstWeekday
    configuration.weekend = LocaleFacts.weekend
    configuration.showsWeekNumbers = preferences[Preferences.showsWeekNumbers]
    return configuration
  }
}
