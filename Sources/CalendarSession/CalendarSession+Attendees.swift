import CalendarDocument
import CalendarModel
import CalendarStore
import CalendarText

// Changes about which a server may notify people. They are shown at once, but written only after the user has
// agreed.
extension CalendarSession {
  /// The question of whether a server may notify people of changes.
  package struct NotificationQuestion: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case change, delete, undo, importing }

    /// One of the changed events; nil for an import.
    package let event: CalendarEvent?
    /// The calendar on whose server the event is.
    package let calendar: CalendarID
    /// The addresses of the people whom the server may notify, in lower case.
    package fileprivate(set) var people: Set<String>
    package let kind: Kind
    /// Whether someone else organizes the event, so that only the user's copy of it changes.
    package let isCopy: Bool
  }

  /// The changes that are waiting for the user's answer.
  struct WaitingChanges {
    /// All waiting changes, in the order in which they were made. Changes without a question wait for earlier ones.
    var changes: [(id: EditID, change: StoreChange)] = []
    /// The questions about the changes that need the user's agreement. The user sees them as one question.
    var questions: [EditID: NotificationQuestion] = [:]
    /// The notice about the latest of them, which is shown once the user has agreed.
    var notice: CalendarSession.Notice?
    /// The callers that are waiting for the answer.
    var continuations: [CheckedContinuation<Void, Never>] = []
  }

  /// Whether changes are waiting for the user to decide whether a server may notify people.
  package var isAskingAboutPeople: Bool { !waitingChanges.changes.isEmpty }

  /// Submits to the store a change that is already shown. If a server may notify people of it, the user is asked first.
  /// Later changes wait too, because they may depend on it.
  func submitAfterAsking(
    _ change: StoreChange, as id: EditID, showing edit: EventEdit, eventBefore: CalendarEvent?,
    _ replacement: EventReplacement?
  ) {
    let question =
      onNotificationQuestion == nil || hasUserAgreed
      ? nil : question(about: change, edit, eventBefore: eventBefore, replacement)
    guard question != nil || isAskingAboutPeople else { return store.submit(change, as: id) }
    let isFirstQuestion = waitingChanges.questions.isEmpty
    waitingChanges.changes.append((id, change))
    waitingChanges.questions[id] = question
    // The other changes of a group are made before this task runs.
    if isFirstQuestion { Task { askAboutPeople() } }
  }

  /// Shows a notice about a change. If changes are waiting for the user's answer, the notice is shown once the user has
  /// agreed, because until then, it would not be true.
  package func post(_ notice: Notice) {
    var notice = notice
    if let noticeText { notice = Notice(text: noticeText, canUndo: notice.canUndo) }
    if isAskingAboutPeople { waitingChanges.notice = notice } else { onNotice(notice) }
  }

  private func askAboutPeople() {
    let questions = waitingChanges.changes.compactMap { waitingChanges.questions[$0.id] }
    guard var question = questions.first else { return }
    for other in questions { question.people.formUnion(other.people) }
    onNotificationQuestion?(question) { [weak self] isAllowed in self?.handleAnswer(isAllowed) }
  }

  /// Declines the open question and all later ones. Call this when the program has to terminate, because there may be
  /// no user to answer them. Copies of the changed events are kept in the conflicts folder. Changes that are only
  /// waiting for an earlier one are submitted.
  package func declineQuestions() {
    guard onNotificationQuestion != nil else { return }
    keepsDeclinedChanges = true
    onNotificationQuestion = { _, answer in answer(false) }
    if isAskingAboutPeople { handleAnswer(false) }
  }

  /// Submits the waiting changes. If the user has declined, those that the question was about are reverted instead.
  private func handleAnswer(_ isAllowed: Bool) {
    let answeredChanges = waitingChanges
    waitingChanges = WaitingChanges()
    if isAllowed {
      let events = answeredChanges.questions.values.compactMap(\.event?.id)
      if events.contains(where: { editSession?.eventIDs.contains($0) ?? false }) {
        editSession?.mayNotify = true
      }
    }
    let declinedQuestions = isAllowed ? [:] : answeredChanges.questions
    if keepsDeclinedChanges { keepCopies(ofEventsIn: answeredChanges) }
    revertChanges(answeredChanges.changes.map(\.id).filter { declinedQuestions[$0] != nil })
    for (id, change) in answeredChanges.changes where declinedQuestions[id] == nil {
      store.submit(change, as: id)
    }
    if let question = declinedQuestions.values.first, let event = question.event {
      let title = phrases.shortTitle(event)
      let text =
        declinedQuestions.count > 1
        ? phrases.translator.trn(
          "{count} event was not changed", "{count} events were not changed", declinedQuestions.count)
        : question.kind == .delete
          ? phrases.translator.tr("“{title}” was not deleted", ["title": title])
          : phrases.translator.tr("“{title}” was not changed", ["title": title])
      onNotice(Notice(text: text, canUndo: false))
    } else if isAllowed, let notice = answeredChanges.notice {
      onNotice(notice)
    }
    for continuation in answeredChanges.continuations { continuation.resume() }
  }

  /// Keeps a copy of each event that declined changes would have added or edited.
  private func keepCopies(ofEventsIn declinedChanges: WaitingChanges) {
    var ids: [EventID] = []
    for case (let id, .edit(let edit)) in declinedChanges.changes
    where declinedChanges.questions[id] != nil && edit.change != .delete && !ids.contains(edit.resultingID) {
      ids.append(edit.resultingID)
    }
    let (changes, earlierCopies) = (declinedChanges.changes.map { ($0.change, $0.id) }, copiesBeingKept)
    copiesBeingKept = Task { [store, ids] in
      await earlierCopies?.value
      for id in ids { _ = await store.keepCopy(of: id, after: changes) }
    }
  }

  /// Reverts changes that were never submitted.
  private func revertChanges(_ ids: [EditID]) {
    guard !ids.isEmpty else { return }
    // An undo or redo that is completely reverted can be repeated.
    var stepSubjects: Set<EditID> = []
    var undoneSubjects: Set<EditID> = []
    for id in ids {
      guard let change = pendingEdits.unansweredChanges.first(where: { $0.id == id }), change.subject != id
      else {
        forgetRefused(id)
        continue
      }
      stepSubjects.insert(change.subject)
      if case .undo = change.change { undoneSubjects.insert(change.subject) }
      removePending(id)
    }
    while let subject = stepSubjects.first {
      let entry = [history.nextUndo, history.nextRedo].compactMap(\.self).first { $0.contains(subject) }
      let parts = entry?.parts.map(\.id) ?? [subject]
      if parts.allSatisfy(stepSubjects.contains) {
        if undoneSubjects.contains(subject) {
          history.returnToUndoStack { $0.contains(subject) }
        } else {
          history.returnToRedoStack { $0.contains(subject) }
        }
      } else {
        for part in parts.filter(stepSubjects.contains) {
          forget(history.update { $0.removing(part, keepsOthers: true) })
        }
      }
      stepSubjects.subtract(parts + [subject])
    }
    onSavedStateChanged()
    Task { adopt(await store.snapshot()) }
  }

  // MARK: Imports

  /// If a server may notify people of an import, asks the user whether to import.
  ///
  /// - Returns: whether the plan may be carried out.
  package func confirmImport(of plan: ImportPlan, into calendar: CalendarID) async -> Bool {
    await confirmNotification(of: people(notifiedBy: plan, into: calendar), in: calendar, .importing)
  }

  /// Returns the addresses of the people whom the server of a calendar may notify of an import, in lower case.
  func people(notifiedBy plan: ImportPlan, into calendar: CalendarID) -> Set<String> {
    guard let listedCalendar = listedCalendars.first(where: { $0.id == calendar && $0.account != nil })
    else {
      return []
    }
    return plan.attendeeAddresses.subtracting([listedCalendar.userAddress?.lowercased()].compactMap(\.self))
  }

  /// Asks the user whether the server of a calendar may notify people, unless there are none.
  func confirmNotification(
    of people: Set<String>, in calendar: CalendarID, _ kind: NotificationQuestion.Kind
  ) async -> Bool {
    guard !people.isEmpty, let ask = onNotificationQuestion else { return true }
    let question = NotificationQuestion(
      event: nil, calendar: calendar, people: people, kind: kind, isCopy: false)
    return await withCheckedContinuation { continuation in
      ask(question) { continuation.resume(returning: $0) }
    }
  }

  /// Waits until the user has answered the open question, if there is one.
  func waitForAnswer() async {
    guard isAskingAboutPeople else { return }
    await withCheckedContinuation { waitingChanges.continuations.append($0) }
  }

  // MARK: People

  /// Returns the question about a change; nil if no server would notify anybody.
  private func question(
    about change: StoreChange, _ edit: EventEdit, eventBefore: CalendarEvent?,
    _ replacement: EventReplacement?
  ) -> NotificationQuestion? {
    let affectedCalendars = listedCalendars.filter {
      $0.account != nil && ($0.id == edit.target.calendar || $0.id == edit.resultingID.calendar)
    }
    guard !affectedCalendars.isEmpty else { return nil }
    if editSession?.mayNotify == true, editSession?.eventIDs.contains(edit.target) == true { return nil }
    var events = (replacement?.before ?? []) + (replacement?.after ?? [])
    if case .add(let event) = edit.change { events.append(event) }
    // The last snapshot may lack an event that this session has added or moved, because saving does not update
    // the snapshot. But the snapshot has the attendees that another program has added to a series since the
    // replacement was computed.
    let snapshotEvent = snapshot?.index.event(edit.target)
    events += [eventBefore, snapshotEvent, index.event(edit.resultingID)].compactMap(\.self)
    for calendar in affectedCalendars {
      let eventsInCalendar = events.filter { $0.id.calendar == calendar.id }
      guard let notification = possibleNotification(about: eventsInCalendar, in: calendar) else { continue }
      let kind: NotificationQuestion.Kind =
        switch change {
        case .undo, .redo: .undo
        case .edit: edit.change == .delete ? .delete : .change
        }
      return NotificationQuestion(
        event: notification.event, calendar: calendar.id, people: notification.people, kind: kind,
        isCopy: notification.isCopy)
    }
    return nil
  }

  /// Returns the people whom the server of a calendar may notify of a change to some of its events, one of these
  /// events, and whether someone else organizes them; nil if the server would notify nobody.
  private func possibleNotification(
    about events: [CalendarEvent], in calendar: ListedCalendar
  ) -> (event: CalendarEvent, people: Set<String>, isCopy: Bool)? {
    guard let event = events.first(where: { !$0.attendees.isEmpty || $0.organizer != nil }) else {
      return nil
    }
    let user = calendar.userAddress?.lowercased()
    let organizers = Set(events.compactMap { $0.organizer?.address.lowercased() })
    let isCopy = user.map { !organizers.isEmpty && !organizers.contains($0) } ?? false
    var people = organizers
    if !isCopy {
      people = Set(events.flatMap(\.attendees).map { $0.address.lowercased() }).subtracting(organizers)
      if let user { people.remove(user) }
    }
    return people.isEmpty ? nil : (event, people, isCopy)
  }

  // MARK: The scope of a change

  package func scopeRemark(on events: [CalendarEvent]) -> String? {
    var people: Set<String> = []
    for calendar in listedCalendars where calendar.account != nil {
      let notification = possibleNotification(
        about: events.filter { $0.id.calendar == calendar.id }, in: calendar)
      // The card already says that only the user's copy changes.
      if notification?.isCopy == true, events.count == 1 { return nil }
      people.formUnion(notification?.people ?? [])
    }
    guard !people.isEmpty else { return nil }
    return phrases.translator.trn(
      "The server may notify {count} person of this change.",
      "The server may notify {count} people of this change.", people.count)
  }

  package func applyWithoutAsking(_ apply: () -> Void) { applyWithoutAsking(if: true, apply) }

  /// Applies a change. If the user has already chosen its scope, the card with the choices said that the server may
  /// notify people, so the user is not asked again.
  package func applyWithoutAsking(if hasChosenScope: Bool, _ apply: () -> Void) {
    let hadUserAgreed = hasUserAgreed
    defer { hasUserAgreed = hadUserAgreed }
    hasUserAgreed = hasChosenScope
    apply()
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
    guard isCopy else {
      return t.tr(
        "“{title}” has attendees, and the server for “{calendar}” may send them messages about this change.",
        ["title": title, "calendar": calendar])
    }
    return t.tr(
      "“{title}” is organized by {organizer}. The server for “{calendar}” may notify {organizer} of this change.",
      ["title": title, "calendar": calendar, "organizer": event.organizer?.name ?? ""])
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
