import CGtk
import CalendarSession
import CalendarText
import GtkSupport

/// Closes a window: waits for the disk, and asks before anything is lost.
@MainActor
final class WindowClosing {
  /// Ends editing, and keeps what was typed.
  var closeEditor: () -> Void = {}
  /// Ends what is in hand.
  var endInteraction: () -> Void = {}
  /// Called once the window can go.
  var onFinished: () -> Void = {}
  /// Whether the window is about to go.
  private(set) var isClosing = false

  private let session: CalendarSession
  private let dialogs: WindowDialogs
  private let translator: Translator
  /// Whether the program was told to end.
  private var isEnding = false
  /// The sign that closing waits for the disk.
  private var waitingAlert: Alert?
  /// Brings back the sign that closing waits for the disk.
  private var showWaiting: (() -> Void)?
  /// The question that is being asked, if any.
  private var question: Alert?

  init(_ session: CalendarSession, _ dialogs: WindowDialogs, _ translator: Translator) {
    (self.session, self.dialogs, self.translator) = (session, dialogs, translator)
  }

  /// Milliseconds that closing waits for the disk without a word.
  private static let patience: guint = 2_000
  /// Milliseconds until the word is said again to somebody who wants to wait.
  private static let longPatience: guint = 30_000

  /// The window is asked to close.
  ///
  /// - Returns: whether it stays open for now.
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

  /// Closes without a question: the program is told to end. What could not be saved is kept and offered the next time.
  func end() {
    guard !isEnding else { return }
    (isEnding, isClosing) = (true, true)
    Task {
      let unsaved = await settle(within: Self.patience) { giveUp in giveUp() }
      await finish(isSettled: unsaved != nil)
    }
  }

  /// - Parameter isSettled: whether the disk has answered; what it refused is kept already then.
  private func finish(isSettled: Bool) async {
    if !isSettled, !session.isSaved { await session.keepUnsaved() }
    // The sample is nobody's, and gone with the window.
    if isSettled, case .sample = session.source { await session.discardUnsaved() }
    if isSettled { await session.endLookingAtReplaced() }
    onFinished()
  }

  /// Ends what is in hand and waits until all of it is on disk, with what is done while waiting.
  ///
  /// - Returns: what could not be saved, in words.
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

  /// The same for a disk that may not answer.
  ///
  /// - Parameter late: called when it has not answered after some milliseconds and something is not saved, with what
  ///   gives up waiting.
  /// - Returns: nil where that was given up.
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
        // What only has not been looked at is not lost.
        if self.session.isSaved { answer([]) } else { late { answer(nil) } }
        return false
      }
    }
  }

  /// Says what closing waits for, and offers to close all the same.
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

  /// What is to become of what could not be saved.
  enum Loss {
    /// Nothing is closed.
    case stay
    /// It is given up.
    case lose
    /// It is kept and offered the next time.
    case keep
  }

  /// Asks what is to become of what could not be saved. While that is being asked already, that question is brought to
  /// the front, and the answer is to stay.
  ///
  /// - Parameters:
  ///   - reason: why it could not be saved.
  ///   - button: what is done all the same.
  ///   - keeping: what is done so that it is not lost; nil where that is not offered.
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
