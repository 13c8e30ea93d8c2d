import CalendarModel
import CalendarStore

/// Asks the user whether a server may notify people, and holds changes back until the answer.
@MainActor
package final class PeopleQuestions {
  /// A change that waits for the user's answer, or for an earlier change.
  struct Change {
    let id: EditID
    /// The change to submit; nil if the store already has it, but does not write it.
    let change: StoreChange?
    /// The question about the change; nil if it only waits for an earlier one.
    let question: NotificationQuestion?
    let consent: Consent
  }

  /// The changes that need not wait any longer, because the user has answered.
  struct Answered {
    let answer: NotificationAnswer
    /// The people whom the question named.
    let people: Set<String>
    /// The changes that the question was about, and those that only waited for them, in the order in which they were
    /// made.
    let changes: [Change]
    /// The notice about the latest of them.
    let notice: CalendarSession.Notice?
  }

  /// Called before a change of which a server may notify people, with a question and a function to call with the
  /// answer. If this is nil, such changes are not saved.
  package var ask: ((NotificationQuestion, @escaping @MainActor (NotificationAnswer) -> Void) -> Void)?

  /// All waiting changes, in the order in which they were made.
  private var changes: [Change] = []
  /// The notice about the latest of them, which is shown once the user has agreed.
  private var notice: CalendarSession.Notice?
  /// The callers that are waiting for the answer.
  private var continuations: [CheckedContinuation<Void, Never>] = []
  /// The task that saves copies of declined changes.
  private var copiesBeingKept: Task<Void, Never>?
  private let store: CalendarStore
  private let reports: SessionReports
  private let carryOut: (Answered) -> Void

  /// - Parameter carryOut: submits or reverts changes that the user has answered about.
  init(_ store: CalendarStore, _ reports: SessionReports, carryOut: @escaping (Answered) -> Void) {
    (self.store, self.reports, self.carryOut) = (store, reports, carryOut)
  }

  /// Whether changes are waiting for the user's answer. An import that waits for it does not count.
  package var isAsking: Bool { !changes.isEmpty }

  /// Returns whether a change is waiting.
  func isHolding(_ id: EditID) -> Bool { changes.contains { $0.id == id } }

  /// Holds a change back until the user has answered.
  func hold(_ change: Change) {
    let isFirst = changes.isEmpty
    changes.append(change)
    // The other changes of a group are made before this task runs.
    if isFirst { Task { askAboutChanges() } }
  }

  /// Forgets the waiting changes, because their calendars are no longer open.
  func discardChanges() { (changes, notice) = ([], nil) }

  /// Shows a notice about a change. If changes are waiting for the user's answer, the notice is shown once the user has
  /// agreed, because until then, it would not be true.
  package func post(_ notice: CalendarSession.Notice) {
    if isAsking { self.notice = notice } else { reports.send(.notice(notice)) }
  }

  private func askAboutChanges() {
    let questions = changes.compactMap(\.question)
    guard let first = questions.first, let ask else { return }
    let question = questions.dropFirst().reduce(first) { $0.adding($1) }
    ask(question) { [weak self] in self?.handle($0, to: question) }
  }

  /// Declines the open question about changes, and all later ones. Call this when the program has to terminate, because
  /// there may be no user to answer them. Copies of the changed events are kept in the conflicts folder. Changes that are only
  /// waiting for an earlier one are submitted.
  package func declineAll() {
    guard ask != nil else { return }
    ask = { _, answer in answer(.declineKeepingCopies) }
    if isAsking { askAboutChanges() }
  }

  /// Changes that came up after the question was asked, and about which others may be notified, go on waiting.
  private func handle(_ answer: NotificationAnswer, to question: NotificationQuestion) {
    guard isAsking else { return }
    let asked = Consent.people(question.people)
    let answeredChanges = Array(changes.prefix { $0.question.map { asked.covers($0.notification) } ?? true })
    changes.removeFirst(answeredChanges.count)
    guard changes.isEmpty else {
      Task { askAboutChanges() }
      return carryOut(
        Answered(answer: answer, people: question.people, changes: answeredChanges, notice: nil))
    }
    let (notice, continuations) = (notice, continuations)
    (self.notice, self.continuations) = (nil, [])
    carryOut(Answered(answer: answer, people: question.people, changes: answeredChanges, notice: notice))
    for continuation in continuations { continuation.resume() }
  }

  /// Asks the user whether a server may notify people, unless there are none.
  ///
  /// - Returns: the people who may be notified; nil if the user has declined.
  func confirm(_ notification: PossibleNotification?, _ kind: NotificationQuestion.Kind) async -> Consent? {
    guard let notification, let ask else { return .nobody }
    let question = NotificationQuestion(event: nil, notification: notification, kind: kind)
    return await withCheckedContinuation { continuation in
      ask(question) { continuation.resume(returning: $0 == .allow ? .people(notification.people) : nil) }
    }
  }

  /// Waits until the user has answered the open question, if there is one.
  func waitForAnswer() async {
    guard isAsking else { return }
    await withCheckedContinuation { continuations.append($0) }
  }

  /// Keeps a copy of each event that declined changes would have added or edited.
  ///
  /// - Parameter unsubmitted: the changes after which the events are copied.
  func keepCopies(of events: [EventID], after unsubmitted: [(StoreChange, EditID)]) {
    let earlierCopies = copiesBeingKept
    copiesBeingKept = Task { [store] in
      await earlierCopies?.value
      for event in events { _ = await store.keepCopy(of: event, after: unsubmitted) }
    }
  }

  /// Waits until all copies are saved.
  func waitForCopies() async { await copiesBeingKept?.value }
}
