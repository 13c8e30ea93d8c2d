import Testing
import TimelineInteraction

/// Preparing weeks of 302 events in slices, one for each frame.
@Suite struct PageBuilderTests {
  @Test(arguments: [60.0, 144])
  func noSliceExceedsItsBudget(rate: Double) {
    var week = PageBuilderDriver(rate: rate)
    week.run(1)
    for _ in 0..<10 {
      week.flick()
      week.run(0.1)
    }
    week.run(2)
    let budget = min(Feel.buildTime, Feel.buildTimeFraction / rate)
    // The first step of each kind may exceed the budget, because its duration is not known yet.
    let longest = week.frames.map(\.spentTime).max() ?? 0
    #expect(longest <= budget + 0.000_6)
    #expect(week.frames.dropFirst(60).allSatisfy { $0.spentTime <= max(budget, 0.000_6) + 1e-9 })
    #expect(week.frames.contains { $0.spentTime > 0.8 * budget }, "the budget is hardly used")
  }

  @Test func stepLongerThanTheBudgetHasAFrameOfItsOwn() {
    var week = PageBuilderDriver(rate: 60)
    week.stepDurations[.query] = 0.004
    week.run(5)
    #expect([-1, 0, 1].allSatisfy(week.builder.isReady))
    let frames = week.frames.filter { $0.steps.contains { $0.kind == .query } }.dropFirst()
    #expect(!frames.isEmpty && frames.allSatisfy { $0.steps.count == 1 })
  }

  @Test func visibleItemsComeFirstFromTheMiddleOutward() {
    var week = PageBuilderDriver(rate: 60)
    week.run(2)
    let middle = (PageBuilderDriver.visibleRange.lowerBound + PageBuilderDriver.visibleRange.upperBound) / 2
    for kind in [PageBuilder.Step.Kind.create, .paint] {
      let steps = week.frames.flatMap(\.steps).filter { $0.page == 0 && $0.kind == kind }
      let items = steps.compactMap { step -> BlockPosition? in
        switch step {
        case .create(_, let item), .paint(_, let item): item
        default: nil
        }
      }
      #expect(items.count == 302 && Set(items).count == 302, "an event was built twice or not at all")
      #expect(items.first?.column == nil, "the all-day row was not built first")
      let extents = items.dropFirst().map { PageBuilderDriver.extent($0.index) }
      let isHidden = extents.map { !$0.overlaps(PageBuilderDriver.visibleRange) }
      #expect(isHidden == isHidden.sorted { !$0 && $1 })
      let visibleExtents = zip(extents, isHidden).filter { !$1 }.map(\.0)
      let distances = visibleExtents.map { abs(($0.lowerBound + $0.upperBound) / 2 - middle) }
      #expect(distances == distances.sorted())
    }
  }

  @Test func visiblePageIsReadyBeforeItsNeighbors() throws {
    var week = PageBuilderDriver(rate: 60)
    week.run(2)
    let steps = week.frames.flatMap(\.steps)
    let neighborPaint = try #require(
      steps.firstIndex { if case .paint(1, _) = $0 { true } else { false } }, "the next page was not painted")
    let paintSteps = steps[..<neighborPaint].filter { if case .paint(0, _) = $0 { true } else { false } }
    let drawnExtent = DrawnRegion.verticalExtent(for: PageBuilderDriver.visibleRange)
    let visibleIndices = (0..<PageBuilderDriver.eventsPerDay).filter {
      PageBuilderDriver.extent($0).overlaps(drawnExtent)
    }
    #expect(paintSteps.count == 7 * visibleIndices.count + 1, "the painted parts are not the visible ones")
  }

  @Test(arguments: [60.0, 144])
  func everyPageIsCompleteBeforeItIsShown(rate: Double) {
    var week = PageBuilderDriver(rate: rate)
    week.run(3)
    for turn in 1...8 {
      let firstFrame = week.frames.count
      week.flick()
      week.run(1.5)
      #expect(week.pager.position == PagePosition(turn))
      #expect(week.frames[firstFrame...].allSatisfy { $0.unreadyPages.isEmpty })
    }
  }

  @Test func everythingIsReadyAfterManyFlicks() {
    var week = PageBuilderDriver(rate: 60)
    for _ in 0..<10 { week.flick() }
    week.run(5)
    #expect(week.pager.position == PagePosition(10))
    #expect([9, 10, 11].allSatisfy(week.builder.isReady))
  }

  @Test func pagesInTheDirectionOfMotionArePreparedFirst() {
    var week = PageBuilderDriver(rate: 60)
    #expect(week.scene.upcomingPages == [1, -1])
    week.pager.turn(by: -1)
    week.runFrame()
    week.runFrame()
    #expect(week.scene.upcomingPages == [-2])
    week.run(1)
    #expect(week.scene.upcomingPages == [-2, 0])
  }

  @Test func noPageIsPreparedUnderAFingerAtRest() {
    var week = PageBuilderDriver(rate: 60)
    week.run(0.5)
    week.pager.press(atX: 900, time: week.now, width: 1_100)
    #expect(week.scene.upcomingPages.isEmpty)
    week.pager.drag(toX: 800, time: week.now + 0.1)
    week.runFrame()
    #expect(week.scene.upcomingPages == [2], "a page other than the one ahead is prepared")
  }

  @Test(arguments: [(rate: 60, late: 0.02, busy: 0), (rate: 144, late: 0, busy: 0.002)])
  func lateOrBusyFrameSkipsPreparationOnce(rate: Double, late: Double, busy: Double) {
    var week = PageBuilderDriver(rate: rate)
    week.run(0.2)
    week.runFrame(late: late, busy: busy)
    #expect(week.frames.last?.steps.isEmpty == true)
    week.runFrame(late: late, busy: busy)
    #expect(week.frames.last?.steps.isEmpty == false, "no page is prepared if every frame is late")
    #expect(busy == 0 || week.frames.last?.steps.count == 1)
  }

  @Test func otherWorkReducesTheBudgetOfAFrame() {
    var week = PageBuilderDriver(rate: 144)
    week.run(0.2)
    week.runFrame(busy: 0.000_3)
    #expect(week.frames.last?.steps.isEmpty == false)
    #expect((week.frames.last?.spentTime ?? 1) <= Feel.buildTimeFraction / 144 - 0.000_3 + 1e-9)
  }

  @Test func skippedFrameDoesNotMakeTheNextOneLate() {
    var budget = FrameBudget()
    budget.begin(frameTime: 1, interval: 0.007, from: 1, now: 1)
    budget.skip(frameTime: 1.007)
    #expect(!budget.allows(.paint, at: 1.007))
    budget.begin(frameTime: 1.014, interval: 0.007, from: 1.014, now: 1.014)
    #expect(budget.allows(.paint, at: 1.014))
  }

  @Test func invalidatedPageIsBuiltAgain() {
    var week = PageBuilderDriver(rate: 60)
    week.run(3)
    #expect(week.builder.isReady(1))
    week.builder.invalidate(1)
    #expect(!week.builder.isLaidOut(1) && week.builder.nextStep(in: week.scene) == .query(page: 1))
    week.run(2)
    #expect(week.builder.isReady(1))
    week.builder.forget(1)
    #expect(week.builder.nextStep(in: week.scene) == .begin(page: 1))
  }

  @Test func pageWhoseEventsAreUnchangedStaysReady() {
    var week = PageBuilderDriver(rate: 60)
    week.run(3)
    week.builder.invalidate(1)
    #expect(week.builder.nextStep(in: week.scene) == .query(page: 1))
    week.builder.markUnchanged(1)
    #expect(week.builder.isReady(1) && week.builder.nextStep(in: week.scene)?.page != 1)
  }

  @Test func onlyTheChangedColumnIsBuiltAgain() {
    var week = PageBuilderDriver(rate: 60)
    week.run(3)
    week.builder.invalidate(0)
    week.builder.queried(0, barCount: 1, columnCount: 7)
    for column in 0..<7 {
      week.builder.laidOut(
        0, (0..<PageBuilderDriver.eventsPerDay).map(PageBuilderDriver.extent), isUnchanged: column != 2)
    }
    let frameCountBefore = week.frames.count
    week.run(2)
    #expect(week.builder.isReady(0))
    for step in week.frames[frameCountBefore...].flatMap(\.steps) where step.page == 0 {
      switch step {
      case .create(0, let item), .paint(0, let item): #expect(item.column == 2 || item.column == nil)
      case .combine(0, let column): #expect(column == 2)
      default: Issue.record("\(step) was not needed")
      }
    }
  }

  @Test func moreIsBuiltInAFrameIfNothingMoves() {
    var budget = FrameBudget()
    budget.begin(frameTime: 1, interval: 1.0 / 60, from: 1, now: 1)
    budget.record(.paint, from: 1, to: 1.001)
    #expect(!budget.allows(.paint, at: 1.001))
    budget.begin(frameTime: 1.016, interval: 1.0 / 60, from: 1.016, now: 1.016, isAtRest: true)
    budget.record(.paint, from: 1.016, to: 1.017)
    #expect(budget.allows(.paint, at: 1.017))
    #expect(!budget.allows(.paint, at: 1.016 + Feel.idleBuildTime))
  }

  @Test func reloadedPageIsBuiltForAtMostThreeMillisecondsPerFrame() {
    var budget = FrameBudget()
    budget.begin(frameTime: 1, interval: 1.0 / 60, from: 1, now: 1, isAtRest: true, isReloading: true)
    budget.record(.paint, from: 1, to: 1.0005)
    #expect(budget.allows(.paint, at: 1.001))
    #expect(!budget.allows(.paint, at: 1.0025))
  }

  @Test func movedEventsAreRepaintedButNotRebuilt() {
    var week = PageBuilderDriver(rate: 60)
    week.run(3)
    let extents = (0..<7).map { _ in (0..<PageBuilderDriver.eventsPerDay).map(PageBuilderDriver.extent) }
    week.builder.layoutChanged(of: 1, to: extents)
    #expect(week.builder.isFullyCreated(1) && !week.builder.isReady(1))
    let frameCountBefore = week.frames.count
    week.run(2)
    #expect(week.builder.isReady(1))
    #expect(
      week.frames[frameCountBefore...].flatMap(\.steps).allSatisfy {
        $0.kind == .paint || $0.kind == .combine
      })
  }
}
