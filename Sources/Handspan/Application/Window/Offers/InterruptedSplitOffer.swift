import CGtk
import CalendarModel
import CalendarSession
import CalendarText
import GtkSupport

/// Offers to repair series whose later occurrences are in two files because a split was interrupted.
@MainActor
final class InterruptedSplitOffer {
  private let session: CalendarSession
  private let dialogs: WindowDialogs
  private let isClosing: () -> Bool
  private var isPresenting = false
  /// The later parts of the splits that have been offered for repair in this run.
  private var offeredParts: Set<EventID> = []

  init(_ session: CalendarSession, _ dialogs: WindowDialogs, isClosing: @escaping () -> Bool) {
    (self.session, self.dialogs, self.isClosing) = (session, dialogs, isClosing)
  }

  /// Asks about the interrupted splits one at a time, and about each only once.
  func present() async {
    guard !isPresenting else { return }
    isPresenting = true
    let split = await session.interruptedSplits().first { !offeredParts.contains($0.laterPart.id) }
    guard let split, !isClosing() else {
      await session.forgetFinishedSplits()
      return isPresenting = false
    }
    offeredParts.insert(split.laterPart.id)
    let phrases = session.phrases
    let t = phrases.translator
    let alert = dialogs.makeAlert(
      t.tr("Interrupted Change"), phrases.interruptedSplit(split, in: session.displayZone))
    alert.add("later", t.tr("Ask Again Later"))
    alert.add("withdraw", t.tr("Discard"))
    alert.add("complete", t.tr("Finish"))
    // Both answers delete occurrences, so neither is the default.
    alert.setResponses(onEnter: "later", onClose: "later")
    dialogs.ask(alert) { [weak self] response in
      switch response {
      case "withdraw": self?.session.withdraw(split)
      case "complete": self?.session.complete(split)
      default: break
      }
      self?.isPresenting = false
      Task { await self?.present() }
    }
  }
}
