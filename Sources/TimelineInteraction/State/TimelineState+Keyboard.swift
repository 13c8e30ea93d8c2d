import CalendarModel

// Keys and the actions of assistive technology: all that a pointer can do.
extension TimelineState {
  /// Returns whether the key was of use.
  mutating func key(
    _ press: TimelineInput.KeyPress, in scene: TimelineScene, _ response: inout Response
  ) -> Bool {
    switch interaction {
    case .naming: return false
    case .carrying:
      guard press.key.name == .enter else { return false }
      useGesture(in: scene, &response) { $0.release(in: scene.viewport) }
      return true
    case .dragging: return false
    case .keyboardMove: return keyOnLifted(press, in: scene, &response)
    case .idle, .pressing, .ignoring, .pinching, .keyboardStep: return keyAtRest(press, in: scene, &response)
    }
  }

  private mutating func keyOnLifted(
    _ press: TimelineInput.KeyPress, in scene: TimelineScene, _ response: inout Response
  ) -> Bool {
    switch press.key.name {
    case .space, .enter:
      useKeys(in: scene, &response) { $0.drop() }
      return true
    case .escape: return leaveSelection(press, &response)
    case .menu: return openMenu(in: scene, &response)
    case .f10 where press.key.modifiers == .shift: return openMenu(in: scene, &response)
    case .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .delete, .f2, .f10, .e:
      return makeStep(press, isLifted: true, in: scene, &response)
    }
  }

  private mutating func keyAtRest(
    _ press: TimelineInput.KeyPress, in scene: TimelineScene, _ response: inout Response
  ) -> Bool {
    let (name, modifiers) = (press.key.name, press.key.modifiers)
    switch name {
    case .escape: return leaveSelection(press, &response)
    case .space:
      guard let subject = press.subject else { return false }
      liftByKeys(subject, in: scene, &response)
      return true
    case .enter:
      // Once more on what is open: from the details on to the editor.
      if let open = press.details, open == focus { return editSubject(press, in: scene, &response) }
      return openDetails(for: .key, in: scene, &response)
    case .f2 where modifiers.isEmpty: return editSubject(press, in: scene, &response)
    case .e where modifiers == .control: return editSubject(press, in: scene, &response)
    case .delete:
      guard modifiers.isEmpty, let subject = press.subject else { return false }
      saveSteps(in: scene, &response)
      delete(subject, in: scene, &response)
      return true
    case .menu: return openMenu(in: scene, &response)
    case .f10 where modifiers == .shift: return openMenu(in: scene, &response)
    case .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .f2, .f10, .e:
      if press.key.step(isLifted: false, isRightToLeft: scene.isRightToLeft) != nil {
        return makeStep(press, isLifted: false, in: scene, &response)
      }
      return modifiers.isEmpty && moveFocus(press, in: scene, &response)
    }
  }

  private mutating func makeStep(
    _ press: TimelineInput.KeyPress, isLifted: Bool, in scene: TimelineScene, _ response: inout Response
  ) -> Bool {
    guard let step = press.key.step(isLifted: isLifted, isRightToLeft: scene.isRightToLeft),
      var subject = press.subject
    else { return false }
    subject.time = press.time
    make(step, of: subject, in: scene, &response)
    return true
  }

  private mutating func make(
    _ requested: KeyStep, of subject: TimelineInput.Subject, in scene: TimelineScene,
    _ response: inout Response
  ) {
    guard let step = requested.possible(for: subject.occurrence) else { return }
    useKeys(in: scene, &response) {
      $0.step(
        step, of: subject.occurrence, refusal: subject.refusal, time: subject.time, in: scene.viewport)
    }
    if case .keyboardStep(_, let deadline) = interaction { response.add(.wait(until: deadline)) }
  }

  private mutating func liftByKeys(
    _ subject: TimelineInput.Subject, in scene: TimelineScene, _ response: inout Response
  ) {
    useKeys(in: scene, &response) {
      $0.lift(subject.occurrence, refusal: subject.refusal, in: scene.viewport)
    }
  }

  /// Steps whose pause is over are saved.
  mutating func pass(to time: Double, in scene: TimelineScene, _ response: inout Response) {
    guard case .keyboardStep = interaction else { return }
    useKeys(in: scene, &response) { $0.tick(time: time) }
  }

  /// Something else begins: steps are saved first.
  private mutating func saveSteps(in scene: TimelineScene, _ response: inout Response) {
    guard case .keyboardStep = interaction else { return }
    useKeys(in: scene, &response) { $0.flush() }
  }

  // MARK: Opening and leaving

  private mutating func leaveSelection(
    _ press: TimelineInput.KeyPress, _ response: inout Response
  ) -> Bool {
    if press.details != nil {
      response.add(.closeDetails(except: nil))
      return true
    }
    guard selection != nil else { return false }
    select(nil, &response)
    return true
  }

  private mutating func openDetails(
    for request: HeldInput.Request, in scene: TimelineScene, _ response: inout Response
  ) -> Bool {
    guard let focus, scene.contains(focus) else { return false }
    saveSteps(in: scene, &response)
    response.add(.showDetails(focus, request))
    return true
  }

  private mutating func openMenu(
    in scene: TimelineScene, _ response: inout Response
  ) -> Bool {
    guard let focus, scene.contains(focus) else { return false }
    saveSteps(in: scene, &response)
    response.add(.closeDetails(except: nil))
    give(focus, scrolls: false, &response)
    response.add(.openMenu(focus))
    return true
  }

  private mutating func editSubject(
    _ press: TimelineInput.KeyPress, in scene: TimelineScene, _ response: inout Response
  ) -> Bool {
    guard let subject = press.subject else { return false }
    saveSteps(in: scene, &response)
    edit(subject, &response)
    return true
  }

  mutating func edit(_ subject: TimelineInput.Subject, _ response: inout Response) {
    response.add(.closeDetails(except: nil))
    response.add(subject.refusal.map { .refuse($0) } ?? .edit(subject.occurrence))
  }

  /// The focus goes to the next event, or the one before it where that was the last.
  mutating func delete(
    _ subject: TimelineInput.Subject, in scene: TimelineScene, _ response: inout Response
  ) {
    response.add(.closeDetails(except: nil))
    if let refusal = subject.refusal { return response.add(.refuse(refusal)) }
    let order = scene.occurrences
    let index = order.firstIndex { $0.id == subject.occurrence.id }
    let neighbour = index.flatMap { order.dropFirst($0 + 1).first ?? order.prefix($0).last }
    if let neighbour { give(neighbour.id, scrolls: false, &response) }
    response.add(.apply(subject.occurrence.edit(.delete)))
  }

  // MARK: Assistive technology, menus and details

  mutating func perform(
    _ action: EventAction, on subject: TimelineInput.Subject, in scene: TimelineScene,
    _ response: inout Response
  ) {
    let id = subject.occurrence.id
    let isLifted = interaction.lifted != nil
    // While one event is lifted, actions are about that one alone.
    if let lifted = interaction.lifted, lifted.id != id { return }
    if !isLifted { give(id, scrolls: true, &response) }
    switch action {
    case .showDetails: _ = openDetails(for: .action, in: scene, &response)
    case .lift:
      if isLifted {
        useKeys(in: scene, &response) { $0.drop() }
      } else {
        liftByKeys(subject, in: scene, &response)
      }
    case .moveEarlier, .moveLater, .movePreviousDay, .moveNextDay, .startEarlier, .startLater, .endEarlier,
      .endLater:
      if let step = action.step { make(step, of: subject, in: scene, &response) }
    case .edit, .moveTo, .cut, .copy, .duplicate, .delete:
      guard !isLifted else { return }
      begin(action, subject, in: scene, &response)
    }
  }

  /// What is about an event that nobody holds.
  private mutating func begin(
    _ action: EventAction, _ subject: TimelineInput.Subject, in scene: TimelineScene,
    _ response: inout Response
  ) {
    switch action {
    case .edit:
      saveSteps(in: scene, &response)
      edit(subject, &response)
    case .moveTo:
      saveSteps(in: scene, &response)
      response.add(.carry(subject.occurrence))
    case .delete:
      saveSteps(in: scene, &response)
      delete(subject, in: scene, &response)
    case .cut, .copy, .duplicate:
      response.add(.closeDetails(except: nil), .clipboard(action, subject.occurrence))
    case .showDetails, .lift, .moveEarlier, .moveLater, .movePreviousDay, .moveNextDay, .startEarlier,
      .startLater, .endEarlier, .endLater:
      break
    }
  }
}

extension KeyStep {
  /// What the step means for an occurrence: a whole-day event has no hours to move by, and goes by days; nil where it
  /// means nothing.
  func possible(for occurrence: Occurrence) -> KeyStep? {
    guard occurrence.isAllDay else { return self }
    switch self {
    case .lines(let n), .hours(let n), .days(let n): return .days(n)
    case .start, .end: return nil
    }
  }
}
