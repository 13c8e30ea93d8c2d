import CalendarModel
import Testing
import TimelineInteraction

/// Properties derived from the configuration, and the parts that a change refreshes.
@Suite("Configuration")
struct TimelineConfigurationTests {
  @Test("a changed setting refreshes only the parts that depend on it", arguments: settings)
  func changedSettingRefreshesItsParts(_ setting: Setting) {
    let oldConfiguration = TimelineConfiguration()
    var newConfiguration = oldConfiguration
    setting.change(&newConfiguration)
    #expect(newConfiguration.parts(changedFrom: oldConfiguration) == setting.parts)
    #expect(oldConfiguration.parts(changedFrom: newConfiguration) == setting.parts)
    #expect(newConfiguration.parts(changedFrom: newConfiguration).isEmpty)
  }

  struct Setting: Sendable {
    let change: @Sendable (inout TimelineConfiguration) -> Void
    let parts: TimelineConfiguration.Parts
  }

  static let settings = [
    Setting(change: { $0.view = .week }, parts: .pages),
    Setting(change: { $0.firstWeekday = .sunday }, parts: .pages),
    Setting(change: { $0.workdays = [.monday] }, parts: .pages),
    Setting(change: { $0.workingHours = 0..<3600 }, parts: .hours),
    Setting(change: { $0.showsWeekNumbers = true }, parts: .dates),
    Setting(change: { $0.secondZone = .utc }, parts: .gutter),
    Setting(change: { $0.pixelsPerHour = 100 }, parts: .zoom),
    Setting(change: { $0.mouseRequiresLongPress = true }, parts: []),
    Setting(
      change: {
        $0.view = .week
        $0.firstWeekday = .sunday
        $0.secondZone = .utc
      }, parts: [.pages, .gutter]),
  ]

  @Test(
    "a narrow window shows three days or one",
    arguments: [(630.0, ViewKind.week), (629, .threeDays), (270, .threeDays), (269, .day)])
  func narrowWindowShowsFewerDays(width: Double, expected: ViewKind) {
    var configuration = TimelineConfiguration()
    configuration.view = .week
    #expect(configuration.view(fitting: width, textSize: 14.7) == expected)
    #expect(configuration.view(fitting: 2 * width, textSize: 29.4) == expected)
  }

  @Test("a narrow window never shows more days than the work week has")
  func shortWorkWeekIsShownCompletely() {
    var configuration = TimelineConfiguration()
    (configuration.view, configuration.workdays) = (.workWeek, [.monday, .tuesday])
    #expect(configuration.view(fitting: 180, textSize: 14.7) == .workWeek)
    #expect(configuration.view(fitting: 179, textSize: 14.7) == .day)
  }

  @Test("the zoom stays within its limits and depends on the text size by default")
  func zoomIsLimitedAndDefaultsToTheTextSize() {
    var configuration = TimelineConfiguration()
    #expect(configuration.axis(defaultPixelsPerHour: 77).pixelsPerHour == 77)
    configuration.pixelsPerHour = 5
    #expect(configuration.pixelsPerHour == Zoom.range.lowerBound)
    configuration.pixelsPerHour = 5_000
    #expect(configuration.axis(defaultPixelsPerHour: 77).pixelsPerHour == Zoom.range.upperBound)
    configuration.pixelsPerHour = 0
    #expect(configuration.axis(defaultPixelsPerHour: 77).pixelsPerHour == 77)
  }
}
