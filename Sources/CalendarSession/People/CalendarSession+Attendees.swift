import CalendarDocument
import CalendarModel
import CalendarStore
import CalendarText

// Changes on their way to the store: all of them pass through `submitAfterAsking`. Those about which a server may notify
// people are shown at once, but written only after the user has agreed. The store checks this again when it writes,
// because others may have added people in the meantime.
extension CalendarSession {
  /// Submits to the store a change that is already shown. If a server may notify people of it, the user is asked first.
  /// Later changes wait too, because they may depend on it.
  ///
  /// - Parameter agreedPeople: the people about whom the user need not be asked.
  func submitAfterAsking(
    _ pending: PendingEdits.Change, eventBefore: CalendarEvent?, agreedPeople: Set<String>
  ) {
    var agreedPeople = agreedPeople
    // Moving the meeting to another calendar concerns another server.
    if let editSession, editSession.eventIDs.contains(pending.edit.target), !pending.edit.isTransfer {
      agreedPeople.formUnion(editSession.agreedPeople)
    }
    let consent = Consent.people(agreedPeople)
    let question = question(about: pending, eventBefore: eventBefore)
      .flatMap { consent.covers($0.notification) ? nil : $0 }
    guard question != nil || people.isAsking else {
      return store.submit(pending.change, as: pending.id, consent: consent)
    }
    people.hold(.init(id: pending.id, change: pending.change, question: question, consent: consent))
  }

  /// Asks the user about changes that the store does not write, because a server may notify people.
  func askAboutHeldChanges(_ ids: [EditID], _ notification: PossibleNotification) {
    for id in ids where !people.isHolding(id) {
      let pending = pendingEdits.change(id)
      let question = NotificationQuestion(
        event: pending.flatMap { event($0.edit) }, notification: notification,
        kind: pending?.notificationKind ?? .change)
      people.hold(.init(id: id, change: nil, question: question, consent: .nobody))
    }
  }

  /// Submits changes that the user has answered about. If the user has declined, those that the question was about are
  /// reverted instead.
  func carryOut(_ answered: PeopleQuestions.Answered) {
    let questioned = answered.changes.filter { $0.question != nil }
    let isAllowed = answered.answer == .allow
    if isAllowed {
      rememberConsent(to: questioned, notifying: answered.people)
      store.agree(to: questioned, notifying: answered.people)
    } else {
      if answered.answer == .declineKeepingCopies {
        keepCopies(ofEventsIn: questioned, among: answered.changes)
      }
      revertChanges(questioned.map(\.id))
      let heldIDs = Set(questioned.filter { $0.change == nil }.map(\.id))
      if !heldIDs.isEmpty { Task { [store] in await store.withdraw(heldIDs) } }
    }
    for waiting in answered.changes where isAllowed || waiting.question == nil {
      guard let change = waiting.change else { continue }
      store.submit(change, as: waiting.id, consent: waiting.consent.adding(isAllowed ? answered.people : []))
    }
    if !isAllowed, let event = questioned.first?.question?.event {
      people.post(
        refusedNotice(event, count: questioned.count, kind: questioned.first?.question?.kind ?? .change))
    } else if isAllowed, let notice = answered.notice {
      reports.send(.notice(notice))
    }
  }

  private func refusedNotice(
    _ event: CalendarEvent, count: Int, kind: NotificationQuestion.Kind
  ) -> Notice {
    let (t, title) = (phrases.translator, phrases.shortTitle(event))
    let text =
      count > 1
      ? t.trn("{count} event was not changed", "{count} events were not changed", count)
      : kind == .delete
        ? t.tr("“{title}” was not deleted", ["title": title])
        : t.tr("“{title}” was not changed", ["title": title])
    return Notice(text: text, canUndo: false)
  }

  /// Remembers that the user has agreed to changes in the open editor, whose later changes need no other question.
  private func rememberConsent(to changes: [PeopleQuestions.Change], notifying people: Set<String>) {
    let events = changes.compactMap(\.question?.event?.id)
    if events.contains(where: { editSession?.eventIDs.contains($0) ?? false }) {
      editSession?.agreedPeople.formUnion(people)
    }
  }

  /// Keeps a copy of each event that declined changes would have added or edited.
  private func keepCopies(
    ofEventsIn declinedChanges: [PeopleQuestions.Change], among changes: [PeopleQuestions.Change]
  ) {
    var ids: [EventID] = []
    for declined in declinedChanges {
      guard let edit = pendingEdits.change(declined.id)?.edit, edit.change != .delete,
        !ids.contains(edit.resultingID)
      else { continue }
      ids.append(edit.resultingID)
    }
    let unsubmitted = changes.compactMap { waiting in waiting.change.map { ($0, waiting.id) } }
    people.keepCopies(of: ids, after: unsubmitted)
  }

  /// Reverts changes that are not saved.
  private func revertChanges(_ ids: [EditID]) {
    guard !ids.isEmpty else { return }
    // An undo or redo that is completely reverted can be repeated.
    var stepSubjects: Set<EditID> = []
    var undoneSubjects: Set<EditID> = []
    for id in ids {
      guard let change = pendingEdits.change(id), change.subject != id else {
        forgetRefused(id)
        continue
      }
      stepSubjects.insert(change.subject)
      if case .undo = change.change { undoneSubjects.insert(change.subject) }
      removePending(id)
    }
    while let subject = stepSubjects.first {
      let entry = [steps.nextUndo, steps.nextRedo].compactMap(\.self).first { $0.contains(subject) }
      let parts = entry?.parts.map(\.id) ?? [subject]
      if parts.allSatisfy(stepSubjects.contains) {
        steps.takeBack(isUndoing: undoneSubjects.contains(subject)) { $0.contains(subject) }
      } else {
        for part in parts.filter(stepSubjects.contains) {
          steps.remove(part, keepsOthers: true)
        }
      }
      stepSubjects.subtract(parts + [subject])
    }
    reports.send(.savedStateChanged)
    Task { adopt(await store.snapshot()) }
  }

  // MARK: Imports

  /// If a server may notify people of an import, asks the user whether to import.
  ///
  /// - Returns: the people who may be notified; nil if the plan may not be carried out.
  package func confirmImport(of plan: ImportPlan, into calendar: CalendarID) async -> Consent? {
    await people.confirm(await store.possibleNotification(of: plan, into: calendar), .importing)
  }

  // MARK: People

  /// Sets the addresses that are the user's in every calendar. Those of accounts are known already.
  package func setUserAddresses(_ addresses: Set<String>) { store.setUserAddresses(addresses) }

  /// Returns the question about a change; nil if no server would notify anybody.
  private func question(
    about pending: PendingEdits.Change, eventBefore: CalendarEvent?
  ) -> NotificationQuestion? {
    let earlierChanges = pendingEdits.unansweredChanges.filter { $0.id != pending.id }
    guard
      let notification = store.possibleNotification(
        of: pending.change, after: earlierChanges.map { (change: $0.change, id: $0.id) })
    else { return nil }
    return NotificationQuestion(
      event: eventBefore ?? event(pending.edit), notification: notification, kind: pending.notificationKind)
  }

  /// The event that an edit changes or, if the edit is a deletion that is already shown, the deleted one.
  private func event(_ edit: EventEdit) -> CalendarEvent? {
    index.event(edit.resultingID) ?? snapshot?.index.event(edit.target)
  }

  // MARK: The scope of a change

  package func scopeRemark(on edits: [EventEdit]) -> ScopeRemark {
    let earlierChanges = pendingEdits.unansweredChanges.map { (change: $0.change, id: $0.id) }
    let notifications = edits.compactMap { store.possibleNotification(of: .edit($0), after: earlierChanges) }
    guard let notification = notifications.combined else { return ScopeRemark() }
    // The usual remark on someone else's meeting says that only the user's copy changes.
    if notification.isCopy, Set(edits.map(\.target)).count == 1 {
      return ScopeRemark(people: notification.people)
    }
    let text = phrases.translator.trn(
      "The server may notify {count} person of this change.",
      "The server may notify {count} people of this change.", notification.people.count)
    return ScopeRemark(text: text, people: notification.people)
  }
}

extension CalendarStore {
  /// Records the user's agreement to changes that the store holds.
  fileprivate nonisolated func agree(
    to changes: [PeopleQuestions.Change], notifying people: Set<String>
  ) {
    let heldIDs = Set(changes.filter { $0.change == nil }.map(\.id))
    if !heldIDs.isEmpty { Task { await agree(to: heldIDs, notifying: people) } }
  }
}

extension PendingEdits.Change {
  fileprivate var notificationKind: NotificationQuestion.Kind {
    switch change {
    case .undo, .redo: .undo
    case .edit: edit.change == .delete ? .delete : .change
    }
  }
}
