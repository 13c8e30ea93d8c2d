import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Asks which part of a series a change applies to, and shows the outcome of the focused choice in the
// meantime.
extension ViewStack {
  package var isChoosingScope: Bool { state.interaction.scopeQuestion != nil }

  package func cancelScopeChoice() { send(.putBack) }

  package func cut(_ occurrence: Occurrence) { send(.cut(eventTarget(occurrence))) }

  /// Computes what a change would do with each scope.
  ///
  /// - Parameter storedOccurrence: the stored occurrence, if it may have changed since the question was asked.
  func computeChoices(of question: ScopeQuestion, for storedOccurrence: Occurrence? = nil) {
    guard let dataSource else { return }
    let storedOccurrence = storedOccurrence ?? question.occurrence
    let choices =
      question.group.map { self.choices(for: $0, leader: storedOccurrence) }
      ?? dataSource.choices(for: storedOccurrence.edit(question.change))
    send(.scopeChoices(choices, for: storedOccurrence))
  }

  /// Opens the card, or updates the open one. Shows the outcome of the focused choice.
  func showScopeQuestion(_ question: ScopeQuestion) {
    callbacks.onUnsavedChange()
    let card = scopeCard ?? makeScopeCard()
    let mayBeHidden = question.hasFurtherSteps || question.mayLeaveShownDays
    if mayBeHidden { view.go(to: .page(of: question.changedOccurrence)) }
    reloadEvents()
    if mayBeHidden { view.go(to: .scrolled(to: question.changedOccurrence)) }
    let wasClosed = !card.isOpen
    let heading =
      question.group.map { style.phrases.scopeHeading($0, isCut: question.isCut) }
      ?? style.phrases.scopeHeading(
        question.change, from: question.occurrence, to: question.changedOccurrence, isCut: question.isCut)
    let edits = EventEdit.Scope.allCases.flatMap { scope in
      question.group?.edits(with: scope) ?? [question.occurrence.edit(question.change, scope: scope)]
    }
    let remark = dataSource?.scopeRemark(on: edits) ?? ScopeRemark()
    card.show(
      question, heading: heading, remark: remark,
      usualRemark: style.phrases.usualScopeRemark(question.occurrence.event))
    gtk_widget_queue_allocate(gtkWidget)
    if wasClosed {
      view.go(to: .hidden(question.changedOccurrence))
      card.focus(question.focusedScope)
      // The text of the question already contains the times that the previous steps have set.
      announcer.discardStep()
      if !question.isDeletion { announceQuestionLater(on: card) }
      glide(question.id(among: occurrences), from: scopeCardOrigin)
      liftPresenter.forgetAnnouncedTimes()
    } else if question.hasFurtherSteps {
      liftPresenter.announceTimes(question.changedOccurrence)
    }
    scopeCardOrigin = nil
  }

  /// Announces the question of the card once a screen reader has read the focused choice. Orca reads the description of a
  /// widget that receives the focus, and reads it again when it changes.
  private func announceQuestionLater(on card: ScopeCard) {
    afterMilliseconds(ScopeCard.announcementDelay) { [weak self, weak card] in
      if let self, let card, self.isChoosingScope { self.announce(card.spokenQuestion) }
      return false
    }
  }

  private func makeScopeCard() -> ScopeCard {
    let card = ScopeCard(style: style)
    card.onFocus = { [weak self] in self?.send(.scopeFocused($0)) }
    card.onChoose = { [weak self] in self?.send(.scopeChosen($0)) }
    card.onPutBack = { [weak self] in self?.send(.putBack) }
    controllers.keys.handleKeys(on: card.contents)
    add(card.gtkWidget)
    scopeCard = card
    return card
  }

  // MARK: The answer

  func endScopeQuestion(_ question: ScopeQuestion, _ answer: ScopeAnswer) {
    liftPresenter.forgetAnnouncedTimes()
    scopeCardOrigin = nil
    let id = question.occurrence.id
    switch answer {
    case .chosen(let edit): apply(edit, of: question, in: scopeCard?.shownRemark.context ?? ApplyContext())
    case .putBack(let place):
      reloadEvents()
      view.go(to: .place(place))
      let text =
        question.isDeletion ? style.phrases.notDeletedAnnouncement : style.phrases.putBackAnnouncement
      focusManager.focusEvent(id, scrolls: false, announcing: text)
    case .superseded, .impossible:
      reloadEvents()
      focusManager.focusEvent(id, scrolls: false)
      let reason: String? = if case .impossible(let reason) = answer { reason } else { nil }
      let event = question.occurrence.event
      callbacks.onNotice(
        question.group.map { style.phrases.notChangedMessage($0, reason: reason) }
          ?? style.phrases.notChangedMessage(event, isDeletion: question.isDeletion, reason: reason))
    case .unchanged:
      reloadEvents()
      focusManager.focusEvent(id, scrolls: false, announcing: style.phrases.unchangedAnnouncement)
    case .removed:
      reloadEvents()
      takeFocus()
    }
    // The card is closed last: if it still had the focus, GTK would move the focus to the first widget of the window.
    scopeCard?.close()
  }

  private func apply(_ edit: EventEdit, of question: ScopeQuestion, in context: ApplyContext) {
    if let group = question.group { return apply(group, edit, of: question, in: context) }
    guard !question.isDeletion else {
      guard question.isCut else { return delete(question.occurrence, applying: edit, in: context) }
      reloadEvents()
      focusManager.focusEvent(question.occurrence.id, scrolls: false)
      return callbacks.onCut(question.occurrence, edit, context)
    }
    isSaved = false
    apply(edit, in: context)
    let message = style.phrases.toast(
      question.change, from: question.occurrence, to: question.changedOccurrence, scope: edit.scope)
    if let changedOccurrence = question.result(of: edit, among: occurrences) {
      focusManager.focusEvent(changedOccurrence.id, scrolls: false, announcing: message)
    } else {
      takeFocus()
    }
  }

  /// Applies a change to several events with the scope of an edit.
  private func apply(
    _ group: GroupEdit, _ edit: EventEdit, of question: ScopeQuestion, in context: ApplyContext
  ) {
    if question.isCut {
      reloadEvents()
      focusManager.focusEvent(question.occurrence.id, scrolls: false)
      return callbacks.onCutSelection(group, edit.scope, context)
    }
    apply(group, scope: edit.scope, in: context)
    guard !question.isDeletion else { return }
    if let changedOccurrence = question.result(of: edit, among: occurrences) {
      focusManager.focusEvent(changedOccurrence.id, scrolls: false)
    } else {
      takeFocus()
    }
  }

  /// Applies an edit that deletes an occurrence of a series. The focus moves to the next event of the
  /// selected day, to the previous one if there is no next one, or to the day itself.
  package func delete(_ occurrence: Occurrence, applying edit: EventEdit, in context: ApplyContext) {
    isSaved = false
    apply(edit, in: context)
    let eventsOfDay = occurrences.filter { $0.days.contains(day) }
    let neighbor = TimelineState.neighbor(ofEventAt: occurrence.start.instant, among: eventsOfDay)
    send(.focusAfterDeletion(of: occurrence.id, neighbor: neighbor?.id))
  }

  // MARK: Layout

  /// Queues an allocation of the card after the event or the viewport has moved.
  func scopeCardMoved() { if scopeCard?.isOpen == true { gtk_widget_queue_allocate(gtkWidget) } }

  /// Allocates the card beside the event that the question is about. If the event is not shown, allocates the card at the
  /// lower edge.
  func allocateScopeCard() {
    guard let card = scopeCard, card.isOpen else { return }
    let scene = view.scene
    let (id, surface) = (state.interaction.scopeQuestion?.id(among: scene.occurrences), scene.surface)
    let extent = id.flatMap { surface.extent(of: $0, on: scene.selectedDay) }.map { extent in
      let top = viewportTop + extent.y.lowerBound
      return (x: extent.x, y: top..<(top + max(1, extent.y.upperBound - extent.y.lowerBound)))
    }
    let bottom = Double(max(1, height))
    // Below the lower edge, if the event is not shown.
    card.allocate(beside: extent ?? (surface.contentExtent, bottom..<(bottom + 1)), on: self)
  }
}
