/// A queue of messages to be announced by assistive technology, in order and no faster than a listener can
/// follow.
///
/// A message that is added as a step reports the new position of something that moves step by step. A step is
/// delayed for a moment, because another step would make it obsolete: of several quick steps, only the last
/// is announced.
package struct AnnouncementQueue {
  /// The minimum time between two announcements, in seconds.
  static let pause = 0.2
  /// The time without announcements after the focus has moved, in seconds.
  ///
  /// A screen reader first reads the newly focused widget with its description. Before GTK 4.14,
  /// announcements are made by changing this description, and one made during that time would be read twice.
  package static let pauseAfterFocus = 0.4
  /// The time for which a step waits for the next one, in seconds.
  static let stepPause = 0.15
  /// The maximum time for which further steps delay the announcement of a position, in seconds.
  static let longestDelay = 1.0

  private enum Entry {
    case text(String)
    /// A step, with the time of the first step that it replaces and its own time, in seconds.
    case step(() -> String, first: Double, last: Double)
  }

  private var waiting: [Entry] = []
  /// The earliest time at which the next text may be announced, in seconds.
  private var earliest = -Double.infinity

  package init() {}

  /// Adds a message that no other one replaces.
  package mutating func add(_ text: String) { waiting.append(.text(text)) }

  /// Adds a step. If the last entry in the queue is also a step, the new step replaces it.
  ///
  /// - Parameters:
  ///   - time: the current time, in seconds.
  ///   - text: returns the text. It is called only when the text is announced, because most steps are not
  ///     announced.
  package mutating func addStep(time: Double, _ text: @escaping () -> String) {
    var first = time
    if case .step(_, let begin, _)? = waiting.last {
      first = begin
      waiting.removeLast()
    }
    waiting.append(.step(text, first: first, last: time))
  }

  /// Delays all announcements until the given time, in seconds.
  package mutating func wait(until time: Double) { earliest = max(earliest, time) }

  /// Removes the last entry in the queue if it is a step, because something else reports the same position.
  package mutating func removeStep() {
    if case .step? = waiting.last { waiting.removeLast() }
  }

  /// Removes all entries, because the user has started something else that screen readers report on their
  /// own.
  package mutating func removeAll() { waiting.removeAll() }

  /// The time at which `next` returns the next text, in seconds; nil if the queue is empty.
  package var deadline: Double? {
    switch waiting.first {
    case nil: nil
    case .text: earliest
    // A step followed by another entry can no longer be replaced.
    case .step where waiting.count > 1: earliest
    case .step(_, let first, let last):
      max(earliest, min(last + AnnouncementQueue.stepPause, first + AnnouncementQueue.longestDelay))
    }
  }

  /// Removes and returns the text to announce at the given time, in seconds; nil if there is none.
  package mutating func next(time: Double) -> String? {
    guard let deadline, time >= deadline else { return nil }
    earliest = time + AnnouncementQueue.pause
    switch waiting.removeFirst() {
    case .text(let text): return text
    case .step(let text, _, _): return text()
    }
  }
}
