import CalendarModel
import InteractionTestSupport
import TimelineInteraction

let choir = SidebarCalendar(CalendarID("choir"), name: "Choir")
let holidays = SidebarCalendar(CalendarID("holidays"), name: "Holidays", refusal: "“Holidays” is read-only")
/// The calendar that contains the event.
let currentCalendar = SidebarCalendar(CalendarID("own"), name: "Own", isCurrent: true)

/// A sidebar 320 px wide to the left of the viewport; its upper edge is 100 px above that of the viewport. From top to
/// bottom, it contains the month buttons, 42 days (40 by 30 px each, after a margin of 20 px) that begin with the
/// Monday before `monday`, and three calendars.
func sidebar(isOnRight: Bool = false, viewportWidth: Double = 420) -> SidebarDropTargets {
  func area(_ x: ClosedRange<Double>, _ y: ClosedRange<Double>) -> SidebarDropTargets.Area {
    let left = isOnRight ? viewportWidth + 320 - x.upperBound : x.lowerBound - 320
    return .init(
      left: left, top: y.lowerBound - 100, right: left + x.upperBound - x.lowerBound,
      bottom: y.upperBound - 100)
  }
  var dropTargets = SidebarDropTargets(
    area: .init(
      left: isOnRight ? viewportWidth : -.infinity, top: -.infinity, right: isOnRight ? .infinity : 0,
      bottom: .infinity),
    visibleArea: area(0...320, 0...600))
  dropTargets.previousMonthButton = area(200...240, 10...50)
  dropTargets.nextMonthButton = area(260...300, 10...50)
  dropTargets.days = .init(
    (0..<42).map(sidebarDay), area(20...300, 60...240), isRightToLeft: isOnRight)
  for (index, calendar) in [choir, holidays, currentCalendar].enumerated() {
    let top = 300 + 50 * Double(index)
    dropTargets.rows.append(.init(calendar, area(10...310, top...top + 50)))
  }
  return dropTargets
}

/// The day in `sidebar` with the given index, counted from 0.
func sidebarDay(_ index: Int) -> Day { monday.adding(days: index - 7) }

/// The middle of the day in `sidebar` with the given index, counted from 0.
func sidebarDayPoint(_ index: Int) -> Point {
  Point(x: -300 + 40 * (Double(index % 7) + 0.5), y: -40 + 30 * (Double(index / 7) + 0.5))
}

/// A point halfway down the calendar row in `sidebar` with the given index, counted from 0.
func sidebarRowPoint(_ index: Int) -> Point { Point(x: -150, y: 225 + 50 * Double(index)) }

/// The middle of the button that turns to the previous month.
let previousMonthButtonPoint = Point(x: -100, y: -70)
/// The middle of the button that turns to the next month.
let nextMonthButtonPoint = Point(x: -40, y: -70)
