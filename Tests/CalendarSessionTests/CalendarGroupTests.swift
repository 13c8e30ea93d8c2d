import CalendarModel
@testable import CalendarStore
import Testing

@testable import CalendarSession

@Suite struct CalendarGroupTests {
  private func calendar(_ name: String, _ location: CalendarLocation) -> CalendarInfo {
    CalendarInfo(
      id: CalendarID(location.text), name: name, color: nil, hasSeparateObjects: false, state: .ready,
      eventCount: 0,
      unavailableReason: nil, location: location)
  }

  private func details(_ calendars: CalendarInfo...) -> [String?] {
    CalendarGroup.groups(of: calendars).flatMap(\.entries).map(\.detail)
  }

  @Test func calendarsAreGroupedByPlaceAndKeepTheirOrder() {
    let groups = CalendarGroup.groups(of: [
      calendar("A", .name("account")), calendar("B", .path("/home/b.ics")),
      calendar("C", .path("/home/c.ics")),
    ])
    #expect(groups.map(\.place) == [.computer, .elsewhere])
    #expect(groups.map { $0.entries.map(\.calendar.name) } == [["B", "C"], ["A"]])
    #expect(CalendarGroup.groups(of: []).isEmpty)
  }

  @Test func onlyCalendarsOfTheSameNameHaveADetail() {
    #expect(
      details(
        calendar("Work", .path("/home/a/work.ics")), calendar("Work", .path("/home/a/old.ics")),
        calendar("Home", .path("/home/a/home.ics"))) == ["work.ics", "old.ics", nil])
  }

  @Test func personalCalendarIsDistinguishedFromCalendarsOfTheSameName() {
    let personal = calendar("personal", .path(UserFolders.personalPath))
    #expect(details(personal, calendar("Personal", .name("Personal"))) == ["Handspan", nil])
    #expect(
      details(personal, calendar("Personal", .path("/home/a/personal.ics"))) == ["personal", "personal.ics"])
  }

  @Test func filesOfTheSameNameAreDistinguishedByTheirFolders() {
    #expect(
      details(
        calendar("Work", .path("/home/a/work.ics")), calendar("Work", .path("/home/b/work.ics"))) == [
          "a", "b",
        ])
  }
}
