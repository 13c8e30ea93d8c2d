import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// The place in the sidebar that is under the pointer, and the result of dropping an event there.
@Suite struct SidebarPlacesTests {
  let places = sidebar()

  @Test func calendarsDaysAndButtonsAreFound() {
    #expect(places.place(at: sidebarRow(0)) == .calendar(choir))
    #expect(places.place(at: sidebarRow(2)) == .calendar(currentCalendar))
    #expect(places.place(at: sidebarDay(0)) == .day(sidebarDate(0)))
    #expect(places.place(at: sidebarDay(41)) == .day(sidebarDate(41)))
    #expect(places.place(at: previousMonthButton) == .turningMonths(by: -1))
    #expect(places.place(at: nextMonthButton) == .turningMonths(by: 1))
  }

  @Test func timelineIsNotAPlaceAndTheRestOfTheSidebarTakesNoEvents() {
    #expect(places.place(at: Point(x: 0, y: 50)) == nil)
    #expect(places.place(at: Point(x: -0.5, y: 50)) == .elsewhere)
    // Above, below and beside the window.
    for point in [Point(x: -100, y: -5_000), Point(x: -100, y: 9_000), Point(x: -5_000, y: 50)] {
      #expect(places.place(at: point) == .elsewhere)
    }
  }

  @Test func neighborsShareNoPoint() {
    let border = sidebarRow(0).y + 25
    #expect(places.place(at: Point(x: -150, y: border - 0.25)) == .calendar(choir))
    #expect(places.place(at: Point(x: -150, y: border)) == .calendar(holidays))
    #expect(places.place(at: Point(x: -260.25, y: -25)) == .day(sidebarDate(0)))
    #expect(places.place(at: Point(x: -260, y: -25)) == .day(sidebarDate(1)))
  }

  @Test func rightToLeftDaysBeginOnTheRight() {
    let mirrored = sidebar(isOnRight: true)
    // The first day is at the right end of its row.
    #expect(mirrored.place(at: Point(x: 420 + 20 + 260, y: -25)) == .day(sidebarDate(0)))
    #expect(mirrored.place(at: Point(x: 420 + 20 + 20, y: -25)) == .day(sidebarDate(6)))
    #expect(mirrored.place(at: Point(x: 419.5, y: -25)) == nil)
  }

  @Test func rowsThatAreScrolledOutOfSightTakeNoEvents() {
    var scrolled = places
    scrolled.visibleArea.bottom = sidebarRow(1).y
    #expect(scrolled.place(at: sidebarRow(0)) == .calendar(choir))
    #expect(scrolled.place(at: sidebarRow(2)) == .elsewhere)
  }

  @Test func weekNumbersAreNotDays() {
    var numbered = places
    numbered.days?.hasWeekNumbers = true
    #expect(numbered.place(at: Point(x: -290, y: -25)) == .elsewhere)
    #expect(numbered.place(at: Point(x: -260, y: -25)) == .day(sidebarDate(0)))
  }

  @Test func hiddenDaysTakeNoEvents() {
    var withoutDays = places
    withoutDays.days = nil
    #expect(withoutDays.place(at: sidebarDay(9)) == .elsewhere)
  }

  @Test func areaOfAPlaceContainsEveryPointThatIsOnIt() {
    for places in [sidebar(), sidebar(isOnRight: true)] {
      for x in stride(from: -319.0, to: 740, by: 7) {
        for y in stride(from: -95.0, to: 495, by: 7) {
          let point = Point(x: x, y: y)
          guard let place = places.place(at: point), let area = places.area(of: place) else { continue }
          #expect(area.contains(point), "\(point) is on \(place), but not in \(area)")
        }
      }
    }
    #expect(places.area(of: .elsewhere) == nil && places.area(of: .day(sidebarDate(42))) == nil)
  }

  @Test func dropsFollowTheRulesOfMovingToACalendar() {
    #expect(SidebarPlace.calendar(choir).drop == .calendar(choir.id))
    #expect(SidebarPlace.calendar(holidays).drop == .putBack(because: "“Holidays” is read-only"))
    #expect(SidebarPlace.calendar(currentCalendar).drop == .putBack(because: nil))
    #expect(SidebarPlace.day(monday).drop == .day(monday))
    #expect(SidebarPlace.turningMonths(by: 1).drop == .putBack(because: nil))
    #expect(SidebarPlace.elsewhere.drop == .putBack(because: nil))
  }

  @Test func calendarOfTheEventIsNotRefused() {
    #expect(
      SidebarCalendar(currentCalendar.id, name: "Own", isCurrent: true, refusal: "read-only").refusal == nil)
    #expect(
      SidebarPlace.calendar(currentCalendar).refusal == nil && SidebarPlace.calendar(holidays).refusal != nil)
  }
}
