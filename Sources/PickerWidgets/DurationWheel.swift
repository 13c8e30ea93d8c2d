import CalendarText
import GtkSupport

/// A length of time on a wheel: fine steps for what is short, coarse ones for what is long. A length between the steps
/// is held beside them, and any number of minutes can be typed.
@MainActor
package final class DurationWheel {
  package var pointer: WidgetPointer { wheel.pointer }
  /// Called with the minutes, when the wheel has come to rest on another length.
  package var onCommit: (Int) -> Void = { _ in }

  let wheel: NumberWheel

  /// The minutes of the steps: fives to the half hour, quarters to two hours, halves to four, hours to a day.
  static let steps =
    Array(stride(from: 5, to: 30, by: 5)) + Array(stride(from: 30, to: 120, by: 15))
    + Array(stride(from: 120, to: 240, by: 30)) + Array(stride(from: 240, through: 1_440, by: 60))
  /// Minutes of the longest length that is shown: thirty years.
  package static let longest = 30 * 366 * 1_440

  /// A wheel at rest on a length.
  ///
  /// - Parameters:
  ///   - minutes: 0 to `longest`.
  ///   - name: what is so long, for assistive technology: "Duration".
  package init(phrases: Phrases, minutes: Int = 60, name: String) {
    wheel = NumberWheel(
      phrases: phrases, name: name,
      scale: NumberWheel.Scale(steps: DurationWheel.steps, range: 0...DurationWheel.longest) {
        phrases.duration(seconds: $0 * 60)
      }, value: minutes)
    wheel.onCommitValue = { [weak self] in self?.onCommit($0) }
  }

  /// The length on which it rests, in minutes.
  package var minutes: Int { wheel.value }

  /// Shows a length; while the wheel moves, once it rests, unless another was picked by then.
  ///
  /// - Precondition: it is one from 0 to `longest`.
  package func setMinutes(_ minutes: Int) { wheel.setValue(minutes) }

  /// Comes to rest and commits at once: what it stands in is about to close.
  package func finish() { wheel.finish() }
}
