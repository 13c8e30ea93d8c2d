import CalendarDocument
import CalendarModel
import CalendarStore
import CalendarText

// Changes about which a server may notify people. They are shown at once, but written only after the user has
// agreed. The store checks this again when it writes, because others may have added people in the meantime.
extension CalendarSession {
  /// The question of whether a server may notify people of changes.
  package struct NotificationQuestion: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case change, delete, undo, importing }

    /// One of the changed events; nil for an import.
    package let event: CalendarEvent?
    package fileprivate(set) var notification: PossibleNotification
    package let kind: Kind

    /// The calendar on whose server the event is.
    package var calendar: CalendarID { notification.calendar }
    /// The addresses of the people whom the server may notify, in lower case.
    package var people: Set<String> { notification.people }
    /// Whether someone else organizes the event, so that only the user's copy of it changes.
    package var isCopy: Bool { notification.isCopy }
  }

  /// The answer to a `NotificationQuestion`.
  package enum NotificationAnswer: Hashable, Sendable {
    case allow
    case decline
    /// Decline, and keep copies of the changed events in the conflicts folder, because nobody was asked.
    case declineKeepingCopies
  }

  /// The changes that are waiting for the user's answer.
  struct WaitingChanges {
    /// A change that waits for the user's answer, or for an earlier change.
    struct Change {
      let id: EditID
      /// The change to submit; nil if the store already has it, but does not write it.
      let change: StoreChange?
      /// The question about the change; nil if it only waits for an earlier one.
      let question: NotificationQuestion?
      let consent: Consent
    }

    /// All waiting changes, in the order in which they were made.
    var changes: [Change] = []
    /// The notice about the latest of them, which is shown once the user has agreed.
    var notice: CalendarSession.Notice?
    /// The callers that are waiting for the answer.
    var continuations: [CheckedContinuation<Void, Never>] = []
  }

  /// Whether changes are waiting for the user to decide whether a server may notify people.
  package var isAskingAboutPeople: Bool { !waitingChanges.changes.isEmpty }

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
    guard question != nil || isAskingAboutPeople else {
      return store.submit(pending.change, as: pending.id, consent: consent)
    }
    wait(with: .init(id: pending.id, change: pending.change, question: question, consent: consent))
  }

  /// Asks the user about changes that the store does not write, because a server may notify people.
  func askAboutHeldChanges(_ ids: [EditID], _ notification: PossibleNotification) {
    for id in ids where !waitingChanges.changes.contains(where: { $0.id == id }) {
      let pending = pendingEdits.change(id)
      let question = NotificationQuestion(
        event: pending.flatMap { index.event($0.edit.resultingID) }, notification: notification,
        kind: pending?.notificationKind ?? .change)
      wait(with: .init(id: id, change: nil, question: question, consent: .nobody))
    }
  }

  private func wait(with change: WaitingChanges.Change) {
    let isFirst = waitingChanges.changes.isEmpty
    waitingChanges.changes.append(change)
    // The other changes of a group are made before this task runs.
    if isFirst { Task { askAboutPeople() } }
  }

  /// Shows a notice about a change. If changes are waiting for the user's answer, the notice is shown once the user has
  /// agreed, because until then, it would not be true.
  package func post(_ notice: Notice) {
    if isAskingAboutPeople { waitingChanges.notice = notice } else { reports.send(.notice(notice)) }
  }

  private func askAboutPeople() {
    let questions = waitingChanges.changes.compactMap(\.question)
    guard var question = questions.first, let ask = onNotificationQuestion else { return }
    for other in questions.dropFirst() { question.notification.add(other.notification) }
    ask(question) { [weak self] in self?.handle($0, to: question) }
  }

  /// Declines the open question and all later ones. Call this when the program has to terminate, because there may be
  /// no user to answer them. Copies of the changed events are kept in the conflicts folder. Changes that are only
  /// waiting for an earlier one are submitted.
  package func declineQuestions() {
    guard onNotificationQuestion != nil else { return }
    onNotificationQuestion = { _, answer in answer(.declineKeepingCopies) }
    if isAskingAboutPeople { askAboutPeople() }
  }

  /// Submits the waiting changes. If the user has declined, those that the question was about are reverted instead.
  /// Changes that came up after the question was asked, and about which others may be notified, go on waiting.
  private func handle(_ answer: NotificationAnswer, to question: NotificationQuestion) {
    guard isAskingAboutPeople else { return }
    let asked = Consent.people(question.people)
    let answeredChanges = Array(
      waitingChanges.changes.prefix { $0.question.map { asked.covers($0.notification) } ?? true })
    var answered = waitingChanges
    waitingChanges = WaitingChanges()
    waitingChanges.changes = Array(answered.changes.dropFirst(answeredChanges.count))
    if !waitingChanges.changes.isEmpty {
      swap(&waitingChanges.continuations, &answered.continuations)
      swap(&waitingChanges.notice, &answered.notice)
      Task { askAboutPeople() }
    }
    let questioned = answeredChanges.filter { $0.question != nil }
    let isAllowed = answer == .allow
    if isAllowed {
      rememberConsent(to: questioned, notifying: question.people)
      store.agree(to: questioned, notifying: question.people)
    } else {
      if answer == .declineKeepingCopies { keepCopies(ofEventsIn: questioned, among: answeredChanges) }
      revertChanges(questioned.map(\.id))
      let heldIDs = Set(questioned.filter { $0.change == nil }.map(\.id))
      if !heldIDs.isEmpty { Task { [store] in await store.withdraw(heldIDs) } }
    }
    for waiting in answeredChanges where isAllowed || waiting.question == nil {
      guard let change = waiting.change else { continue }
      store.submit(change, as: waiting.id, consent: waiting.consent.adding(isAllowed ? question.people : []))
    }
    if !isAllowed, let event = questioned.first?.question?.event {
      post(refusedNotice(event, count: questioned.count, kind: questioned.first?.question?.kind ?? .change))
    } else if isAllowed, let notice = answered.notice {
      reports.send(.notice(notice))
    }
    for continuation in answered.continuations { continuation.resume() }
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
  private func rememberConsent(to changes: [WaitingChanges.Change], notifying people: Set<String>) {
    let events = changes.compactMap(\.question?.event?.id)
    if events.contains(where: { editSession?.eventIDs.contains($0) ?? false }) {
      editSession?.agreedPeople.formUnion(people)
    }
  }

  /// Keeps a copy of each event that declined changes would have added or edited.
  private func keepCopies(
    ofEventsIn declinedChanges: [WaitingChanges.Change], among changes: [WaitingChanges.Change]
  ) {
    var ids: [EventID] = []
    for declined in declinedChanges {
      guard let edit = pendingEdits.change(declined.id)?.edit, edit.change != .delete,
        !ids.contains(edit.resultingID)
      else { continue }
      ids.append(edit.resultingID)
    }
    let unsubmitted = changes.compactMap { waiting in waiting.change.map { ($0, waiting.id) } }
    let earlierCopies = copiesBeingKept
    copiesBeingKept = Task { [store, ids] in
      await earlierCopies?.value
      for id in ids { _ = await store.keepCopy(of: id, after: unsubmitted) }
    }
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
    await confirm(await store.possibleNotification(of: plan, into: calendar), .importing)
  }

  /// Asks the user whether a server may notify people, unless there are none.
  func confirm(_ notification: PossibleNotification?, _ kind: NotificationQuestion.Kind) async -> Consent? {
    guard let notification, let ask = onNotificationQuestion else { return .nobody }
    let question = NotificationQuestion(event: nil, notification: notification, kind: kind)
    return await withCheckedContinuation { continuation in
      ask(question) { continuation.resume(returning: $0 == .allow ? .people(notification.people) : nil) }
    }
  }

  /// Waits until the user has answered the open question, if there is one.
  func waitForAnswer() async {
    guard isAskingAboutPeople else { return }
    await withCheckedContinuation { waitingChanges.continuations.append($0) }
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
    let event =
      eventBefore ?? index.event(pending.edit.resultingID) ?? snapshot?.index.event(pending.edit.target)
    return NotificationQuestion(event: event, notification: notification, kind: pending.notificationKind)
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
    to changes: [CalendarSession.WaitingChanges.Change], notifying people: Set<String>
  ) {
    let heldIDs = Set(changes.filter { $0.change == nil }.map(\.id))
    if !heldIDs.isEmpty { Task { await agree(to: heldIDs, notifying: people) } }
  }
}

extension PendingEdits.Change {
  fileprivate var notificationKind: CalendarSession.NotificationQuestion.Kind {
    switch change {
    case .undo, .redo: .undo
    case .edit: edit.change == .delete ? .delete : .change
    }
  }
}

extension CalendarSession.NotificationQuestion {
  /// Returns the heading of the alert that asks the question.
  package func heading(_ t: Translator) -> String {
    if isCopy { return t.tr("Change Only Your Copy?") }
    return kind == .undo
      ? t.trn(
        "The Server May Notify {count} Person Again", "The Server May Notify {count} People Again",
        people.count)
      : t.trn("The Server May Notify {count} Person", "The Server May Notify {count} People", people.count)
  }

  /// Returns the text of the alert.
  ///
  /// - Parameter calendar: the name of the calendar.
  package func text(calendar: String, _ phrases: Phrases) -> String {
    let t = phrases.translator
    guard let event else {
      return t.tr(
        "Some of the events have attendees, and the server for “{calendar}” may send them messages.",
        ["calendar": calendar])
    }
    let title = phrases.shortTitle(event)
    guard let organizer = notification.organizer else {
      return t.tr(
        "“{title}” has attendees, and the server for “{calendar}” may send them messages about this change.",
        ["title": title, "calendar": calendar])
    }
    return t.tr(
      "“{title}” is organized by {organizer}. The server for “{calendar}” may notify {organizer} of this change.",
      ["title": title, "calendar": calendar, "organizer": organizer])
  }

  /// Returns the label of the button with which the user agrees.
  package func buttonLabel(_ t: Translator) -> String {
    switch kind {
    case .change: t.tr("Change")
    case .delete: t.tr("Delete")
    case .undo: t.tr("Change Again")
    case .importing: t.tr("Import")
    }
  }
}
