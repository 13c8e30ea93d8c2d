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

  init(
    _ session: CalendarSession, _ dialogs: WindowDialogs, _ toasts: WindowToasts,
    isClosing: @escaping () -> Bool
  ) {
    (self.session, self.dialogs, self.toasts, self.isClosing) = (session, dialogs, toasts, isClosing)
  }

  /// The maximum number of paths that the alert lists.
  private static let maximumPathCount = 3

  /// Asks the user once about each change, or calls `onEnd` if there is nothing to ask. Does nothing while an earlier
  /// question is still open.
  func present() async {
    guard !isPresenting else { return }
    isPresenting = true
    let pendingChanges = await session.pendingChanges().filter { !offeredChanges.contains($0) }
    offeredChanges.formUnion(pendingChanges)
    guard !pendingChanges.isEmpty, !isClosing() else {
      isPresenting = false
      return await onEnd()
    }
    let t = session.phrases.translator
    let count = pendingChanges.reduce(0) { $0 + $1.count }
    var lines = pendingChanges.prefix(Self.maximumPathCount).map { t.tr("“{path}”", ["path": $0.path]) }
    let unlistedCount = pendingChanges.count - lines.count
    if unlistedCount > 0 { lines.append(session.phrases.moreCount(unlistedCount)) }
    let alert = dialogs.makeAlert(
      t.trn("{count} Change Was Not Saved", "{count} Changes Were Not Saved", count),
      t.tr(
        "Handspan was closed before it could save changes to:\n{files}\nSave them now?",
        ["files": lines.joined(separator: "\n")]))
    alert.add("later", t.tr("Ask Again Later"))
    alert.add("discard", t.tr("Discard"), ADW_RESPONSE_DESTRUCTIVE)
    alert.add("apply", t.tr("Save"), ADW_RESPONSE_SUGGESTED)
    alert.setResponses(onEnter: "apply", onClose: "later")
    dialogs.ask(alert) { [weak self] response in
      Task {
        await self?.handle(response, to: pendingChanges)
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
    default: break
    }
  }
}
