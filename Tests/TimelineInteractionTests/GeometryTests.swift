import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

@Suite struct GeometryTests {
  @Test func axisConvertsBetweenTimesAndPositions() {
    let axis = DayAxis(pixelsPerHour: 80)
    #expect(axis.y(ofSecond: 0) == 24 && axis.y(ofSecond: 86_400) == 24 + 1_920)
    #expect(axis.contentHeight == 1_968)
    #expect(axis.second(atY: axis.y(ofSecond: -1_800)) == -1_800)
    #expect(axis.scrollMax(viewportHeight: 968) == 1_000)
    #expect(axis.scrollMax(viewportHeight: 5_000) == 0)
  }

  @Test func columnsFollowTheReadingDirection() {
    let leftToRight = DayColumns(firstDay: monday, count: 7, left: 60, width: 700)
    let rightToLeft = DayColumns(firstDay: monday, count: 7, left: 60, width: 700, isRightToLeft: true)
    #expect(leftToRight.day(atX: 61) == monday && leftToRight.day(atX: 755) == monday.adding(days: 6))
    #expect(rightToLeft.day(atX: 61) == monday.adding(days: 6) && rightToLeft.day(atX: 755) == monday)
    for columns in [leftToRight, rightToLeft] {
      for day in (0..<7).map(monday.adding(days:)) {
        let (x, width) = columns.extent(of: day)
        #expect(width == 100 && columns.day(atX: x + 50) == day)
      }
      #expect(columns.days.contains(columns.day(atX: -1e300)))
      #expect(columns.days.contains(columns.day(atX: 1e300)))
    }
    #expect(leftToRight.column(atX: 110) == 0.5 && rightToLeft.column(atX: 110) == 6.5)
  }

  @Test func gridStepIsFiveMinutesWhenZoomedInAndOneWithShift() {
    #expect(Snapping.step(pixelsPerHour: 191, isFine: false) == 900)
    #expect(Snapping.step(pixelsPerHour: 192, isFine: false) == 300)
    #expect(Snapping.step(pixelsPerHour: 40, isFine: true) == 60)
  }

  @Test func snappingRoundsMovementsToAbsoluteGridLines() {
    let grid = Snapping(step: 900)
    let origin = 9 * 3_600 + 600
    #expect(grid.snap(Double(origin) + 449, from: origin) == origin)
    #expect(grid.snap(Double(origin) + 450, from: origin) == 9 * 3_600 + 900)
    #expect(grid.snap(-300, from: origin) == 0)
    #expect(grid.snap(-500, from: origin) == -900)
    #expect(grid.line(notBefore: 901) == 1_800 && grid.line(notBefore: -901) == -900)
    #expect(grid.line(notAfter: 899) == 0 && grid.line(notAfter: -1) == -900)
    #expect(grid.line(notBefore: 900) == 900 && grid.line(notAfter: 900) == 900)
  }

  @Test(arguments: [1, 1.25, 1.5, 1.75, 2, 3])
  func adjacentBlocksTouchWithoutOverlapAtAnyZoom(scale: Double) {
    let events = (0..<96).map { quarter in
      occurrence("\(quarter / 4):\(quarter % 4 * 15)", "\((quarter + 1) / 4):\((quarter + 1) % 4 * 15)")
    }
    for pixelsPerHour in [40.0, 77.7, 80, 133.3, 320] {
      let frames = BlockFrame.frames(
        of: events, on: monday, axis: DayAxis(pixelsPerHour: pixelsPerHour),
        columns: DayColumns(firstDay: monday, count: 7, left: 61.3, width: 700), minimumHeight: 0,
        scale: scale)
      #expect(frames.count == 96)
      #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.bottom == $1.top })
      for px in frames.flatMap({ [$0.top, $0.bottom, $0.left, $0.right] }) {
        #expect(abs(px * scale - (px * scale).rounded()) < 1e-9)
      }
    }
  }

  @Test func eventAcrossMidnightHasABlockOnBothDays() {
    let night = occurrence("23:00", "25:00")
    let axis = DayAxis(pixelsPerHour: 80)
    let columns = DayColumns(firstDay: monday, count: 2, left: 0, width: 400)
    let frames = (0..<3).flatMap {
      BlockFrame.frames(
        of: [night], on: monday.adding(days: $0), axis: axis, columns: columns, minimumHeight: 18, scale: 1)
    }
    #expect(frames.count == 2)
    #expect(frames.first.map { !$0.continuesBefore && $0.continuesAfter && $0.bottom == 1_944 } == true)
    #expect(frames.last.map { $0.continuesBefore && !$0.continuesAfter && $0.top == 24 } == true)
    #expect(frames.last.map { $0.left == 200 && $0.bottom == 104 } == true)
  }

  @Test func everyBlockHasTheMinimumHeight() {
    let frames = BlockFrame.frames(
      of: [occurrence("9:00", "9:00"), occurrence("12:00", "12:05", title: "b")], on: monday,
      axis: DayAxis(pixelsPerHour: 40), columns: DayColumns(firstDay: monday, count: 1, left: 0, width: 300),
      minimumHeight: 18, scale: 1)
    #expect(frames.map(\.height) == [18, 18])
  }

  @Test func allDayEventsHaveNoBlock() {
    let event = CalendarEvent(
      id: EventID(calendar: CalendarID("a"), uid: "a"),
      times: EventTimes(start: .date(monday), end: .implied))
    let frames = BlockFrame.frames(
      of: [Occurrence(event: event, zone: .utc)], on: monday, axis: DayAxis(pixelsPerHour: 80),
      columns: DayColumns(firstDay: monday, count: 1, left: 0, width: 300), minimumHeight: 18, scale: 1)
    #expect(frames.isEmpty)
  }

  @Test func zoomKeepsTheTimeUnderThePointer() {
    let oldAxis = DayAxis(pixelsPerHour: 80)
    for factor in [0.5, 0.9, 1.3, 4] {
      let newAxis = Zoom.scaled(oldAxis, by: factor)
      let scroll = Zoom.scrollOffset(
        from: oldAxis, to: newAxis, anchorY: 300, scroll: 700, viewportHeight: 720)
      #expect(abs(newAxis.second(atY: 300 + scroll) - oldAxis.second(atY: 1_000)) < 1e-6)
    }
    #expect(Zoom.scaled(oldAxis, by: 100).pixelsPerHour == 320)
    #expect(Zoom.scaled(oldAxis, by: 0.01).pixelsPerHour == 40)
    #expect(Zoom.stepped(Zoom.stepped(oldAxis, by: 2), by: -2).pixelsPerHour.rounded() == 80)
    #expect(Zoom.stepped(oldAxis, by: 1).pixelsPerHour == 100)
    #expect(Zoom.stepped(oldAxis, by: 0.5).pixelsPerHour > 80)
  }

  @Test func pinchingBackRestoresZoomAndScroll() {
    let pinch = PinchZoom(axis: DayAxis(pixelsPerHour: 80), centerY: 200, scroll: 640)
    let zoomedIn = pinch.zoomed(by: 2, centerY: 260, viewportHeight: 720)
    #expect(zoomedIn.axis.pixelsPerHour == 160)
    #expect(zoomedIn.axis.second(atY: 260 + zoomedIn.scroll) == DayAxis(pixelsPerHour: 80).second(atY: 840))
    let restored = pinch.zoomed(by: 1, centerY: 200, viewportHeight: 720)
    #expect(restored.axis.pixelsPerHour == 80 && abs(restored.scroll - 640) < 1e-9)
  }
}
