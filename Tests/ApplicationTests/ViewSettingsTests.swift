import CalendarModel
import FoundationEssentials
import Testing

@testable import Handspan

/// The names that the settings have for views and weekdays, which the schema has too.
@MainActor @Suite struct ViewSettingsTests {
  private let schema: String

  init() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    schema = try String(
      contentsOf: root.appendingPathComponent("data/org.handspan.Handspan.gschema.xml"), encoding: .utf8)
  }

  @Test func everyViewCanBeKept() {
    for view in CalendarView.allCases { #expect(schema.contains("<value nick=\"\(view.rawValue)\"")) }
  }

  @Test func everyWeekdayCanBeTheFirst() {
    for day in Weekday.allCases {
      #expect(schema.contains("<value nick=\"\(day.setting)\" value=\"\(day.rawValue)\"/>"))
      #expect(Weekday(setting: day.setting) == day)
    }
    #expect(Weekday(setting: Preferences.firstWeekday.fallback) == nil, "the locale's is none of them")
  }

  @Test func theUsualWorkWeekIsThatOfTheModel() {
    #expect(
      Set(Preferences.workdays.fallback.compactMap { Weekday(setting: $0) }) == PageCalendar.usualWorkdays)
    let list = "['" + Preferences.workdays.fallback.joined(separator: "', '") + "']"
    #expect(schema.contains("<default>\(list)</default>"))
  }
}
