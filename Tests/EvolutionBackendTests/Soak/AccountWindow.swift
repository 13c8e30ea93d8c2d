import CalendarModel
import CalendarText
import TestExtent

@testable import CalendarSession
@testable import CalendarStore

/// The user of a window: changes events at random, and records what became of each change.
@MainActor
final class AccountWindow {
  let session: CalendarSession
  private let calendar: CalendarID
  private let backend: RecordingBackend
  /// The changes in the order in which they were made.
  private(set) var changes: [(id: EditID, change: AccountChange)] = []
  /// What the user was told.
  private(set) var messages: [String] = []
  /// The changes whose end was reported just now, without saying yet that they were refused.
  private var settledNow: Set<EditID> = []
  private var unsettled: Set<EditID> = []
  /// The objects whose write has no known outcome and was reported as unsaved or refused.
  private(set) var toldUnknowns: Set<ObjectKey> = []
  private(set) var toldUnknownCount = 0
  /// Objects that counted as saved although nobody knew.
  private(set) var untoldUnknowns: [ObjectKey] = []
  private var number = 0

  init(_ store: CalendarStore, calendar: CalendarID, backend: RecordingBackend) {
    (self.calendar, self.backend) = (calendar, backend)
    session = CalendarSession(phrases: Phrases(), displayZone: .utc, store: store)
    session.reports.observer = { [weak self] in
      switch $0 {
      case .savedStateChanged: self?.settle()
      case .failure(let text, _): self?.tell(text)
      default: break
      }
    }
  }

  /// Records the changes that are no longer waiting, and compares what is reported with what is known.
  private func settle() {
    let waiting = session.pendingEdits.unsavedEditIDs
    settledNow = unsettled.subtracting(waiting)
    unsettled.subtract(settledNow)
    for index in changes.indices where settledNow.contains(changes[index].id) {
      changes[index].change.end = .now
    }
    checkUnknowns()
    // A refusal is told at once.
    Task { settledNow = [] }
  }

  private func checkUnknowns() {
    let unknown = backend.unknownObjects
    toldUnknowns.formIntersection(unknown)
    if session.saveFailureMessage != nil { recordAsTold(unknown) }
    if session.isSaved { untoldUnknowns += unknown.subtracting(toldUnknowns) }
  }

  private func recordAsTold(_ unknown: Set<ObjectKey>) {
    toldUnknownCount += unknown.subtracting(toldUnknowns).count
    toldUnknowns.formUnion(unknown)
  }

  private func tell(_ text: String) {
    messages.append(text)
    recordAsTold(backend.unknownObjects)
    for index in changes.indices where settledNow.contains(changes[index].id) {
      changes[index].change.refusal = text
    }
    settledNow = []
  }

  /// The events that another client deleted while a change was waiting.
  private(set) var waitingUIDs: Set<String> = []

  /// Records the changes that still wait in the end. The user must have been told.
  func recordWaitingChanges() {
    guard let message = session.saveFailureMessage else { return }
    for index in changes.indices where session.pendingEdits.change(changes[index].id) != nil {
      changes[index].change.refusal = message
      waitingUIDs.insert(changes[index].change.uid)
    }
  }

  /// The shown events, by UID.
  var events: [String: [AccountEvent]] {
    let days = Samples.time(1, 0).day..<Samples.time(31, 0).day
    return Dictionary(grouping: session.occurrences(in: days).map(\.event), by: \.id.uid.text)
      .mapValues { $0.map { AccountEvent($0) } }
  }

  /// Makes one change, or undoes the last one.
  func change(using random: inout SeededRandom) {
    number += 1
    let days = Samples.time(1, 0).day..<Samples.time(31, 0).day
    let shown = session.occurrences(in: days).map(\.event).sorted { $0.id.uid < $1.id.uid }
    let kind = random.below(10)
    guard kind > 1, shown.count > 3, let event = shown.randomElement(using: &random) else {
      if kind == 1, session.canUndo { return undo() }
      guard shown.count < 14 else { return }
      let id = EventID(
        calendar: calendar, file: ByteString("mine-\(number).ics"), uid: ByteString("mine-\(number)"))
      let times = Samples.times(2 + random.below(20), random.below(20), random.below(60))
      return apply(.add(CalendarEvent(id: id, times: times, summary: "Mine \(number)")))
    }
    let edit: EventEdit.Change =
      switch kind {
      case 2: .delete
      case 3...5: .move(Samples.times(2 + random.below(20), random.below(20), random.below(60)))
      default: .set([.summary("Mine \(number)")])
      }
    apply(EventEdit(target: event.id, change: edit))
  }

  private func apply(_ edit: EventEdit) {
    record(edit, isUndo: false) { session.apply(edit) }
  }

  private func undo() {
    guard let edit = session.steps.nextUndo?.parts.first?.edit else { return }
    record(edit, isUndo: true) { _ = session.undo() }
  }

  private func record(_ edit: EventEdit, isUndo: Bool, _ perform: () -> Void) {
    let (earlier, begin) = (session.pendingEdits.unsavedEditIDs, ContinuousClock.now)
    perform()
    // A change that is refused at once is not submitted.
    let uid = edit.target.uid.text
    guard let id = session.pendingEdits.unsavedEditIDs.subtracting(earlier).first else { return }
    let aspects: Set<AccountChange.Aspect> =
      switch edit.change {
      case .add: isUndo ? [.existence] : Set(AccountChange.Aspect.allCases)
      case .delete: isUndo ? Set(AccountChange.Aspect.allCases) : [.existence]
      case .set: [.summary]
      default: [.start]
      }
    let event = events[uid]?.first
    let description =
      "\(isUndo ? "undo" : "mine"): \(event.map { "\($0.summary) at \($0.start)" } ?? "deleted")"
    unsettled.insert(id)
    changes.append(
      (
        id,
        AccountChange(
          uid: uid, isOwn: true, aspects: aspects, event: event, begin: begin, end: begin + .seconds(100_000),
          text: description)
      ))
  }
}
