import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

@Suite struct HitTestTests {
  let axis = DayAxis(pixelsPerHour: 80)
  let first = occurrence("9:00", "10:00", title: "first")
  let second = occurrence("10:00", "11:00", title: "second")
  let short = occurrence("14:00", "14:15", title: "short")

  func hitTest(_ events: [Occurrence], selected: Occurrence? = nil, width: Double = 300, day: Day = monday)
    -> HitTest
  {
    HitTest(
      blocks: BlockFrame.frames(
        of: events, on: day, axis: axis,
        columns: DayColumns(firstDay: day, count: 1, left: 0, width: width), minimumHeight: 18, scale: 1),
      selectedID: selected?.id)
  }

  /// The part that is hit, as text such as `first.end`.
  func hit(_ blocks: HitTest, _ time: String, offset: Double = 0, x: Double = 150, by pointer: PointerKind)
    -> String
  {
    let y = axis.y(ofSecond: Double(wall(time).seconds(since: WallTime(monday)))) + offset
    guard let hit = blocks.hit(at: Point(x: x, y: y), by: pointer) else { return "nothing" }
    return "\(hit.id.event.uid).\(hit.part)\(hit.isHandle ? " by its handle" : "")"
  }

  @Test func oneHourEventHasTwoEdgesAndABody() {
    let blocks = hitTest([first])
    for (offset, part) in [
      (0.0, "start"), (11, "start"), (13, "body"), (67, "body"), (69, "end"), (79, "end"),
    ] {
      #expect(hit(blocks, "9:00", offset: offset, by: .mouse) == "first.\(part)")
    }
    for (offset, part) in [
      (0.0, "start"), (21, "start"), (23, "body"), (57, "body"), (59, "end"), (79, "end"),
    ] {
      #expect(hit(blocks, "9:00", offset: offset, by: .touch) == "first.\(part)")
    }
  }

  @Test func adjacentEventsAreHitOnTheirOwnSideOfTheBorder() {
    let blocks = hitTest([first, second])
    for pointer in [PointerKind.mouse, .touch] {
      #expect(hit(blocks, "10:00", offset: -3, by: pointer) == "first.end")
      #expect(hit(blocks, "10:00", offset: 3, by: pointer) == "second.start")
      #expect(hit(blocks, "10:00", by: pointer) == "second.start")
    }
  }

  @Test func shortEventHasEdgesForAMouseOnly() {
    let blocks = hitTest([short])
    #expect(hit(blocks, "14:00", offset: 2, by: .mouse) == "short.start")
    #expect(hit(blocks, "14:00", offset: 10, by: .mouse) == "short.body")
    #expect(hit(blocks, "14:00", offset: 18, by: .mouse) == "short.end")
    for offset in stride(from: 0.0, to: 20, by: 1) {
      #expect(hit(blocks, "14:00", offset: offset, by: .touch) == "short.body")
    }
  }

  @Test func everyBlockHasABodyOfAtLeastEightPixels() {
    for minutes in stride(from: 15, through: 240, by: 15) {
      let event = occurrence("8:00", "\(8 + minutes / 60):\(minutes % 60)", title: "event")
      let blocks = hitTest([event])
      for pointer in [PointerKind.mouse, .touch] {
        let height = Double(minutes) / 60 * 80
        let body = stride(from: 0.0, to: height, by: 0.25).filter {
          hit(blocks, "8:00", offset: $0, by: pointer) == "event.body"
        }
        #expect(Double(body.count) * 0.25 >= min(8, height) - 0.5)
      }
    }
  }

  @Test func mouseHitsABlockFromSixPixelsOutsideButAFingerDoesNot() {
    let blocks = hitTest([short])
    #expect(hit(blocks, "14:00", offset: -6, by: .mouse) == "short.start")
    #expect(hit(blocks, "14:00", offset: -7, by: .mouse) == "nothing")
    #expect(hit(blocks, "14:15", offset: 6, by: .mouse) == "short.end")
    #expect(hit(blocks, "14:15", offset: 7, by: .mouse) == "nothing")
    #expect(hit(blocks, "14:00", offset: -3, by: .touch) == "nothing")
  }

  @Test func handlesOfASelectedBlockHavePriorityOverNeighbors() {
    let neighbor = occurrence("14:15", "15:15", title: "neighbor")
    let blocks = hitTest([short, neighbor], selected: short)
    #expect(hit(blocks, "14:15", offset: 20, x: 12, by: .touch) == "short.end by its handle")
    #expect(hit(blocks, "14:00", offset: -20, x: 288, by: .touch) == "short.start by its handle")
    #expect(hit(blocks, "14:00", offset: 10, x: 150, by: .touch) == "short.body")
    #expect(hit(blocks, "14:15", offset: 11, x: 12, by: .mouse) == "short.end by its handle")
    #expect(hit(blocks, "14:15", offset: 14, x: 12, by: .mouse) == "neighbor.body")
  }

  @Test func narrowSelectedBlockCanBeMoved() {
    let blocks = hitTest([short], selected: short, width: 42)
    #expect(hit(blocks, "14:00", offset: 10, x: 21, by: .touch) == "short.body")
    #expect(hit(blocks, "14:15", x: 4, by: .touch) == "short.end by its handle")
  }

  @Test func blockHasNoEdgeWhereItContinuesOnAnotherDay() {
    let night = occurrence("23:00", "25:00", title: "night")
    let mondayBlocks = hitTest([night], selected: night)
    #expect(hit(mondayBlocks, "23:59", x: 150, by: .mouse) == "night.body")
    #expect(hit(mondayBlocks, "24:00", offset: 3, x: 12, by: .mouse) == "nothing")
    #expect(hit(mondayBlocks, "23:00", offset: 3, by: .mouse) == "night.start")
    let tuesdayBlocks = hitTest([night], day: monday.adding(days: 1))
    #expect(hit(tuesdayBlocks, "0:00", offset: 3, by: .mouse) == "night.body")
    #expect(hit(tuesdayBlocks, "1:00", offset: -3, by: .mouse) == "night.end")
  }

  @Test func overlappingEventsAreHitInTheirOwnColumns() {
    let blocks = hitTest([first, occurrence("9:30", "10:30", title: "other")])
    #expect(hit(blocks, "9:45", x: 20, by: .mouse) == "first.body")
    #expect(hit(blocks, "9:45", x: 280, by: .mouse) == "other.body")
  }

  @Test func shortBlockHasATargetOf24Px() {
    // A quarter of an hour is 20 px tall here.
    let blocks = hitTest([short])
    for pointer in [PointerKind.mouse, .touch] {
      #expect(hit(blocks, "14:00", offset: -2, by: pointer).hasPrefix("short"))
      #expect(hit(blocks, "14:15", offset: 1.5, by: pointer).hasPrefix("short"))
    }
    #expect(hit(blocks, "14:00", offset: -2.5, by: .touch) == "nothing")
    #expect(hit(blocks, "14:15", offset: 2.5, by: .touch) == "nothing")
    #expect(
      hit(hitTest([first]), "9:00", offset: -1, by: .touch) == "nothing",
      "the target of a tall block is larger than the block")
  }

  @Test func targetOfAShortBlockDoesNotCoverItsNeighbor() {
    let next = occurrence("14:15", "14:30", title: "next")
    let blocks = hitTest([short, next])
    #expect(hit(blocks, "14:15", offset: -0.5, by: .touch) == "short.body")
    #expect(hit(blocks, "14:15", offset: 0.5, by: .touch) == "next.body")
  }
}
