import CalendarModel
import FoundationEssentials
import Testing
import UserSettings

/// Checks that the names of views and weekdays in settings, and the defaults of all settings, agree with the schema.
@MainActor @Suite struct ViewSettingsTests {
  private let schema: String

  init() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    schema = try String(
      contentsOf: root.appendingPathComponent("data/org.handspan.Handspan.gschema.xml"), encoding: .utf8)
  }

  @Test func everyViewCanBeStored() {
    for view in ViewKind.allCases { #expect(schema.contains("<value nick=\"\(view.rawValue)\"")) }
  }

  @Test func everyWeekdayCanBeTheFirstOfTheWeek() {
    for day in Weekday.allCases {
      #expect(schema.contains("<value nick=\"\(day.setting)\" value=\"\(day.rawValue)\"/>"))
      #expect(Weekday(setting: day.setting) == day)
    }
    #expect(
      Weekday(setting: Preferences.firstWeekday.fallback) == nil,
      "the default is a fixed weekday, not the locale's")
  }

  @Test func defaultWorkWeekMatchesTheModel() {
    #expect(
      Set(Preferences.workdays.fallback.compactMap { Weekday(setting: $0) }) == DayPaging.defaultWorkdays)
    let list = "['" + Preferences.workdays.fallback.joined(separator: "', '") + "']"
    #expect(schema.contains("<default>\(list)</default>"))
  }

  /// The name of a setting, and its default in the code, written as in the schema.
  private static func schemaDefault<Value>(_ key: Preferences.Key<Value>) -> (name: String, text: String) {
    let text =
      switch key.fallback {
      case let value as String: "'\(value)'"
      case let value as [String]: "[" + value.map { "'\($0)'" }.joined(separator: ", ") + "]"
      case let value as Double where value == value.rounded(): "\(Int(value))"
      case let value: "\(value)"
      }
    return (key.name, text)
  }

  @Test func defaultsInCodeMatchTheSchema() throws {
    var fallbacks: [String: String] = [:]
    for (name, text) in [
      Self.schemaDefault(Preferences.windowWidth), Self.schemaDefault(Preferences.windowHeight),
      Self.schemaDefault(Preferences.isMaximized),
      Self.schemaDefault(Preferences.pixelsPerHour), Self.schemaDefault(Preferences.lastOpened),
      Self.schemaDefault(Preferences.lastCalendar), Self.schemaDefault(Preferences.holdToDrag),
      Self.schemaDefault(Preferences.workingHoursStart), Self.schemaDefault(Preferences.workingHoursEnd),
      Self.schemaDefault(Preferences.view), Self.schemaDefault(Preferences.showsWeekNumbers),
      Self.schemaDefault(Preferences.secondZone),
      Self.schemaDefault(Preferences.firstWeekday), Self.schemaDefault(Preferences.workdays),
      Self.schemaDefault(Preferences.calendarColors),
      Self.schemaDefault(Preferences.chosenNames), Self.schemaDefault(Preferences.chosenColors),
      Self.schemaDefault(Preferences.hiddenCalendars), Self.schemaDefault(Preferences.showsSidebar),
      Self.schemaDefault(Preferences.dismissedCalendars),
      Self.schemaDefault(Preferences.knownListedCalendars), Self.schemaDefault(Preferences.myAddresses),
      Self.schemaDefault(Preferences.ringsWhileClosed), Self.schemaDefault(Preferences.reminderSnooze),
      Self.schemaDefault(Preferences.reminderSound), Self.schemaDefault(Preferences.allDayReminderTime),
      Self.schemaDefault(Preferences.hiddenCalendarsRing), Self.schemaDefault(Preferences.accountsRing),
      Self.schemaDefault(Preferences.hasAnsweredReminders), Self.schemaDefault(Preferences.defaultReminder),
      Self.schemaDefault(Preferences.defaultAllDayReminder),
    ] { fallbacks[name] = text }
    var defaults: [String: String] = [:]
    let key = #/<key name="([a-z-]+)"(?s:.*?)<default>(.*?)</default>/#
    for match in schema.matches(of: key) { defaults[String(match.1)] = String(match.2) }
    #expect(defaults.count == schema.matches(of: #/<key /#).count)
    // This also fails if a key is only in the schema or only in the list above.
    #expect(fallbacks == defaults)
  }
}
