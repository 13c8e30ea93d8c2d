import CalendarModel
import TimelineInteraction

/// The complete state of a timeline without widgets. Like a host, it performs the effects and then sends the inputs
/// that result from them. It also checks that each lift and each new event ends exactly once.
package struct StateDriver: Sendable {
  package private(set) var state = TimelineState()
  /// The scene in which the state handles inputs.
  package var scene: TimelineScene
  package private(set) var pager = Pager(page: 0, in: -1000...1000)
  package var clock = ManualClock()
  /// The effects of the last input and of the inputs that it caused.
  package private(set) var effects: [TimelineEffect] = []
  /// Whether the last input was handled, and whether it claimed the pointer's event sequence.
  package private(set) var (isHandled, isClaimed) = (false, false)
  /// The edits that the data source received.
  package private(set) var edits: [EventEdit] = []
  /// What happened over the sidebar, in order.
  package private(set) var sidebarEffects: [SidebarEffect] = []
  /// The group edits that the data source received, with their scopes.
  package private(set) var groupEdits: [(edit: GroupEdit, scope: EventEdit.Scope)] = []
  /// The group edits that delete cut events, with their scopes.
  package private(set) var groupCuts: [(edit: GroupEdit, scope: EventEdit.Scope)] = []
  /// The selection that is shown, and what was announced about it.
  package private(set) var shownSelection = EventSelection()
  package private(set) var selectionChanges: [SelectionChange] = []
  package private(set) var liftedOccurrence: Occurrence?
  /// The new event whose title field is shown.
  package private(set) var naming: Naming?
  /// The number of lifts and the number of new events so far.
  package private(set) var (liftCount, namingCount) = (0, 0)
  /// The question about the scope of a change, if one is shown.
  package private(set) var question: ScopeQuestion?
  /// The answers to such questions, in order.
  package private(set) var answers: [ScopeAnswer] = []
  /// The scopes that are not possible, with the reason for each.
  package var impossibleScopes: [EventEdit.Scope: String] = [:]
  /// A description of the last violated invariant; nil if there was none.
  package private(set) var violation: String?
  private var queuedInputs: [TimelineInput] = []

  /// Creates a timeline that shows Monday from 6:00 on, with the given events.
  package init(_ occurrences: [Occurrence] = [], days: Int = 1, isRightToLeft: Bool = false) {
    let driver = GestureDriver(
      width: days == 1 ? 420 : 900, days: days, isRightToLeft: isRightToLeft)
    scene = TimelineScene(driver.viewport)
    setOccurrences(occurrences)
  }

  /// Replaces the events of the scene.
  package mutating func setOccurrences(_ occurrences: [Occurrence]) {
    let viewport = scene.viewport
    let days = (0..<viewport.columns.count).map { viewport.columns.firstDay.adding(days: $0) }
    scene.occurrences = occurrences.filter { event in days.contains { event.days.contains($0) } }
    scene.viewport.blocks = days.map { day in
      BlockFrame.frames(
        of: scene.occurrences, on: day, axis: viewport.axis,
        columns: viewport.columns.with(left: 0), minimumHeight: 18, scale: 1)
    }
  }

  /// The point in the viewport at a time on a day.
  package func point(_ time: String, on day: Day = monday) -> Point {
    let column = scene.viewport.columns.extent(of: day)
    return Point(
      x: column.left + column.width / 2,
      y: scene.viewport.y(ofSecond: Double(wall(time, on: day).seconds(since: WallTime(day)))))
  }

  /// Sends an input and performs everything that follows from it.
  package mutating func send(_ input: TimelineInput) {
    effects = []
    queuedInputs = [input]
    var isFirst = true
    while !queuedInputs.isEmpty {
      let input = queuedInputs.removeFirst()
      let response = state.handle(input, in: scene)
      if isFirst { (isHandled, isClaimed) = (response.isHandled, response.isClaimed) }
      isFirst = false
      effects += response.effects
      for effect in response.effects { perform(effect) }
      checkInvariants(after: input)
    }
  }

  /// Presses at a time on a day, on the event at that time if there is one. `moment` is the time of the press in
  /// seconds.
  package mutating func press(
    _ time: String, on day: Day = monday, by pointer: PointerKind = .mouse, at moment: Double = 0,
    openDetails: Occurrence.ID? = nil, isControlHeld: Bool = false
  ) {
    let point = point(time, on: day)
    let target = state.target(at: point, by: pointer, in: scene)
    send(
      .press(
        .init(
          at: point, by: pointer, time: moment, on: target, emptyTime: target == nil ? emptyTime() : nil,
          eventWithOpenDetails: openDetails, togglesSelection: isControlHeld)))
  }

  /// Clicks with Ctrl.
  package mutating func controlClick(_ time: String, on day: Day = monday) {
    press(time, on: day, isControlHeld: true)
    send(.release(time: 0))
  }

  /// Taps with a finger.
  package mutating func tap(_ time: String, on day: Day = monday) {
    press(time, on: day, by: .touch)
    send(.release(time: 0))
  }

  package mutating func move(to point: Point, time: Double = 0) {
    send(.move(to: point, widgetPoint: point, isFineSnapping: false, time: time))
  }

  package mutating func click(_ time: String, at moment: Double, openDetails: Occurrence.ID? = nil) {
    press(time, at: moment, openDetails: openDetails)
    send(.release(time: moment))
  }

  /// Presses a key for the focused event.
  package mutating func pressKey(
    _ name: TimelineKey.Name, _ modifiers: TimelineKey.Modifiers = [], openDetails: Occurrence.ID? = nil,
    time: Double = 0
  ) {
    let target =
      scene.occurrences.first { $0.id == state.focus } ?? state.interaction.keyboardMove?.occurrence
    send(
      .key(
        .init(
          TimelineKey(name, modifiers), for: target.map { .init($0) }, eventWithOpenDetails: openDetails,
          time: time)))
  }

  private mutating func perform(_ effect: TimelineEffect) {
    switch effect {
    case .lift(let method):
      if liftedOccurrence != nil { violation = "lifted twice" }
      (liftedOccurrence, liftCount) = (method.occurrence, liftCount + 1)
    case .endLift(let outcome):
      if liftedOccurrence == nil { violation = "dropped twice" }
      liftedOccurrence = nil
      endLift(outcome)
    case .beginNaming(let newNaming):
      if naming != nil { violation = "two new events at once" }
      (naming, namingCount) = (newNaming, namingCount + 1)
    case .updateNaming(let newNaming): naming = newNaming
    case .endNaming(let endedNaming, let isKept, _):
      if naming == nil { violation = "a new event ended twice" }
      naming = nil
      if isKept { edits.append(.add(endedNaming.titledEvent)) }
    case .saveSteps(let change, let occurrence): edits.append(occurrence.edit(change))
    case .moveToDay(let change, let occurrence): edits.append(occurrence.edit(change))
    case .moveSelectedToDay(let group, _): groupEdits.append((group, .thisOccurrence))
    case .apply(let edit): edits.append(edit)
    case .applyToSelected(let group, let scope): groupEdits.append((group, scope))
    case .cutSelected(let group, let scope): groupCuts.append((group, scope))
    case .saveStepsForSelected(let group, _): groupEdits.append((group, .thisOccurrence))
    case .showSelection(let selection, let change):
      shownSelection = selection
      selectionChanges.append(change)
    case .askScope(let question):
      queuedInputs.append(.scopeChoices(choices(for: question), for: question.occurrence))
    case .showScopeQuestion(let newQuestion): question = newQuestion
    case .endScopeQuestion(_, let answer):
      let group = question?.group
      question = nil
      answers.append(answer)
      if case .chosen(let edit) = answer {
        if let group { groupEdits.append((group, edit.scope)) } else { edits.append(edit) }
      }
      if case .putBack(let place) = answer { jump(to: place) }
    case .previewScope: question = state.interaction.scopeQuestion
    case .undoSteps(let place): jump(to: place)
    case .turn(let place): jump(to: place)
    case .scroll(let place):
      scene.viewport.scroll = min(max(0, place.offset), scene.viewport.scrollMax)
      queuedInputs.append(.layoutChanged)
    case .focus(let id, _):
      // A widget that receives the focus reports it, just as when the user moves the focus.
      if scene.occurrences.contains(where: { $0.id == id }) {
        queuedInputs.append(.focused(id, isIncidental: false))
      }
    case .moveFocus(let days, let nearY):
      let nextDay = scene.selectedDay.adding(days: days)
      if !(0..<scene.viewport.columns.count).contains(nextDay.days(since: scene.viewport.columns.firstDay)) {
        jump(to: Place(nextDay, offset: scene.viewport.scroll))
      }
      scene.selectedDay = nextDay
      queuedInputs.append(.focusNear(nearY, on: nextDay))
    case .moveWithPointer(let occurrence):
      queuedInputs.append(
        .moveWithPointer(.init(occurrence), bar: nil, at: point("9:00", on: scene.viewport.columns.firstDay)))
    case .paging(let input):
      pager.handle(input, width: scene.viewport.width)
      scene.isTurning = pager.isMoving
    case .zoom(let axis, let scroll):
      scene.viewport.axis = axis
      scene.viewport.scrollMax = axis.scrollMax(viewportHeight: scene.viewport.height)
      scene.viewport.scroll = scroll
      queuedInputs.append(.layoutChanged)
    case .lastFingerLifted: queuedInputs.append(.allReleased)
    case .sidebar(let effect):
      sidebarEffects.append(effect)
      if case .showDay(let day) = effect { jump(to: Place(day, offset: scene.viewport.scroll)) }
    case .showDragged, .showStep, .repositionKeyboardMove, .discardSteps, .dwell, .wait, .focusDay,
      .reachedEnd, .refreshMarks, .closeDetails, .showDetails, .openMenu, .edit, .clipboard, .refuse,
      .explain, .askForDate, .askForCalendar, .copySelected, .askForCalendarOfSelected, .export:
      break
    }
  }

  private mutating func endLift(_ outcome: DragOutcome) {
    switch outcome {
    case .changed(let change, let occurrence): edits.append(occurrence.edit(change))
    case .changedSelected(let group, _): groupEdits.append((group, .thisOccurrence))
    case .returned(_, let place), .notCreated(_, let place): jump(to: place)
    case .unchanged, .created, .needsScope, .droppedOnSidebar: break
    }
  }

  /// Returns what a change would do with each scope. The source has no series, so each choice replaces nothing.
  package func choices(for question: ScopeQuestion) -> [ScopeChoice] {
    EventEdit.Scope.allCases.map { scope in
      let edit = question.occurrence.edit(question.change, scope: scope)
      guard let reason = impossibleScopes[scope] else {
        return ScopeChoice(
          edit: edit, outcome: .success(EventReplacement(before: [], after: [])), text: "\(scope)")
      }
      return ScopeChoice(
        edit: edit, outcome: .failure(.refused(.series(SeriesRefusal(.weekdayTaken)))), text: reason)
    }
  }

  private mutating func jump(to place: Place) {
    scene.viewport.columns = scene.viewport.columns.with(firstDay: place.day)
    scene.viewport.scroll = min(place.offset, scene.viewport.scrollMax)
    scene.selectedDay = place.day
    queuedInputs.append(.layoutChanged)
  }

  private mutating func checkInvariants(after input: TimelineInput) {
    if liftedOccurrence?.id != state.interaction.liftedOccurrence?.id {
      violation = "the lifted event is not shown, after \(input)"
    }
    if naming != nil,
      state.interaction.naming == nil || naming?.occurrence != state.interaction.naming?.occurrence
    {
      violation = "a title field is shown without its event, after \(input)"
    }
    if question != state.interaction.scopeQuestion, queuedInputs.isEmpty {
      violation = "the shown question is not the one that awaits an answer, after \(input)"
    }
    if shownSelection != state.selection, queuedInputs.isEmpty {
      violation = "the selection is not the one that is shown, after \(input)"
    }
    if naming == nil, state.interaction.naming != nil {
      violation = "a new event has no title field, after \(input)"
    }
  }
}

extension TimelineScene {
  /// The surface of a scene that shows hours.
  package var viewport: HoursSurface {
    get {
      guard let surface = surface as? HoursSurface else { preconditionFailure("the scene shows no hours") }
      return surface
    }
    set { surface = newValue }
  }
}
