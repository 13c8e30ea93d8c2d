import CalendarModel
import InteractionTestSupport
import TestExtent
import Testing
import TimelineInteraction

/// Random input from all devices in any order: nothing gets stuck, and each lift and each new event ends exactly once.
/// `StateDriver` checks this after every step.
@Suite struct StatePropertyTests {
  private static let inputCount = TestExtent.number("INPUTS") ?? TestExtent.count(200_000)
  private static let batchCount = 4
  private static let events = [
    occurrence("9:00", "10:00"), occurrence("9:07", "9:57", title: "off the grid"),
    occurrence("14:00", "14:15", title: "short"), occurrence("2:00", "22:00", title: "long"),
    occurrence("22:30", "26:00", title: "late"), occurrence("12:00", "12:00", title: "none"),
    dailyOccurrence("16:00", "17:00"),
    dailyOccurrence("18:00", "19:00", title: "override", isOverride: true),
    occurrence("11:00", "12:00", on: monday.adding(days: 1), title: "tomorrow"),
  ]

  private struct RandomWalk {
    var random: SeededRandom
    var timeline: StateDriver
    var time = 0.0
    var inputKinds: Set<Int> = []
    var interactionNames: Set<String> = []

    init(seed: UInt64) {
      random = SeededRandom(seed: seed)
      timeline = StateDriver(
        StatePropertyTests.events, days: seed.isMultiple(of: 2) ? 1 : 7, isRightToLeft: seed.isMultiple(of: 3)
      )
    }

    mutating func point() -> Point {
      let viewport = timeline.scene.viewport
      return Point(
        x: random.between(-20, viewport.width + 20), y: random.between(-40, viewport.height + 40))
    }

    mutating func event() -> Occurrence {
      StatePropertyTests.events[random.below(StatePropertyTests.events.count)]
    }

    mutating func target(_ event: Occurrence? = nil) -> TimelineInput.EventTarget {
      TimelineInput.EventTarget(
        event ?? self.event(), refusal: random.below(8) == 0 ? .readOnly : nil, time: time)
    }

    mutating func press() -> TimelineInput {
      let (point, kind) = (point(), random.below(2) == 0 ? PointerKind.mouse : .touch)
      let target = timeline.state.target(at: point, by: kind, in: timeline.scene)
      let pressedEmptyTime = target == nil && random.below(8) > 0 ? emptyTime() : nil
      return .press(
        .init(
          at: point, by: kind, time: time, on: target, emptyTime: pressedEmptyTime,
          togglesSelection: kind == .mouse && random.below(3) == 0))
    }

    mutating func touch() -> TimelineInput {
      let finger = random.below(3)
      switch random.below(8) {
      case 0, 1: return .touch(.began(finger, at: point(), time: time))
      case 2..<6: return .touch(.moved(finger, to: point(), time: time))
      case 6: return .touch(.ended(finger, time: time))
      default: return .touch(.canceled(finger))
      }
    }

    mutating func key() -> TimelineInput {
      let names = TimelineKey.Name.allCases
      let key = TimelineKey(
        names[random.below(names.count)], [[], .shift, .control, [.control, .shift], .alt][random.below(5)])
      let focusedEvent = timeline.scene.occurrences.first { $0.id == timeline.state.focus }
      let target = focusedEvent ?? timeline.state.interaction.keyboardMove?.occurrence
      return .key(
        .init(
          key, for: target.map { .init($0, time: time) },
          eventWithOpenDetails: random.below(8) == 0 ? timeline.state.focus : nil, time: time))
    }

    mutating func pinch() -> TimelineInput {
      switch random.below(4) {
      case 0: .pinch(.began(centerY: 300))
      case 1, 2: .pinch(.changed(factor: random.between(0.5, 2), centerY: 300))
      default: .pinch(.ended)
      }
    }

    /// Returns a random input that may answer the question about the scope of a change, and randomly chooses
    /// which scopes are impossible in the next question.
    mutating func scopeInput() -> TimelineInput {
      let scope = EventEdit.Scope.allCases[random.below(3)]
      timeline.impossibleScopes = random.below(3) == 0 ? [scope: "impossible"] : [:]
      if random.below(20) == 0 {
        for scope in EventEdit.Scope.allCases { timeline.impossibleScopes[scope] = "impossible" }
      }
      switch random.below(6) {
      case 0, 1: return .scopeFocused(scope)
      case 2: return .scopeChosen(scope)
      case 3: return .cut(target(dailyOccurrence("16:00", "17:00")))
      case 4: return .delete(target(dailyOccurrence("16:00", "17:00")))
      default:
        guard random.below(2) == 0, let question = timeline.question else { return .putBack }
        return .scopeChoices(
          random.below(4) == 0 ? [] : timeline.choices(for: question), for: question.occurrence)
      }
    }

    /// Returns a random command for all selected events, or a report that some of them have changed or disappeared.
    mutating func selectionInput() -> TimelineInput {
      switch random.below(7) {
      case 0: return .selection(.cancel(isAnnounced: random.below(2) == 0))
      case 1: return .selection([.cut, .delete][random.below(2)])
      case 2: return .selection(.copy)
      case 3: return .selection(.set([.color(nil)]))
      default:
        var currentMembers: [Occurrence.ID: EventSelection.Member] = [:]
        for member in timeline.state.selection.members where random.below(6) > 0 {
          currentMembers[member.id] = .init(
            member.occurrence, refusal: random.below(6) == 0 ? .readOnly : nil)
        }
        return .selectionRefreshed(currentMembers)
      }
    }

    static let kindCount = 33

    /// Returns a random input of the given kind, a number from 0 to 32.
    mutating func input(_ kind: Int) -> TimelineInput {
      switch kind {
      case 0: return press()
      case 1:
        let destination = point()
        return .move(
          to: destination, widgetPoint: random.below(8) == 0 ? nil : destination,
          isFineSnapping: random.below(10) == 0,
          time: time)
      case 2: return .longPress
      case 3: return .release(time: time)
      case 4: return .pressCanceled
      case 5: return touch()
      case 6: return .allReleased
      case 7: return .fingersLost
      case 8: return .hover(random.below(6) == 0 ? nil : point())
      case 9: return pinch()
      case 10: return key()
      case 11: return .windowKey
      case 12: return .escape
      case 13: return .fineSnapping(random.below(2) == 0)
      case 14:
        return .action(EventAction.allCases[random.below(EventAction.allCases.count)], target())
      case 15: return .focused(event().id, isIncidental: random.below(4) == 0)
      case 16: return .focusMovedAway
      case 17: return .focus(random.below(4) == 0 ? nil : event().id, scrolls: true)
      case 18: return .focusNear(random.between(0, 1000), on: timeline.scene.selectedDay)
      case 19: return .select(random.below(3) == 0 ? nil : event().id)
      case 20: return .typed("Tea")
      case 21: return .namingFinished(random.below(2) == 0 ? .enter : .tab)
      case 22: return random.below(2) == 0 ? .namingCanceled : .calendarChosen(event())
      case 23: return .willStart(random.below(2) == 0 ? .press : .command)
      case 24: return .newEvent(event())
      case 25: return .create(random.below(8) == 0 ? EmptyTime(for: nil) : emptyTime(), at: point())
      case 26:
        return random.below(3) == 0 ? .delete(target()) : .moveWithPointer(target(), bar: nil, at: point())
      case 27: return .pagesTurned(isShown: random.below(2) == 0)
      case 28:
        return random.below(2) == 0
          ? .editedEventRemoved : .interrupted(random.below(2) == 0 ? .focusLost : .unmapped)
      case 29: return random.below(2) == 0 ? .layoutChanged : .time(time)
      case 31: return scopeInput()
      case 32: return selectionInput()
      default: return random.below(2) == 0 ? .painted : .frame(time: timeline.clock.nextFrame())
      }
    }

    /// Sends a random input; kinds that are frequent in practice are more likely.
    mutating func step() {
      time += random.between(0, 0.2)
      let frequentKinds = [0, 1, 1, 1, 1, 2, 3, 5, 8, 10, 10, 30, 30, 30, 31]
      let kind =
        random.below(3) > 0
        ? frequentKinds[random.below(frequentKinds.count)] : random.below(RandomWalk.kindCount)
      inputKinds.insert(kind)
      timeline.send(input(kind))
      interactionNames.insert(timeline.state.interaction.name)
    }

    /// Sends every input that ends something, after which nothing should be in progress.
    mutating func endAll() {
      for input in [
        TimelineInput.escape, .pressCanceled, .release(time: time), .fingersLost, .time(.infinity),
      ] {
        timeline.send(input)
      }
      timeline.pressKey(.escape)
    }
  }

  @Test(arguments: 0..<batchCount)
  func interactionsNeverGetStuckAfterRandomInput(batch: Int) {
    var (inputKinds, interactionNames): (Set<Int>, Set<String>) = ([], [])
    var (liftCount, namingCount, editCount) = (0, 0, 0)
    let walkCount = 16
    for seed in 0..<walkCount {
      var walk = RandomWalk(seed: UInt64(batch * walkCount + seed))
      for step in 1...StatePropertyTests.inputCount / StatePropertyTests.batchCount / walkCount {
        walk.step()
        if step.isMultiple(of: 40) {
          walk.endAll()
          #expect(walk.timeline.state.interaction.isIdle && walk.timeline.liftedOccurrence == nil)
          #expect(walk.timeline.naming == nil)
        }
        if let violation = walk.timeline.violation {
          Issue.record("batch \(batch), seed \(seed), step \(step): \(violation)")
          return
        }
      }
      inputKinds.formUnion(walk.inputKinds)
      interactionNames.formUnion(walk.interactionNames)
      liftCount += walk.timeline.liftCount
      namingCount += walk.timeline.namingCount
      editCount += walk.timeline.edits.count
    }
    // Without full coverage, the test would prove nothing.
    #expect(inputKinds.count == RandomWalk.kindCount && interactionNames.count == 10)
    let minimum = min(300, 300 * Self.inputCount / 200_000)
    #expect(liftCount > minimum && namingCount > minimum && editCount > minimum)
  }
}

extension Interaction {
  fileprivate var name: String {
    switch self {
    case .idle: "idle"
    case .pressing: "pressing"
    case .dragging: "dragging"
    case .followingPointer: "following pointer"
    case .ignoring: "ignoring"
    case .pinching: "pinching"
    case .keyboardMove: "keyboard move"
    case .keyboardStep: "keyboard step"
    case .naming: "naming"
    case .choosingScope: "choosing scope"
    }
  }
}
