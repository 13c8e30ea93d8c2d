import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// What happens by itself while an event is held at an edge.
@Suite struct EdgeDragTests {
  let standup = occurrence("9:00", "10:00")
  let tuesday = monday.adding(days: 1)

  /// Lifts the standup by touch and carries it to a height.
  func carry(toY y: Double, in driver: GestureDriver = GestureDriver()) -> GestureDriver {
    var hand = driver
    hand.press("9:20", on: standup, by: .touch)
    hand.longPress()
    hand.move(toY: (hand.pointer.y + y) / 2)
    hand.move(toY: y)
    return hand
  }

  @Test func aStretchThatCanGoNoFurtherStopsTheScrolling() {
    // Otherwise the event would be carried out of view.
    var hand = GestureDriver()
    hand.press("9:00", on: standup, part: .start)
    hand.move(toY: hand.y("9:20"))
    hand.move(toY: 715)
    hand.hold(2)
    #expect(hand.shown?.clamped == true)
    #expect(hand.shown.map { (0...hand.viewport.height).contains($0.rawTop) } == true)
    let before = hand.viewport.scroll
    hand.hold(1)
    #expect(hand.viewport.scroll == before)
    #expect(hand.violation == nil)
    // Back where the edge follows again, the other zone scrolls as ever.
    hand.move(toY: 10)
    hand.hold(1)
    #expect(hand.viewport.scroll < before - 100)
  }

  @Test func scrollByFingerLongPressAndDragToTheVeryFirstRows() {
    // The four steps of the sample that Handspan began from, which stuttered and never reached 0:00.
    var hand = GestureDriver()
    hand.press("12:00", on: standup, by: .touch)
    hand.move(by: -20)
    hand.release()
    hand.scroll(by: 120.5)
    hand.press("9:30", on: standup, by: .touch)
    hand.longPress()
    while hand.pointer.y > 30 { hand.move(by: -9) }
    var last = hand.viewport.scroll
    var stood = 0
    hand.tick()
    for _ in 0..<600 where hand.viewport.scroll > 0 {
      hand.tick()
      if hand.viewport.scroll >= last { stood += 1 }
      last = hand.viewport.scroll
    }
    #expect(hand.viewport.scroll == 0)
    #expect(stood == 0, "it scrolls in every frame")
    hand.move(toY: hand.y("0:00") + (hand.shown?.grab ?? 0))
    hand.hold(0.1)
    #expect(hand.shown?.snapped.label == "0:00–1:00")
    hand.release()
    #expect(hand.committed == ["0:00–1:00"])
    #expect(hand.violation == nil)
  }

  @Test func theEventNeverLeavesThePointerWhileScrolling() {
    for rate in [60.0, 144] {
      var hand = carry(toY: 700)
      hand.clock.rate = rate
      var labels: Set<String> = []
      for frame in 0..<Int(rate) {
        hand.tick()
        // A pointer that wiggles does not starve the scrolling.
        hand.move(by: frame.isMultiple(of: 2) ? 3 : -3)
        labels.insert(hand.shown?.snapped.label ?? "")
      }
      #expect(hand.violation == nil)
      #expect(hand.viewport.scroll > 900)
      #expect(labels.count > 5)
    }
  }

  @Test func theDropLandsAtTheScrolledTime() {
    var hand = carry(toY: 700)
    hand.hold(0.7)
    let label = hand.shown?.snapped.label
    #expect(label != nil && label != carry(toY: 700).shown?.snapped.label)
    hand.release()
    #expect(hand.committed == [label ?? ""])
  }

  @Test func outsideTheWindowItGoesOn() {
    var hand = carry(toY: 760)
    var last = hand.viewport.scroll
    hand.tick()
    for _ in 0..<30 {
      hand.tick()
      #expect(hand.viewport.scroll > last)
      last = hand.viewport.scroll
    }
  }

  @Test func nothingScrollsAfterTheDropEscapeOrFocusLoss() {
    for end: (inout GestureDriver) -> Void in [
      { $0.release() }, { $0.cancel(.escape) }, { $0.cancel(.focusLost) }, { $0.cancel(.unmapped) },
    ] {
      var hand = carry(toY: 700)
      hand.hold(0.5)
      end(&hand)
      let scroll = hand.viewport.scroll
      hand.hold(0.5)
      #expect(hand.viewport.scroll == scroll)
      // The direction is not kept for the next event.
      hand.allUp()
      hand.press("17:20", on: occurrence("17:00", "18:00"), by: .touch)
      hand.longPress()
      hand.hold(0.5)
      #expect(hand.viewport.scroll == scroll)
    }
  }

  @Test func liftingInsideTheZoneDoesNotScroll() {
    var hand = GestureDriver(top: "8:50")
    hand.press("9:20", on: standup, by: .touch)
    hand.longPress()
    let scroll = hand.viewport.scroll
    hand.hold(1)
    hand.move(by: -7)
    hand.hold(1)
    #expect(hand.viewport.scroll == scroll)
    hand.move(by: -2)
    hand.hold(0.5)
    #expect(hand.viewport.scroll < scroll)
  }

  @Test func aFlickFromTheMiddleOutOfTheWindowArms() {
    var hand = GestureDriver()
    hand.press("9:20", on: standup)
    hand.move(toY: 800)
    hand.hold(0.5)
    #expect(hand.viewport.scroll > 600)
  }

  @Test func anEventTallerThanTheViewportScrollsByThePointer() {
    var hand = GestureDriver(top: "9:00")
    hand.press("15:00", on: occurrence("2:00", "22:00"))
    hand.move(by: -40)
    let scroll = hand.viewport.scroll
    hand.hold(0.5)
    #expect(hand.viewport.scroll == scroll, "its edges are outside, the pointer is not")
  }

  // MARK: Sideways

  @Test func aDwellAtTheSidePagesAndAgainAfterALongerTime() {
    var hand = GestureDriver(width: 760, days: 7)
    hand.press("9:20", on: standup)
    hand.move(by: 0, dx: 300)
    hand.move(toY: hand.pointer.y, x: 750)
    hand.hold(0.3)
    #expect(hand.dwell.map { $0.side == .right && $0.target == monday.adding(days: 7) } == true)
    #expect(hand.pages.isEmpty)
    hand.hold(0.35)
    #expect(hand.pages == [monday.adding(days: 7)])
    hand.hold(0.95)
    #expect(hand.pages.count == 1)
    hand.hold(0.15)
    #expect(hand.pages.count == 2)
    #expect(hand.shown?.snapped.start.wall == wall("9:00", on: monday.adding(days: 20)))
    #expect(hand.violation == nil)
    hand.release()
    #expect(hand.dwell == nil)
    #expect(hand.committed == ["2026-01-25 9:00–10:00"])
  }

  @Test func eachFurtherPageTakesLongerSoThatThreeTakeMoreThanThreeSeconds() {
    var hand = GestureDriver(width: 760, days: 7)
    hand.press("9:20", on: standup)
    hand.move(by: 0, dx: 300)
    hand.move(toY: hand.pointer.y, x: 750)
    var times: [Double] = []
    let began = hand.clock.now
    for _ in 0..<600 {
      hand.tick()
      if hand.pages.count > times.count { times.append(hand.clock.now - began) }
    }
    let pauses = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(times.count >= 4 && times[2] > 3, "turned after \(times) s")
    #expect(zip(pauses.dropFirst(), pauses).prefix(2).allSatisfy { $0 > $1 + 0.1 }, "\(pauses)")
    #expect(pauses.allSatisfy { $0 < 2.1 }, "and far weeks can still be reached")
  }

  @Test func leavingTheEdgeZoneCancelsTheDwell() {
    var hand = GestureDriver(width: 760, days: 7)
    hand.press("9:20", on: standup)
    hand.move(toY: hand.pointer.y, x: 750)
    hand.hold(0.5)
    hand.move(by: 0, dx: -60)
    hand.hold(0.1)
    #expect(hand.dwell == nil)
    hand.move(by: 0, dx: 60)
    hand.hold(0.5)
    #expect(hand.pages.isEmpty)
  }

  @Test func edgeZoneNeedsTravelTowardsIt() {
    var hand = GestureDriver(width: 760, days: 7)
    hand.press(
      at: Point(x: 740, y: hand.y("9:20")), on: occurrence("9:00", "10:00", on: monday.adding(days: 6)))
    hand.move(by: 12, dx: 12)
    hand.hold(2)
    #expect(hand.pages.isEmpty)
  }

  @Test func fromRightToLeftTheLeftSideIsLater() {
    for (x, expected) in [(70.0, 7), (755, -7)] {
      var hand = GestureDriver(width: 760, days: 7, isRightToLeft: true)
      let wednesday = monday.adding(days: 2)
      hand.press("9:20", on: occurrence("9:00", "10:00", on: wednesday), day: wednesday)
      hand.move(toY: hand.pointer.y, x: x)
      hand.hold(0.65)
      #expect(hand.pages == [monday.adding(days: expected)])
    }
  }

  @Test func inDayViewTheSidesPageAMoveButNeverAStretch() {
    for (part, pages) in [(EventPart.body, [tuesday]), (.start, []), (.end, [])] {
      var hand = GestureDriver()
      hand.press("9:20", on: standup, part: part)
      hand.move(toY: hand.pointer.y, x: 415)
      hand.hold(0.65)
      #expect(hand.pages == pages)
    }
  }

  @Test func inACornerBothDirectionsAct() {
    var hand = GestureDriver(width: 760, days: 7)
    hand.press("9:20", on: standup)
    hand.move(toY: 715, x: 755)
    let scroll = hand.viewport.scroll
    hand.hold(0.65)
    #expect(hand.viewport.scroll > scroll + 300)
    #expect(hand.pages.count == 1)
    #expect(hand.violation == nil)
  }

  // MARK: The ends of the day

  @Test func atTheDaysEndItRollsOverAndGoesOn() {
    var hand = carry(toY: 710)
    hand.hold(untilScrolledTo: \.scrollMax)
    hand.hold(0.9)
    #expect(hand.pages.isEmpty)
    #expect(hand.dwell.map { $0.side == .bottom && $0.target == tuesday } == true)
    hand.hold(0.15)
    #expect(hand.pages == [tuesday])
    #expect(hand.viewport.scroll < 20, "the new day shows from its near end")
    #expect((hand.shown?.velocity ?? 0) < 300, "and from a standstill")
    let edge = hand.shown?.edgeY
    hand.hold(0.5)
    #expect(hand.viewport.scroll > 100)
    #expect(hand.shown?.edgeY == edge)
    #expect(hand.shown?.snapped.start.wall.day == tuesday)
    hand.hold(untilScrolledTo: \.scrollMax)
    hand.hold(0.9)
    #expect(hand.pages.count == 1, "the next roll needs a new dwell")
    hand.hold(0.15)
    #expect(hand.pages.count == 2)
    #expect(hand.violation == nil)
  }

  @Test func upwardsTheDayBeforeShowsFromItsEnd() {
    var hand = carry(toY: 10)
    hand.hold(untilScrolledTo: \.start)
    hand.hold(1.05)
    #expect(hand.pages == [monday.adding(days: -1)])
    #expect(hand.viewport.scroll > hand.viewport.scrollMax - 20)
    #expect(hand.violation == nil)
  }

  @Test func aStretchRollsOverTheDaysEndToo() {
    var hand = GestureDriver(top: "15:00")
    hand.press("20:00", on: occurrence("19:00", "20:00"), part: .end)
    hand.move(toY: 700)
    hand.hold(2)
    #expect(hand.pages == [tuesday])
    hand.move(toY: hand.y("1:00", on: tuesday))
    hand.release()
    #expect(hand.committed == ["19:00–1:00 (+1)"])
    #expect(hand.violation == nil)
  }

  @Test func awayFromTheEdgeNothingRolls() {
    var hand = carry(toY: 690)
    hand.hold(4)
    #expect(hand.viewport.scroll == hand.viewport.scrollMax)
    #expect(hand.pages.isEmpty, "30 px from the edge is scrolling, not rolling")
  }

  @Test func theCalendarsLastDayDoesNotRoll() {
    var hand = GestureDriver(first: .latest, top: "14:00")
    hand.press("20:30", on: occurrence("20:00", "21:00", on: .latest), day: .latest)
    hand.move(toY: 800)
    hand.hold(3)
    #expect(hand.pages.isEmpty && hand.dwell == nil)
  }
}

extension TimelineViewport {
  /// The offset of the day's start.
  fileprivate var start: Double { 0 }
}
