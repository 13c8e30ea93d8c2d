import CGtk
import CalendarStore
import CalendarText
import GtkSupport

// Changes that an earlier run of the program could not save.
extension MainWindow {
  /// The most files that are named.
  private static let mostPaths = 3

  /// Asks once what is to become of them.
  func offerPending() async {
    guard !hasOfferedPending else { return }
    hasOfferedPending = true
    let pending = await session.pendingChanges()
    guard !pending.isEmpty, !isClosing else { return }
    let t = phrases.translator
    let count = pending.reduce(0) { $0 + $1.count }
    var lines = pending.prefix(Self.mostPaths).map { t.tr("“{path}”", ["path": $0.path]) }
    if pending.count > lines.count { lines.append(phrases.more(pending.count - lines.count)) }
    let alert = Alert(
      t.trn("{count} Change Was Not Saved", "{count} Changes Were Not Saved", count),
      t.tr(
        "Handspan was closed before it could save to:\n{files}\nApply what was changed to what is there now?",
        ["files": lines.joined(separator: "\n")]),
      over: pointer.as(GtkWindow.self))
    alert.add("later", t.tr("Ask Again Later"))
    alert.add("discard", t.tr("Discard"), ADW_RESPONSE_DESTRUCTIVE)
    alert.add("apply", t.tr("Apply"), ADW_RESPONSE_SUGGESTED)
    alert.setResponses(onEnter: "apply", onClose: "later")
    ask(alert) { [weak self] response in
      Task { await self?.settle(pending, response) }
    }
  }

  private func settle(_ pending: [PendingChanges], _ response: String) async {
    let t = phrases.translator
    switch response {
    case "discard": await session.discard(pending)
    case "apply":
      let errors = await session.apply(pending)
      guard !errors.isEmpty else { return show(notice: t.tr("The changes are saved")) }
      let alert = Alert(
        t.tr("Not Everything Could Be Saved"), errors.map { $0.message(t.tr) }.joined(separator: "\n"),
        over: pointer.as(GtkWindow.self))
      alert.add("close", t.tr("Close"))
      ask(alert)
    default: break
    }
  }
}
