import CalendarModel
import Testing
import TimelineInteraction

/// Which days pages show while they turn, without a widget: a Wednesday, 2035-01-10.
@Suite("The row of pages")
struct PageRowTests {
  static let wednesday = january(10)

  private static func january(_ date: Int) -> Day { Day(ordinal: 23740 + date) }

  private func week(_ day: Day = wednesday, first: Weekday = .monday) -> PageRow {
    var row = PageRow(day: day)
    row.begin(PageCalendar(.week, firstWeekday: first))
    return row
  }

  @Test("a turned page keeps the weekday, as on paper")
  func keepsWeekday() {
    var row = week()
    row.turn(by: 2)
    #expect(row.hasTurned)
    row.settle()
    #expect(row.day == Self.january(24))
    #expect(!row.hasTurned)
    #expect(row.days(ofPage: row.page).contains(row.day))
  }

  @Test("a work week chooses the nearest of its days")
  func workWeek() {
    var row = PageRow(day: Self.january(13))
    row.begin(PageCalendar(.workWeek))
    #expect(row.day == Self.january(12))
    #expect(row.isWeekly)
  }

  @Test("another view keeps what the desktop said of directions and motion")
  func keepsDesktop() {
    var row = PageRow(day: Self.wednesday)
    row.configure(isRightToLeft: true, isMotionReduced: true)
    row.begin(PageCalendar(.threeDays, anchor: Self.wednesday))
    #expect(row.pager.isRightToLeft && row.pager.isMotionReduced)
    #expect(row.days(ofPage: row.page).lowerBound == Self.wednesday)
  }

  @Test("the frame that sets off is told once")
  func settingOff() {
    var row = week()
    let atRest = row.isSettingOff()
    row.turn(by: 1)
    let (first, second) = (row.isSettingOff(), row.isSettingOff())
    #expect([atRest, first, second] == [false, true, false])
  }

  @Test("a page that is flown over is kept, and needed only in sight")
  func near() {
    var row = week()
    row.turn(by: 3)
    #expect(row.neededPages.contains(row.page))
    for page in row.neededPages { #expect(row.nearPages.contains(page)) }
    row.show(Self.wednesday)
    #expect(row.neededPages == [row.page])
    #expect(row.nearPages.count == 3)
  }

  @Test("the dates above go with weeks, at the same place between two")
  func weeksTogether() {
    var (row, weeks) = (week(), WeekRow(day: Self.wednesday))
    row.take(.press(x: 300, time: 0, isTouchpad: true), width: 700)
    row.take(.drag(x: 160, time: 0.1), width: 700)
    weeks.follow(row, firstWeekday: .monday)
    #expect(weeks.position == row.pager.position)
    #expect(weeks.position.fraction > 0)
    #expect(!weeks.isMoving)
  }

  @Test("dates that are turned beside days take the days to the same weekday, once the finger is up")
  func weeksAlone() {
    let row = PageRow(day: Self.wednesday)
    var weeks = WeekRow(day: Self.wednesday)
    weeks.take(.press(x: 600, time: 0, isTouchpad: true), width: 700)
    weeks.take(.drag(x: 100, time: 0.3), width: 700)
    #expect(weeks.wantedDay(from: row.day) == nil)
    weeks.take(.release(time: 0.3), width: 700)
    #expect(weeks.wantedDay(from: row.day) == Self.january(17))
    #expect(weeks.isMoving)
  }

  @Test("a finger on the dates is not torn away by days that move below")
  func heldWeeks() {
    var row = PageRow(day: Self.wednesday)
    var weeks = WeekRow(day: Self.wednesday)
    weeks.take(.press(x: 600, time: 0, isTouchpad: true), width: 700)
    weeks.take(.drag(x: 400, time: 0.1), width: 700)
    let held = weeks.position
    row.turn(by: 14)
    row.settle()
    weeks.follow(row, firstWeekday: .monday)
    #expect(weeks.position == held)
    weeks.take(.cancel, width: 700)
    weeks.follow(row, firstWeekday: .monday)
    #expect(weeks.isMoving)
  }
}
