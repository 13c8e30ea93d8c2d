import CalendarModel
import CalendarStore
import Testing
import UserSettings

@testable import Handspan

@Suite struct KnownCalendarsTests {
  private static func calendar(_ uid: String, _ name: String, account: String?) -> ListedCalendar {
    ListedCalendar(id: CalendarID("eds:\(uid)"), name: name, account: account)
  }

  @Test func calendarWhoseOwnerChoseTheNameOfAnotherOneDoesNotTakeItsPlace() throws {
    let zoe = Self.calendar("b", "Work", account: "Zoe")
    let before = KnownCalendars(paths: ["/home/ada/notes.ics"], accounts: [zoe])
    #expect(try before.entry(for: "work")?.path == "eds:b")
    let ada = Self.calendar("a", "Work", account: "Ada")
    let after = KnownCalendars(paths: ["/home/ada/notes.ics"], accounts: [ada, zoe])
    #expect(
      throws: CommandFailure.usage(
        "“work” is the name of several calendars. Use one of these IDs: eds:a (Ada), eds:b (Zoe)")
    ) { try after.entry(for: "work") }
    #expect(try after.entry(for: "work-2") == nil)
    for known in [before, after] {
      #expect(try known.entry(for: "eds:b")?.path == "eds:b")
      #expect(try known.entry(for: "notes")?.path == "/home/ada/notes.ics")
    }
  }

  @Test func shortNameIsRefusedIfNotAllCalendarsCouldBeListed() throws {
    let known = KnownCalendars(paths: ["/home/ada/work.ics"], isIncomplete: true)
    #expect(
      throws: CommandFailure.usage(
        "The calendars of online accounts could not be listed, so “work” may be the name of several calendars. Use the ID: /home/ada/work.ics"
      )
    ) { try known.entry(for: "work") }
    #expect(try known.entry(for: "/home/ada/work.ics")?.path == "/home/ada/work.ics")
    #expect(try known.entry(for: "none") == nil)
    #expect(try KnownCalendars(paths: ["/home/ada/work.ics"]).entry(for: "work") != nil)
  }

  @Test func calendarCannotTakeTheIDOfAnotherOneAsItsName() throws {
    let known = KnownCalendars(
      paths: ["/home/ada/work.ics"],
      accounts: [Self.calendar("a", "eds:b", account: nil), Self.calendar("b", "b", account: nil)])
    #expect(try known.entry(for: "eds:b")?.path == "eds:b")
    #expect(try known.entry(for: "/home/ada/work.ics")?.path == "/home/ada/work.ics")
  }
}
