import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// Five days one below the other, each with a heading of 20 px and two rows of 30 px, in a viewport of 200 px.
struct ListSurfaceTests {
  private static func surface(scroll: Double = 0, isRightToLeft: Bool = false) -> ListSurface {
    var (sections, rows): ([ListSurface.Section], [ListSurface.Row]) = ([], [])
    for index in 0..<5 {
      let (day, top) = (monday.adding(days: index), Double(index) * 80)
      sections.append(.init(day..<day.adding(days: 1), top: top, rowsTop: top + 20, bottom: top + 80))
      for (row, title) in ["First", "Second"].enumerated() {
        let event = event(title, on: day)
        let rowTop = top + 20 + Double(row) * 30
        rows.append(.init(event.id, on: day, top: rowTop, bottom: rowTop + 30))
      }
    }
    return ListSurface(
      height: 200, contentExtent: 10...290, scroll: scroll, scrollMax: 200, rowHeight: 30,
      isRightToLeft: isRightToLeft, zone: .utc, sections: sections, rows: rows)
  }

  private static func event(_ title: String, on day: Day) -> Occurrence {
    occurrence(title == "First" ? "9:00" : "14:00", "15:00", on: day, title: "\(title) \(day)")
  }

  /// The gesture after a press on the first row of Monday and a movement to a point.
  private static func drag(to point: Point, in surface: ListSurface) throws -> TimelineGesture {
    var gesture = TimelineGesture()
    let start = Point(x: 100, y: 40)
    let hit = try #require(surface.hit(at: start, by: .mouse, ActiveHandles()))
    let target = PressTarget(
      occurrence: event("First", on: monday), part: hit.part, isSelected: hit.isSelected, bar: hit.bar)
    _ = gesture.press(at: start, pointerKind: .mouse, target: target, in: surface)
    _ = gesture.move(to: Point(x: 100, y: 60), in: surface)
    _ = gesture.move(to: point, in: surface)
    return gesture
  }

  @Test func rowsAndHeadingsBelongToTheirDays() {
    let surface = Self.surface(scroll: 100)
    #expect(surface.day(at: Point(x: 0, y: 0)) == monday.adding(days: 1))
    #expect(surface.day(at: Point(x: 0, y: 61)) == monday.adding(days: 2))
    #expect(surface.day(at: Point(x: 0, y: -500)) == monday)
    #expect(surface.day(at: Point(x: 0, y: 5_000)) == monday.adding(days: 4))
    let hit = surface.hit(at: Point(x: 20, y: 85), by: .touch, ActiveHandles())
    #expect(hit?.id == Self.event("First", on: monday.adding(days: 2)).id)
    #expect(surface.hit(at: Point(x: 20, y: 65), by: .mouse, ActiveHandles()) == nil, "a heading is no event")
    #expect(surface.hit(at: Point(x: 5, y: 85), by: .mouse, ActiveHandles()) == nil)
  }

  @Test func placeIsRestoredWhereItWas() {
    for scroll in stride(from: 0.0, through: 200, by: 7) {
      let surface = Self.surface(scroll: scroll)
      #expect(Self.surface(scroll: 50).scroll(of: surface.place) == scroll)
    }
    #expect(Self.surface().scroll(of: Place(monday.adding(days: 40), offset: 3)) == nil)
  }

  @Test func heldEventFollowsThePointerInBothDirections() throws {
    let surface = Self.surface()
    for (x, y) in [(100.0, 60.0), (180, 130), (-40, 190), (250, -30)] {
      let event = try #require(try Self.drag(to: Point(x: x, y: y), in: surface).draggedEvent)
      #expect(event.edgeY == y - event.grabY)
      #expect(event.rawBottom - event.rawTop == 30)
      #expect(event.barLeft == 10 + x - 100)
      #expect(event.barRight - event.barLeft == 280)
    }
  }

  @Test func dropMovesByDaysAndKeepsTheTime() throws {
    let surface = Self.surface()
    var gesture = try Self.drag(to: Point(x: 100, y: 170), in: surface)
    let effects = gesture.release(in: surface)
    guard case .commit(let change, let occurrence) = effects.first else {
      Issue.record("\(effects)")
      return
    }
    let moved = occurrence.applying(change, in: .utc)
    #expect(moved.start.wall == wall("9:00", on: monday.adding(days: 2)))
    #expect(moved.end.wall == wall("15:00", on: monday.adding(days: 2)))
  }

  @Test func dropOnTheSameDayChangesNothing() throws {
    let surface = Self.surface()
    var gesture = try Self.drag(to: Point(x: 200, y: 75), in: surface)
    #expect(gesture.release(in: surface) == [.dropUnchanged])
  }

  @Test func listScrollsAtItsEdgesUnderAPinnedEvent() throws {
    var surface = Self.surface()
    var gesture = try Self.drag(to: Point(x: 100, y: 196), in: surface)
    var (scrolls, time) = ([0.0], 0.0)
    for _ in 0..<240 {
      time += 1.0 / 60
      for effect in gesture.tick(frameTime: time, in: surface) {
        switch effect {
        case .scroll(let place), .turn(let place): surface.scroll = try #require(surface.scroll(of: place))
        default: break
        }
      }
      let event = try #require(gesture.draggedEvent)
      #expect(abs(event.edgeY - (196 - event.grabY)) < 1e-9)
      scrolls.append(surface.scroll)
    }
    #expect(scrolls == scrolls.sorted(), "it scrolls back")
    #expect(scrolls.last == 200)
    #expect(gesture.draggedEvent?.snappedOccurrence.start.wall.day == monday.adding(days: 4))
    let steps = zip(scrolls, scrolls.dropFirst()).map { $1 - $0 }
    #expect((steps.max() ?? 0) * 60 <= 12 * 30 + 1e-6, "faster than twelve rows a second")
  }

  @Test func canceledDragReturnsToThePlaceOfTheLift() throws {
    let surface = Self.surface(scroll: 0)
    var gesture = try Self.drag(to: Point(x: 100, y: 150), in: surface)
    #expect(gesture.cancel(.escape) == [.canceled(.escape), .restore(surface.place)])
  }

  @Test func keysMoveByDays() {
    func step(_ name: TimelineKey.Name, _ modifiers: TimelineKey.Modifiers, isLifted: Bool = false)
      -> KeyStep?
    {
      Self.surface().step(for: TimelineKey(name, modifiers), isLifted: isLifted)
    }
    #expect(step(.down, .control) == .days(1))
    #expect(step(.left, .control) == .days(-1))
    #expect(step(.down, []) == nil)
    #expect(step(.down, [], isLifted: true) == .days(1))
    #expect(step(.pageUp, [], isLifted: true) == .days(-7))
    #expect(step(.up, .shift) == .end(-1))
    let mirrored = Self.surface(isRightToLeft: true)
    #expect(mirrored.step(for: TimelineKey(.left, .control), isLifted: false) == .days(1))
  }

  @Test func pageKeysScrollByNearlyOnePage() {
    let surface = Self.surface(scroll: 10)
    let move = surface.focusMove(for: .pageDown, from: nil, on: monday, among: [])
    guard case .scroll(let place) = move else {
      Issue.record("\(String(describing: move))")
      return
    }
    #expect(surface.scroll(of: place) == 190)
  }

  @Test func drawnEventCoversTheDaysFromThePressToThePointer() throws {
    let surface = Self.surface()
    var gesture = TimelineGesture()
    let start = Point(x: 200, y: 90)
    _ = gesture.press(
      at: start, pointerKind: .mouse, target: nil, emptyTime: emptyTime(barTop: surface.newBarTop(at: start)),
      in: surface)
    _ = gesture.move(to: Point(x: 200, y: 100), in: surface)
    _ = gesture.move(to: Point(x: 200, y: 190), in: surface)
    let event = try #require(gesture.draggedEvent)
    #expect(event.isNew)
    #expect(event.snappedOccurrence.days == monday.adding(days: 1)..<monday.adding(days: 3))
    _ = gesture.move(to: Point(x: 200, y: 10), in: surface)
    #expect(gesture.draggedEvent?.snappedOccurrence.days == monday..<monday.adding(days: 2))
  }

  @Test func spanIsStretchedByItsEnds() throws {
    let surface = Self.surface()
    var gesture = TimelineGesture()
    let trip = Occurrence(
      event: CalendarEvent(
        id: EventID(calendar: CalendarID("test.ics"), uid: "Trip"),
        times: EventTimes(start: .date(monday), end: .time(.date(monday.adding(days: 1))))), zone: .utc)
    let bar = BarPosition(left: 10, right: 290, top: 20)
    _ = gesture.press(
      at: Point(x: 100, y: 48), pointerKind: .mouse,
      target: PressTarget(occurrence: trip, part: .end, bar: bar), in: surface)
    _ = gesture.move(to: Point(x: 100, y: 60), in: surface)
    _ = gesture.move(to: Point(x: 100, y: 180), in: surface)
    let event = try #require(gesture.draggedEvent)
    #expect(event.snappedOccurrence.days == monday..<monday.adding(days: 3))
    #expect(event.rawTop == 20, "the other edge has moved")
    #expect(event.rawBottom == 180 - event.grabY + 30)
    // Back beyond the start, one day remains.
    _ = gesture.move(to: Point(x: 100, y: -80), in: surface)
    #expect(gesture.draggedEvent?.snappedOccurrence.days == monday..<monday.adding(days: 1))
    #expect(gesture.draggedEvent?.rawBottom == 50)
  }

  @Test func heldDayIsThatOfTheRowWhereverTheFingerSlips() {
    let surface = Self.surface()
    let event = Self.event("Second", on: monday)
    let bar = BarPosition(left: 10, right: 290, top: 50)
    let grip = surface.grip(
      on: PressTarget(occurrence: event, part: .body, bar: bar), at: Point(x: 50, y: 78))
    #expect(surface.regrabbed(grip, at: Point(x: 50, y: 83)).day == monday)
    #expect(surface.regrabbed(grip, at: Point(x: 50, y: 83)).grabY == 33)
    #expect(surface.grip(pickingUp: event, bar: bar, at: Point(x: 50, y: 180)).day == monday)
  }

  @Test func nearestDayOfAStretchIsMeant() throws {
    var surface = Self.surface()
    let stretch = monday.adding(days: -4)..<monday
    surface.sections.insert(.init(stretch, top: -30, rowsTop: 0, bottom: 0), at: 0)
    var gesture = try Self.drag(to: Point(x: 100, y: -10), in: surface)
    _ = gesture.move(to: Point(x: 100, y: -12), in: surface)
    #expect(gesture.draggedEvent?.snappedOccurrence.start.wall.day == monday.adding(days: -1))
    #expect(surface.scroll(of: Place(monday.adding(days: -2), offset: 70)) == 0)
  }

  @Test func scrollingPastAHeadingIsNoTravel() throws {
    var surface = Self.surface(scroll: 79.5)
    var gesture = TimelineGesture()
    let event = Self.event("First", on: monday.adding(days: 1))
    let bar = BarPosition(left: 10, right: 290, top: 20.5)
    _ = gesture.press(
      at: Point(x: 100, y: 40), pointerKind: .touch,
      target: PressTarget(occurrence: event, part: .body, bar: bar),
      in: surface)
    _ = gesture.longPress(in: surface)
    surface.scroll = 80.5
    _ = gesture.viewportChanged(in: surface)
    #expect(gesture.draggedEvent?.hasTraveled == false)
    surface.scroll = 120
    _ = gesture.viewportChanged(in: surface)
    #expect(gesture.draggedEvent?.hasTraveled == true)
  }
}
