import CGtk
import CalendarSession
import CalendarStore
import CalendarText
import GtkSupport

/// Asks what to do with changes that an earlier run of the program could not save.
@MainActor
final class PendingChangesOffer {
  private let session: CalendarSession
  private let dialogs: WindowDialogs
  private let toasts: WindowToasts
  private let isClosing: () -> Bool
  /// Called when there is nothing to ask, or after the user has answered.
  var onEnd: () async -> Void = {}
  /// The changes that have been offered to the user.
  private var offeredChanges: Set<PendingChanges> = []
  private var isPresenting = false
  /// Whether calendars became available while the changes were being collected.
  private var mayHaveMore = false

  init(
    _ session: CalendarSession, _ dialogs: WindowDialogs, _ toasts: WindowToasts,
    isClosing: @escaping () -> Bool
  ) {
    (self.session, self.dialogs, self.toasts, self.isClosing) = (session, dialogs, toasts, isClosing)
  }

  /// The maximum number of paths that the alert lists.
  private static let maximumPathCount = 3

  /// Asks the user once about each change, or calls `onEnd` if there is nothing to ask. While an earlier
  /// question is still open, the next one waits.
  func present() async {
    guard !isPresenting else {
      mayHaveMore = true
      return
    }
    (isPresenting, mayHaveMore) = (true, false)
    let pendingChanges = await session.pendingChanges().filter { !offeredChanges.contains($0) }
    offeredChanges.formUnion(pendingChanges)
    guard !pendingChanges.isEmpty, !isClosing() else { return await presentChangesToRemovedCalendars() }
    let t = session.phrases.translator
    ask(
      about: pendingChanges,
      t.tr(
        "Handspan was closed before it could save changes to:\n{files}\nSave them now?",
        ["files": list(of: pendingChanges)]), ("apply", t.tr("Save")))
  }

  /// Asks about changes that cannot be saved any more, because their calendar is no longer in an account.
  private func presentChangesToRemovedCalendars() async {
    let changes = await session.changesToRemovedCalendars().filter { !offeredChanges.contains($0) }
    guard !changes.isEmpty, !isClosing() else {
      isPresenting = false
      return mayHaveMore ? await present() : await onEnd()
    }
    offeredChanges.formUnion(changes)
    let t = session.phrases.translator
    ask(
      about: changes,
      t.tr(
        "Handspan was closed before it could save changes to calendars that are no longer in your online accounts:\n{files}\nSave a copy that you can import?",
        ["files": list(of: changes)]), ("copy", t.tr("Save a Copy")))
  }

  private func list(of changes: [PendingChanges]) -> String {
    let t = session.phrases.translator
    var lines = changes.prefix(Self.maximumPathCount).map { t.tr("“{path}”", ["path": $0.path]) }
    let unlistedCount = changes.count - lines.count
    if unlistedCount > 0 { lines.append(session.phrases.moreCount(unlistedCount)) }
    return lines.joined(separator: "\n")
  }

  private func ask(
    about changes: [PendingChanges], _ text: String, _ saving: (response: String, label: String)
  ) {
    let t = session.phrases.translator
    let count = changes.reduce(0) { $0 + $1.count }
    let alert = dialogs.makeAlert(
      t.trn("{count} Change Was Not Saved", "{count} Changes Were Not Saved", count), text)
    alert.add("later", t.tr("Ask Again Later"))
    alert.add("discard", t.tr("Discard"), ADW_RESPONSE_DESTRUCTIVE)
    alert.add(saving.response, saving.label, ADW_RESPONSE_SUGGESTED)
    alert.setResponses(onEnter: saving.response, onClose: "later")
    dialogs.ask(alert) { [weak self] response in
      Task {
        await self?.handle(response, to: changes)
        self?.isPresenting = false
        // Another calendar may have become available in the meantime.
        await self?.present()
      }
    }
  }

  private func handle(_ response: String, to pendingChanges: [PendingChanges]) async {
    let t = session.phrases.translator
    switch response {
    case "discard": await session.discard(pendingChanges)
    case "apply":
      let errors = await session.apply(pendingChanges)
      guard !errors.isEmpty else { return toasts.showToast(t.tr("The changes were saved")) }
      dialogs.showMessage(
        t.tr("Some Changes Could Not Be Saved"), errors.map { $0.message(t) }.joined(separator: "\n"))
    case "copy":
      let paths = await session.saveCopies(of: pendingChanges)
      guard paths.count == pendingChanges.count else {
        return dialogs.showMessage(
          t.tr("Some Changes Could Not Be Saved"), t.tr("They will be offered again when Handspan starts."))
      }
      toasts.showToast(
        t.tr(
          "Saved as “{path}”",
          ["path": paths.joined(separator: "”, “")]))
    default: break
    }
  }
}
