import CGtk
import GtkSupport
import TimelineInteraction

/// Announces messages to assistive technology in order, and no faster than a listener can follow.
@MainActor
package final class Announcer {
  private let announceNow: (String) -> Void
  private var queue = AnnouncementQueue()
  private var timer: guint = 0

  /// - Parameter announceNow: announces a message immediately.
  package init(_ announceNow: @escaping @MainActor (String) -> Void) {
    self.announceNow = announceNow
  }

  isolated deinit { if timer != 0 { g_source_remove(timer) } }

  /// Announces a message. If another one has just been announced, this one is delayed for a moment.
  package func announce(_ text: String) {
    queue.add(text)
    announceNext()
  }

  /// Announces the new position of something that moves step by step, unless the next step follows
  /// immediately.
  ///
  /// - Parameter text: returns the text. It is called only when the text is announced.
  package func announceStep(_ text: @escaping () -> String) {
    queue.addStep(time: SteadyClock.seconds, text)
    announceNext()
  }

  /// Records that the focus has moved. Announcements wait until a screen reader has read the focused widget.
  package func focusMoved() { queue.delay(until: SteadyClock.seconds + AnnouncementQueue.pauseAfterFocus) }

  /// Records that the window has become active. Announcements wait until a screen reader has read its focused widget.
  package func windowActivated() {
    queue.delay(until: SteadyClock.seconds + AnnouncementQueue.pauseAfterActivation)
  }

  /// Discards a step that has not been announced yet.
  package func discardStep() { queue.removeStep() }

  /// Discards everything that has not been announced yet.
  package func discardAll() { queue.removeAll() }

  private func announceNext() {
    if timer != 0 { g_source_remove(timer) }
    timer = 0
    if let text = queue.next(time: SteadyClock.seconds) { announceNow(text) }
    guard let deadline = queue.deadline else { return }
    let wait = max(0, deadline - SteadyClock.seconds)
    timer = afterMilliseconds(UInt32(wait * 1_000) + 1) { [weak self] in
      self?.timer = 0
      self?.announceNext()
      return false
    }
  }
}
