import CalendarText
import GtkSupport

/// A wheel for a duration: fine steps for short durations, coarse ones for long. A duration between the steps
/// is kept beside them, and any number of minutes can be typed.
@MainActor
package final class DurationWheel {
  package var pointer: WidgetPointer { wheel.pointer }
  /// Called with the minutes when the wheel has come to rest on another duration.
  package var onCommit: (Int) -> Void = { _ in }

  let wheel: NumberWheel

  /// The steps in minutes: fives up to half an hour, quarters up to two hours, half hours up to four, hours
  /// up to a day.
  static let steps =
    Array(stride(from: 5, to: 30, by: 5)) + Array(stride(from: 30, to: 120, by: 15))
    + Array(stride(from: 120, to: 240, by: 30)) + Array(stride(from: 240, through: 1_440, by: 60))
  /// Maximum duration in minutes: thirty years.
  package static let longest = 30 * 366 * 1_440

  /// A wheel at rest on a duration.
  ///
  /// - Parameters:
  ///   - minutes: 0 to `longest`.
  ///   - name: the accessible label: "Duration".
  package init(phrases: Phrases, minutes: Int = 60, name: String) {
    wheel = NumberWheel(
      phrases: phrases, name: name,
      scale: NumberWheel.Scale(steps: DurationWheel.steps, range: 0...DurationWheel.longest) {
        phrases.duration(seconds: $0 * 60)
      }, value: minutes)
    wheel.onCommitValue = { [weak self] in self?.onCommit($0) }
  }

  /// The duration on which it rests, in minutes.
  package var minutes: Int { wheel.value }

  /// Shows a duration. While the wheel moves, this is delayed until it rests, and dropped if another one was
  /// picked by then.
  ///
  /// - Precondition: `minutes` is 0 to `longest`.
  package func setMinutes(_ minutes: Int) { wheel.setValue(minutes) }

  /// Comes to rest and commits immediately, because the surrounding window is about to close.
  package func finish() { wheel.finish() }
}
