import CalendarModel
import CalendarStore
import FoundationEssentials
import Testing

@testable import CalendarSession

/// What is remembered about calendars, as one value.
@MainActor @Suite struct CalendarChoicesTests {
  private let work = CalendarID("/work.ics")
  private let home = CalendarID("/home")
  private let sample = CalendarID("/tmp/sample")

  @Test func choicesAboutTheSampleAreNotRemembered() {
    let reports = SessionReports()
    var remembered: [RememberedCalendars] = []
    reports.observer = { if case .remembered(let calendars) = $0 { remembered.append(calendars) } }
    let choices = CalendarChoices(reports)
    choices.use(work)
    choices.setSample(sample)
    choices.use(sample)
    choices.hide([sample, home])
    _ = choices.choose(.name("Week"), for: sample)
    #expect(choices.lastUsed == sample && choices.isHidden(sample) && choices.isHidden(home))
    var expected = RememberedCalendars()
    expected.lastUsed = work
    #expect(remembered.first == expected)
    expected.hidden = [home]
    #expect(choices.remembered == expected)
    choices.setSample(nil)
    #expect(choices.remembered == expected && choices.lastUsed == work && !choices.isHidden(sample))
    #expect(remembered.count == 2, "only the choices about other calendars are reported")
  }

  @Test func undoRestoresTheCalendarForNewEvents() {
    let choices = CalendarChoices(SessionReports())
    let (first, second) = (EditID(), EditID())
    choices.use(work)
    choices.recordUse(of: home, by: first)
    #expect(choices.remembered.lastUsed == home)
    choices.undoUse(by: first)
    #expect(choices.lastUsed == work)
    choices.redoUse(by: first)
    choices.recordUse(of: work, by: second)
    choices.forgetUse(by: second)
    choices.undoUse(by: second)
    #expect(choices.lastUsed == work, "a forgotten edit was undone")
  }

  @Test func theSampleIsNotOpenedAtTheNextLaunch() async throws {
    let calendars = try TestCalendars()
    defer { calendars.cleanUp() }
    let session = calendars.session()
    var remembered = RememberedCalendars()
    remembered.opened = [work]
    session.choices.restore(remembered)
    let file = try SampleCalendar.write(today: Day(ordinal: 20_458), tr: { $0 })
    await session.open([file.path], as: .sample(file: file))
    session.dismiss("/calendars/choir", named: "choir")
    #expect(session.choices.opened == [work])
    #expect(session.choices.dismissed == [CalendarID("/calendars/choir")])
    session.close()
  }
}
