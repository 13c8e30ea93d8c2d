import CalendarModel
import Testing
import TimelineInteraction

/// The days that pages show while they turn. Most tests start on Wednesday, January 10, 2035.
@Suite("The row of pages")
struct PageRowTests {
  static let wednesday = january(10)

  private static func january(_ dayOfMonth: Int) -> Day { Day(ordinal: 23740 + dayOfMonth) }

  private func week(_ day: Day = wednesday, firstWeekday: Weekday = .monday) -> PageRow {
    var row = PageRow(day: day)
    row.setDayPaging(DayPaging(.week, firstWeekday: firstWeekday))
    return row
  }

  @Test("turning a page keeps the weekday")
  func turnedPageKeepsTheWeekday() {
    var row = week()
    row.turn(by: 2)
    #expect(row.hasTurned)
    row.acknowledgePage()
    #expect(row.selectedDay == Self.january(24))
    #expect(!row.hasTurned)
    #expect(row.days(ofPage: row.page).contains(row.selectedDay))
  }

  @Test("switching to the work week selects the nearest workday")
  func switchingToTheWorkWeekSelectsTheNearestWorkday() {
    var row = PageRow(day: Self.january(13))
    row.setDayPaging(DayPaging(.workWeek))
    #expect(row.selectedDay == Self.january(12))
    #expect(row.isWeekly)
  }

  @Test("changing the view keeps reading direction and reduced motion")
  func changingTheViewKeepsDirectionAndReducedMotion() {
    var row = PageRow(day: Self.wednesday)
    row.configure(isRightToLeft: true, isMotionReduced: true)
    row.setDayPaging(DayPaging(.threeDays, anchor: Self.wednesday))
    #expect(row.pager.isRightToLeft && row.pager.isMotionReduced)
    #expect(row.days(ofPage: row.page).lowerBound == Self.wednesday)
  }

  @Test("the first frame of a motion is reported once")
  func firstFrameIsReportedOnce() {
    var row = week()
    let atRest = row.detectMotionStart()
    row.turn(by: 1)
    let (first, second) = (row.detectMotionStart(), row.detectMotionStart())
    #expect([atRest, first, second] == [false, true, false])
  }

  @Test("a page that is passed on the way is needed only while it is visible")
  func passedPageIsNeededWhileVisible() {
    var row = week()
    row.turn(by: 3)
    #expect(row.neededPages.contains(row.page))
    for page in row.neededPages { #expect(row.pagesToKeep.contains(page)) }
    row.jump(to: Self.wednesday)
    #expect(row.neededPages == [row.page])
    #expect(row.pagesToKeep.count == 3)
  }

  @Test("the date header follows the pages of the week view exactly")
  func dateHeaderFollowsWeeks() {
    var (row, weeks) = (week(), WeekPager(day: Self.wednesday))
    row.handle(.press(x: 300, time: 0, isTouchpad: true), width: 700)
    row.handle(.drag(x: 160, time: 0.1), width: 700)
    weeks.update(from: row, firstWeekday: .monday)
    #expect(weeks.position == row.pager.position)
    #expect(weeks.position.fraction > 0)
    #expect(!weeks.isMoving)
  }

  @Test("turning the date header moves the page to the same weekday after the release")
  func dateHeaderTurnsThePage() {
    let row = PageRow(day: Self.wednesday)
    var weeks = WeekPager(day: Self.wednesday)
    weeks.handle(.press(x: 600, time: 0, isTouchpad: true), width: 700)
    weeks.handle(.drag(x: 100, time: 0.3), width: 700)
    #expect(weeks.requestedDay(from: row.selectedDay) == nil)
    weeks.handle(.release(time: 0.3), width: 700)
    #expect(weeks.requestedDay(from: row.selectedDay) == Self.january(17))
    #expect(weeks.isMoving)
  }

  @Test("turning pages does not interrupt a swipe on the date header")
  func swipeOnDateHeaderIsNotInterrupted() {
    var row = PageRow(day: Self.wednesday)
    var weeks = WeekPager(day: Self.wednesday)
    weeks.handle(.press(x: 600, time: 0, isTouchpad: true), width: 700)
    weeks.handle(.drag(x: 400, time: 0.1), width: 700)
    let heldPosition = weeks.position
    row.turn(by: 14)
    row.acknowledgePage()
    weeks.update(from: row, firstWeekday: .monday)
    #expect(weeks.position == heldPosition)
    weeks.handle(.cancel, width: 700)
    weeks.update(from: row, firstWeekday: .monday)
    #expect(weeks.isMoving)
  }
}
