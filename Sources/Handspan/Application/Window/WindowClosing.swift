import CGtk
import CalendarSession
import CalendarText
import GtkSupport

/// Closes a window after pending writes have finished, and asks the user before changes are lost.
@MainActor
final class WindowClosing {
  /// Closes the editor and keeps the typed text.
  var closeEditor: () -> Void = {}
  /// Ends the active interaction.
  var endInteraction: () -> Void = {}
  /// Called when the window can be destroyed.
  var onFinished: () -> Void = {}
  /// Whether the window is closing.
  private(set) var isClosing = false

  private let session: CalendarSession
  private let dialogs: WindowDialogs
  private let translator: Translator
  /// Whether the program has to terminate.
  private var isTerminating = false
  /// Whether `onFinished` has been called.
  private var isFinished = false
  /// The alert that is shown if the window has to wait for the disk.
  private var waitingAlert: Alert?
  /// Shows `waitingAlert` again.
  private var showWaitingAlert: (() -> Void)?
  /// The open alert about unsaved changes, if any.
  private var unsavedChangesAlert: Alert?

  init(_ session: CalendarSession, _ dialogs: WindowDialogs, _ translator: Translator) {
    (self.session, self.dialogs, self.translator) = (session, dialogs, translator)
  }

  /// The time in milliseconds for which the window waits for the disk before it shows an alert or, if the
  /// program has to terminate, stops waiting.
  private static let timeout: guint = 2_000
  /// The time in milliseconds after which the alert is shown again if the user has chosen to wait.
  private static let repeatDelay: guint = 30_000

  /// Handles a request to close the window.
  ///
  /// - Returns: true, because the window stays open for now.
  func handleCloseRequest() -> Bool {
    guard !isClosing else {
      showWaitingAlert?()
      return true
    }
    isClosing = true
    Task {
      let unsavedFileMessages = await saveAll(within: Self.timeout) { [weak self] stopWaiting in
        self?.startWaitingAlert(stopWaiting)
      }
      showWaitingAlert = nil
      // If the program is terminating, `terminate` closes the window without asking the user.
      guard !isTerminating else { return }
      if let reason = unsavedFileMessages?.first {
        isClosing = false
        let t = translator
        switch await askAboutUnsavedChanges(
          reason, discardLabel: t.tr("Close Without Saving"), keepLabel: t.tr("Close and Keep Changes"))
        {
        case .keepOpen: return
        case .discard where !isTerminating: await session.discardStoredChanges()
        case .discard, .keepChanges: break
        }
        guard !isTerminating else { return }
        isClosing = true
      }
      await finish(isSettled: unsavedFileMessages != nil)
    }
    return true
  }

  /// Closes the window without asking the user, because the program has to terminate. Changes that could not
  /// be saved are kept and offered at the next launch. Changes that are still waiting for the user to allow a server to
  /// notify people are not made.
  func terminate() {
    guard !isTerminating else { return }
    (isTerminating, isClosing) = (true, true)
    session.people.declineAll()
    Task {
      let unsavedFileMessages = await saveAll(within: Self.timeout) { stopWaiting in stopWaiting() }
      await finish(isSettled: unsavedFileMessages != nil)
    }
  }

  /// Stores unsaved changes for the next launch, and reports that the window can be destroyed.
  ///
  /// - Parameter isSettled: whether all writes have finished. In that case, changes that could not be saved
  ///   have already been stored.
  private func finish(isSettled: Bool) async {
    if !isSettled, !session.isSaved { await session.storeUnsavedChanges() }
    // The sample is a temporary copy that is deleted when the window closes.
    if isSettled, case .sample = session.source { await session.discardStoredChanges() }
    if isSettled { await session.finishCheckingReplacedFiles() }
    guard !isFinished else { return }
    isFinished = true
    onFinished()
  }

  /// Ends the active interaction and waits until all changes are on disk, including those made while waiting.
  ///
  /// - Returns: a message about each file that could not be saved.
  func saveAll() async -> [String] {
    closeEditor()
    while true {
      endInteraction()
      let changeCount = session.changeCount
      let unsavedFileMessages = await session.finishSaving()
      endInteraction()
      if session.changeCount == changeCount { return unsavedFileMessages }
    }
  }

  /// Does the same as `saveAll()`, but allows the caller to stop waiting for a disk that does not respond.
  ///
  /// - Parameter onTimeout: called if the disk does not respond in time and changes are not saved. Its
  ///   argument is a closure that ends the wait.
  /// - Returns: a message about each file that could not be saved; nil if the wait ended early.
  private func saveAll(
    within milliseconds: guint,
    onTimeout: @escaping @MainActor (_ stopWaiting: @escaping @MainActor () -> Void) -> Void
  ) async -> [String]? {
    await withCheckedContinuation { continuation in
      var pendingContinuation: CheckedContinuation<[String]?, Never>? = continuation
      func resumeOnce(_ unsavedFileMessages: [String]?) {
        let continuation = pendingContinuation
        pendingContinuation = nil
        continuation?.resume(returning: unsavedFileMessages)
      }
      Task {
        resumeOnce(await saveAll())
        waitingAlert?.close()
      }
      afterMilliseconds(milliseconds) { [weak self] in
        guard let self, pendingContinuation != nil else { return false }
        // The window is still asking the user.
        if self.session.people.isAsking { return true }
        // If all changes are saved and no undo is being carried out, only a check for changes on disk is pending, and
        // any later checks are waiting for it. No change can be lost, so the window closes without these checks.
        if self.session.isSaved, !self.session.steps.hasUnfinished {
          resumeOnce(nil)
        } else {
          onTimeout { resumeOnce(nil) }
        }
        return false
      }
    }
  }

  /// Shows which file the window is waiting for, and offers to close anyway.
  private func startWaitingAlert(_ stopWaiting: @escaping @MainActor () -> Void) {
    showWaitingAlert = { [weak self] in self?.askToWait(stopWaiting) }
    askToWait(stopWaiting)
  }

  private func askToWait(_ stopWaiting: @escaping @MainActor () -> Void) {
    if let waitingAlert { return waitingAlert.present() }
    let t = translator
    let path = session.unsavedLocation?.text ?? ""
    let alert = dialogs.makeAlert(
      t.tr("Still Saving"),
      t.tr(
        "“{path}” is not responding. Wait, or close now: your changes are kept, and Handspan offers to save them the next time it starts.",
        ["path": path]))
    alert.add("wait", t.tr("Keep Waiting"))
    alert.add("close", t.tr("Close and Keep Changes"))
    alert.setResponses(onClose: "wait")
    waitingAlert = alert
    dialogs.ask(alert) { [weak self] response in
      guard let self else { return }
      self.waitingAlert = nil
      if response == "close" { return stopWaiting() }
      afterMilliseconds(Self.repeatDelay) { [weak self] in
        self?.showWaitingAlert?()
        return false
      }
    }
  }

  /// The user's decision about changes that could not be saved.
  enum UnsavedChoice {
    /// Keep the window open.
    case keepOpen
    /// Discard the changes.
    case discard
    /// Keep the changes and offer them at the next launch.
    case keepChanges
  }

  /// Asks what to do with changes that could not be saved. If the question is already open, it is brought to
  /// the front, and the result is `keepOpen`.
  ///
  /// - Parameters:
  ///   - reason: a message that explains why the changes could not be saved.
  ///   - discardLabel: the label of the button that discards the changes.
  ///   - keepLabel: the label of the button that keeps the changes; nil to omit that button.
  func askAboutUnsavedChanges(_ reason: String, discardLabel: String, keepLabel: String? = nil) async
    -> UnsavedChoice
  {
    if let unsavedChangesAlert {
      unsavedChangesAlert.present()
      return .keepOpen
    }
    let t = translator
    let alert = dialogs.makeAlert(t.tr("Unsaved Changes"), reason)
    unsavedChangesAlert = alert
    alert.add("stay", t.tr("Keep Open"))
    alert.add("lose", discardLabel, ADW_RESPONSE_DESTRUCTIVE)
    if let keepLabel { alert.add("keep", keepLabel) }
    alert.setResponses(onClose: "stay")
    return await withCheckedContinuation { continuation in
      dialogs.ask(alert) { [weak self] response in
        self?.unsavedChangesAlert = nil
        switch response {
        case "lose": continuation.resume(returning: .discard)
        case "keep": continuation.resume(returning: .keepChanges)
        default: continuation.resume(returning: .keepOpen)
        }
      }
    }
  }
}
