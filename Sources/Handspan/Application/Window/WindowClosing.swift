import CGtk
import CalendarSession
import CalendarText
import GtkSupport

/// Closes a window. It waits for pending writes, and asks the user before changes are lost.
@MainActor
final class WindowClosing {
  /// Closes the editor and keeps the typed text.
  var closeEditor: () -> Void = {}
  /// Ends the active interaction.
  var endInteraction: () -> Void = {}
  /// Called when the window may be destroyed.
  var onFinished: () -> Void = {}
  /// Whether the window is closing.
  private(set) var isClosing = false

  private let session: CalendarSession
  private let dialogs: WindowDialogs
  private let translator: Translator
  /// Whether the program has to terminate.
  private var isEnding = false
  /// The alert shown while closing waits for the disk.
  private var waitingAlert: Alert?
  /// Shows `waitingAlert` again.
  private var showWaiting: (() -> Void)?
  /// The open alert about unsaved changes, if any.
  private var question: Alert?

  init(_ session: CalendarSession, _ dialogs: WindowDialogs, _ translator: Translator) {
    (self.session, self.dialogs, self.translator) = (session, dialogs, translator)
  }

  /// How long closing waits for the disk before it shows an alert, in milliseconds.
  private static let patience: guint = 2_000
  /// How long after the user has chosen to wait the alert is shown again, in milliseconds.
  private static let longPatience: guint = 30_000

  /// Called when the window is requested to close.
  ///
  /// - Returns: true, because the window stays open for now.
  func requested() -> Bool {
    guard !isClosing else {
      showWaiting?()
      return true
    }
    isClosing = true
    Task {
      let unsaved = await settle(within: Self.patience) { [weak self] giveUp in self?.sayWaiting(giveUp) }
      showWaiting = nil
      if let reason = unsaved?.first {
        isClosing = false
        let t = translator
        switch await askAboutLoss(
          reason, button: t.tr("Close Without Saving"), keeping: t.tr("Close and Keep Changes"))
        {
        case .stay: return
        case .lose: await session.discardUnsaved()
        case .keep: break
        }
        isClosing = true
      }
      await finish(isSettled: unsaved != nil)
    }
    return true
  }

  /// Closes without asking, because the program has to terminate. Changes that could not be saved are kept
  /// and offered at the next start.
  func end() {
    guard !isEnding else { return }
    (isEnding, isClosing) = (true, true)
    Task {
      let unsaved = await settle(within: Self.patience) { giveUp in giveUp() }
      await finish(isSettled: unsaved != nil)
    }
  }

  /// - Parameter isSettled: whether all writes have finished. Changes that could not be saved have been kept
  ///   already then.
  private func finish(isSettled: Bool) async {
    if !isSettled, !session.isSaved { await session.keepUnsaved() }
    // The sample is a temporary copy that is deleted with the window.
    if isSettled, case .sample = session.source { await session.discardUnsaved() }
    if isSettled { await session.endLookingAtReplaced() }
    onFinished()
  }

  /// Ends the active interaction and waits until all changes are on disk, including those made while waiting.
  ///
  /// - Returns: a message about each file that could not be saved.
  func settle() async -> [String] {
    closeEditor()
    while true {
      endInteraction()
      let made = session.changeCount
      let unsaved = await session.finish()
      endInteraction()
      if session.changeCount == made { return unsaved }
    }
  }

  /// Does the same as `settle()`, for a disk that may not respond.
  ///
  /// - Parameter late: called if the disk has not responded in time and changes are not saved. Its argument
  ///   is a closure that ends the wait.
  /// - Returns: nil if that closure ended the wait.
  private func settle(
    within milliseconds: guint, late: @escaping @MainActor (_ giveUp: @escaping @MainActor () -> Void) -> Void
  ) async -> [String]? {
    await withCheckedContinuation { continuation in
      var waiting: CheckedContinuation<[String]?, Never>? = continuation
      func answer(_ unsaved: [String]?) {
        let continuation = waiting
        waiting = nil
        continuation?.resume(returning: unsaved)
      }
      Task {
        answer(await settle())
        waitingAlert?.close()
      }
      afterMilliseconds(milliseconds) { [weak self] in
        guard let self, waiting != nil else { return false }
        // No change is lost if only a check for changes on disk is pending.
        if self.session.isSaved { answer([]) } else { late { answer(nil) } }
        return false
      }
    }
  }

  /// Shows what closing is waiting for, and offers to close anyway.
  private func sayWaiting(_ giveUp: @escaping @MainActor () -> Void) {
    showWaiting = { [weak self] in self?.askToWait(giveUp) }
    askToWait(giveUp)
  }

  private func askToWait(_ giveUp: @escaping @MainActor () -> Void) {
    if let waitingAlert { return waitingAlert.present() }
    let t = translator
    let path = session.awaitedLocation?.text ?? ""
    let alert = dialogs.alert(
      t.tr("Still Saving"),
      t.tr(
        "“{path}” does not respond. Wait, or close now: your changes are kept and offered at the next start.",
        ["path": path]))
    alert.add("wait", t.tr("Keep Waiting"))
    alert.add("close", t.tr("Close and Keep Changes"))
    alert.setResponses(onClose: "wait")
    waitingAlert = alert
    dialogs.ask(alert) { [weak self] response in
      guard let self else { return }
      self.waitingAlert = nil
      if response == "close" { return giveUp() }
      afterMilliseconds(Self.longPatience) { [weak self] in
        self?.showWaiting?()
        return false
      }
    }
  }

  /// The user's decision about changes that could not be saved.
  enum Loss {
    /// Keep the window open.
    case stay
    /// Discard them.
    case lose
    /// Keep them and offer them at the next start.
    case keep
  }

  /// Asks what to do with changes that could not be saved. If the question is already open, it is brought to
  /// the front, and the result is `stay`.
  ///
  /// - Parameters:
  ///   - reason: the message about why they could not be saved.
  ///   - button: the label of the button that discards them.
  ///   - keeping: the label of the button that keeps them; nil if that is not offered.
  func askAboutLoss(_ reason: String, button: String, keeping: String? = nil) async -> Loss {
    if let question {
      question.present()
      return .stay
    }
    let t = translator
    let alert = dialogs.alert(t.tr("Unsaved Changes"), reason)
    question = alert
    alert.add("stay", t.tr("Keep Open"))
    alert.add("lose", button, ADW_RESPONSE_DESTRUCTIVE)
    if let keeping { alert.add("keep", keeping) }
    alert.setResponses(onClose: "stay")
    return await withCheckedContinuation { answer in
      dialogs.ask(alert) { [weak self] response in
        self?.question = nil
        switch response {
        case "lose": answer.resume(returning: .lose)
        case "keep": answer.resume(returning: .keep)
        default: answer.resume(returning: .stay)
        }
      }
    }
  }
}
