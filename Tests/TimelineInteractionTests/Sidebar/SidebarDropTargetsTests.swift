import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// The drop target in the sidebar that is under the pointer, and the result of dropping an event there.
@Suite struct SidebarDropTargetsTests {
  let dropTargets = sidebar()

  @Test func calendarsDaysAndButtonsAreFound() {
    #expect(dropTargets.dropTarget(at: sidebarRowPoint(0)) == .calendar(choir))
    #expect(dropTargets.dropTarget(at: sidebarRowPoint(2)) == .calendar(currentCalendar))
    #expect(dropTargets.dropTarget(at: sidebarDayPoint(0)) == .day(sidebarDay(0)))
    #expect(dropTargets.dropTarget(at: sidebarDayPoint(41)) == .day(sidebarDay(41)))
    #expect(dropTargets.dropTarget(at: previousMonthButtonPoint) == .turningMonths(by: -1))
    #expect(dropTargets.dropTarget(at: nextMonthButtonPoint) == .turningMonths(by: 1))
  }

  @Test func timelineIsNoDropTargetAndTheRestOfTheSidebarAcceptsNoEvents() {
    #expect(dropTargets.dropTarget(at: Point(x: 0, y: 50)) == nil)
    #expect(dropTargets.dropTarget(at: Point(x: -0.5, y: 50)) == .elsewhere)
    // Above, below and beside the window.
    for point in [Point(x: -100, y: -5_000), Point(x: -100, y: 9_000), Point(x: -5_000, y: 50)] {
      #expect(dropTargets.dropTarget(at: point) == .elsewhere)
    }
  }

  @Test func neighborsShareNoPoint() {
    let border = sidebarRowPoint(0).y + 25
    #expect(dropTargets.dropTarget(at: Point(x: -150, y: border - 0.25)) == .calendar(choir))
    #expect(dropTargets.dropTarget(at: Point(x: -150, y: border)) == .calendar(holidays))
    #expect(dropTargets.dropTarget(at: Point(x: -260.25, y: -25)) == .day(sidebarDay(0)))
    #expect(dropTargets.dropTarget(at: Point(x: -260, y: -25)) == .day(sidebarDay(1)))
  }

  @Test func rightToLeftDaysBeginOnTheRight() {
    let mirroredDropTargets = sidebar(isOnRight: true)
    // The first day is at the right end of its row.
    #expect(mirroredDropTargets.dropTarget(at: Point(x: 420 + 20 + 260, y: -25)) == .day(sidebarDay(0)))
    #expect(mirroredDropTargets.dropTarget(at: Point(x: 420 + 20 + 20, y: -25)) == .day(sidebarDay(6)))
    #expect(mirroredDropTargets.dropTarget(at: Point(x: 419.5, y: -25)) == nil)
  }

  @Test func rowsThatAreScrolledOutOfSightAcceptNoEvents() {
    var scrolledDropTargets = dropTargets
    scrolledDropTargets.visibleArea.bottom = sidebarRowPoint(1).y
    #expect(scrolledDropTargets.dropTarget(at: sidebarRowPoint(0)) == .calendar(choir))
    #expect(scrolledDropTargets.dropTarget(at: sidebarRowPoint(2)) == .elsewhere)
  }

  @Test func weekNumbersAreNotDays() {
    var dropTargetsWithWeekNumbers = dropTargets
    dropTargetsWithWeekNumbers.days?.hasWeekNumbers = true
    #expect(dropTargetsWithWeekNumbers.dropTarget(at: Point(x: -290, y: -25)) == .elsewhere)
    #expect(dropTargetsWithWeekNumbers.dropTarget(at: Point(x: -260, y: -25)) == .day(sidebarDay(0)))
  }

  @Test func hiddenDaysAcceptNoEvents() {
    var dropTargetsWithoutDays = dropTargets
    dropTargetsWithoutDays.days = nil
    #expect(dropTargetsWithoutDays.dropTarget(at: sidebarDayPoint(9)) == .elsewhere)
  }

  @Test func areaOfADropTargetContainsEveryPointThatIsOnIt() {
    for dropTargets in [sidebar(), sidebar(isOnRight: true)] {
      for x in stride(from: -319.0, to: 740, by: 7) {
        for y in stride(from: -95.0, to: 495, by: 7) {
          let point = Point(x: x, y: y)
          guard let dropTarget = dropTargets.dropTarget(at: point),
            let area = dropTargets.area(of: dropTarget)
          else { continue }
          #expect(area.contains(point), "\(point) is on \(dropTarget), but not in \(area)")
        }
      }
    }
    #expect(dropTargets.area(of: .elsewhere) == nil && dropTargets.area(of: .day(sidebarDay(42))) == nil)
  }

  @Test func dropMovesTheEventToACalendarOrDayOrPutsItBack() {
    #expect(SidebarDropTarget.calendar(choir).drop == .calendar(choir.id))
    #expect(SidebarDropTarget.calendar(holidays).drop == .putBack(because: "“Holidays” is read-only"))
    #expect(SidebarDropTarget.calendar(currentCalendar).drop == .putBack(because: nil))
    #expect(SidebarDropTarget.day(monday).drop == .day(monday))
    #expect(SidebarDropTarget.turningMonths(by: 1).drop == .putBack(because: nil))
    #expect(SidebarDropTarget.elsewhere.drop == .putBack(because: nil))
  }

  @Test func calendarOfTheEventIsNotRefused() {
    #expect(
      SidebarCalendar(currentCalendar.id, name: "Own", isCurrent: true, refusal: "read-only").refusal == nil)
    #expect(
      SidebarDropTarget.calendar(currentCalendar).refusal == nil
        && SidebarDropTarget.calendar(holidays).refusal != nil)
  }
}
