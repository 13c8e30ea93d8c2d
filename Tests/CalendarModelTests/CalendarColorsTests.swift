import CalendarModel
import Testing

@Suite struct CalendarColorsTests {
  private static let palette = CalendarColors.palette

  private func calendar(_ name: String, _ ownColor: EventColor? = nil) -> CalendarColors.Calendar {
    CalendarColors.Calendar(id: CalendarID(name), ownColor: ownColor)
  }

  private func calendars(_ count: Int) -> [CalendarColors.Calendar] { (1...count).map { calendar("\($0)") } }

  @Test func calendarsWithoutColorsGetDistinctOnes() {
    var colors = CalendarColors()
    colors.assign(to: calendars(Self.palette.count))
    let assignedColors = calendars(Self.palette.count).compactMap { colors[$0.id] }
    #expect(assignedColors == Self.palette)
  }

  @Test func colorsAreReusedEvenlyIfThereAreMoreCalendarsThanColors() {
    var colors = CalendarColors()
    let manyCalendars = calendars(2 * Self.palette.count + 3)
    colors.assign(to: manyCalendars)
    let counts = Dictionary(manyCalendars.compactMap { colors[$0.id] }.map { ($0, 1) }, uniquingKeysWith: +)
    #expect(counts.values.allSatisfy { (2...3).contains($0) } && counts.count == Self.palette.count)
    #expect(manyCalendars.suffix(3).compactMap { colors[$0.id] } == Array(Self.palette.prefix(3)))
  }

  @Test func colorsAreKeptAcrossRestartsInAnyOrder() {
    var colors = CalendarColors()
    colors.assign(to: calendars(4))
    var restoredColors = CalendarColors(settings: colors.settings)
    restoredColors.assign(to: calendars(4).reversed())
    for calendar in calendars(4) { #expect(restoredColors[calendar.id] == colors[calendar.id]) }
  }

  @Test func calendarDoesNotGetTheColorKeptForAClosedOne() {
    var colors = CalendarColors()
    colors.assign(to: [calendar("work")])
    colors.assign(to: [calendar("home")])
    colors.assign(to: [calendar("work"), calendar("home")])
    #expect(colors[CalendarID("work")] == Self.palette[0])
    #expect(colors[CalendarID("home")] == Self.palette[1])
  }

  @Test func ownColorIsNeitherReplacedNorAssignedToAnotherCalendar() {
    let blue = Self.palette[0]
    let similarBlue = EventColor(red: blue.red + 0.03, green: blue.green, blue: blue.blue - 0.03)
    var colors = CalendarColors()
    colors.assign(to: [calendar("work", similarBlue), calendar("home")])
    #expect(colors[CalendarID("work")] == nil)
    #expect(colors[CalendarID("home")] == Self.palette[1])
    #expect(colors.settings.count == 1)
  }

  @Test func automaticColorChangesIfItIsAnotherOpenCalendarsOwnColor() {
    var colors = CalendarColors()
    colors.assign(to: [calendar("home")])
    colors.assign(to: [calendar("home"), calendar("work", Self.palette[0])])
    #expect(colors[CalendarID("home")] == Self.palette[1])
  }

  @Test func unavailableCalendarKeepsItsColorButGetsNoNewOne() {
    var colors = CalendarColors()
    colors.assign(to: [calendar("work")])
    var unavailableCalendars = [calendar("work"), calendar("home")]
    for index in unavailableCalendars.indices { unavailableCalendars[index].isLoaded = false }
    colors.assign(to: unavailableCalendars)
    #expect(colors[CalendarID("work")] == Self.palette[0])
    #expect(colors[CalendarID("home")] == nil)
  }

  @Test func unreadableSettingsAreIgnored() {
    let colors = CalendarColors(settings: [
      "#3584e4 /home/ada/my work.ics", "blue /x.ics", "#12345", "#1 /y", "",
    ])
    #expect(colors[CalendarID("/home/ada/my work.ics")] == Self.palette[0])
    #expect(colors.settings == ["#3584e4 /home/ada/my work.ics"])
  }

  @Test func onlyTheMostRecentlyUsedCalendarsAreKept() {
    var colors = CalendarColors()
    colors.assign(to: calendars(CalendarColors.maximumEntryCount))
    colors.assign(to: [calendar("1")])
    colors.assign(to: [calendar("new")])
    #expect(colors.settings.count == CalendarColors.maximumEntryCount)
    #expect(colors[CalendarID("1")] != nil && colors[CalendarID("2")] == nil)
  }
}
