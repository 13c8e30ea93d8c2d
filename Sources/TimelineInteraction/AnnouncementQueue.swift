/// A queue of messages that assistive technology announces in order, and no faster than a listener can follow.
///
/// A step is a message with the new position of something that moves step by step. It is delayed for a
/// moment, because the next step may make it obsolete: of several quick steps, only the last is announced.
package struct AnnouncementQueue {
  /// The minimum time between two announcements, in seconds.
  static let pause = 0.2
  /// The time without announcements after the focus has moved, in seconds.
  ///
  /// A screen reader first reads the newly focused widget and its description. Before GTK 4.14, Handspan
  /// announces a message by changing this description, so a message announced too early would be read twice.
  package static let pauseAfterFocus = 0.4
  /// The time in seconds without announcements after the window has become active, for example because a dialog
  /// has closed. A screen reader then reads the window and the groups that contain the focused widget before the
  /// widget itself.
  package static let pauseAfterActivation = 0.8
  /// The time for which a step waits for the next one, in seconds.
  static let stepPause = 0.15
  /// The maximum time for which further steps delay the announcement of a position, in seconds.
  static let longestDelay = 1.0

  private enum Entry {
    case text(String)
    /// A step, with the time of the first step that it replaces and its own time, in seconds.
    case step(() -> String, firstTime: Double, lastTime: Double)
  }

  private var entries: [Entry] = []
  /// The earliest time at which the next text may be announced, in seconds.
  private var earliestNextTime = -Double.infinity

  package init() {}

  /// Adds a message that later ones do not replace.
  package mutating func add(_ text: String) { entries.append(.text(text)) }

  /// Adds a step. If the last entry in the queue is also a step, the new step replaces it.
  ///
  /// - Parameters:
  ///   - time: the current time, in seconds.
  ///   - text: returns the text. It is called only when the text is announced, because most steps are not
  ///     announced.
  package mutating func addStep(time: Double, _ text: @escaping () -> String) {
    var firstTime = time
    if case .step(_, let replacedFirstTime, _)? = entries.last {
      firstTime = replacedFirstTime
      entries.removeLast()
    }
    entries.append(.step(text, firstTime: firstTime, lastTime: time))
  }

  /// Delays all announcements until the given time, in seconds.
  package mutating func delay(until time: Double) { earliestNextTime = max(earliestNextTime, time) }

  /// Removes the last entry in the queue if it is a step, because something else reports the same position.
  package mutating func removeStep() {
    if case .step? = entries.last { entries.removeLast() }
  }

  /// Removes all entries, because the user has started something that screen readers report themselves.
  package mutating func removeAll() { entries.removeAll() }

  /// The time at which `next` returns the next text, in seconds; nil if the queue is empty.
  package var deadline: Double? {
    switch entries.first {
    case nil: nil
    case .text: earliestNextTime
    // A step followed by another entry can no longer be replaced.
    case .step where entries.count > 1: earliestNextTime
    case .step(_, let firstTime, let lastTime):
      max(
        earliestNextTime,
        min(lastTime + AnnouncementQueue.stepPause, firstTime + AnnouncementQueue.longestDelay))
    }
  }

  /// Removes and returns the text to announce at the given time, in seconds; nil if there is none.
  package mutating func next(time: Double) -> String? {
    guard let deadline, time >= deadline else { return nil }
    earliestNextTime = time + AnnouncementQueue.pause
    switch entries.removeFirst() {
    case .text(let text): return text
    case .step(let text, _, _): return text()
    }
  }
}
