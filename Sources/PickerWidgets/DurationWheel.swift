import CalendarText
import GtkSupport

/// A wheel for a duration, with fine steps for short durations and coarse ones for long durations. A duration
/// between two steps is added as an extra item, and any number of minutes can be typed.
@MainActor
package final class DurationWheel {
  package var gtkWidget: WidgetPointer { wheel.gtkWidget }
  /// Called with the number of minutes when the wheel has come to rest on a different duration.
  package var onCommit: (Int) -> Void = { _ in }

  let wheel: NumberWheel

  /// The steps, in minutes: 5 minutes apart up to half an hour, 15 up to two hours, 30 up to four hours, and
  /// 60 up to a day.
  static let steps =
    Array(stride(from: 5, to: 30, by: 5)) + Array(stride(from: 30, to: 120, by: 15))
    + Array(stride(from: 120, to: 240, by: 30)) + Array(stride(from: 240, through: 1_440, by: 60))
  /// The maximum duration, in minutes: thirty years.
  package static let maximumMinutes = 30 * 366 * 1_440

  /// Creates a wheel at rest on a duration.
  ///
  /// - Parameters:
  ///   - minutes: the duration in minutes, from 0 to `maximumMinutes`.
  ///   - name: the accessible label, for example "Duration".
  package init(phrases: Phrases, minutes: Int = 60, name: String) {
    wheel = NumberWheel(
      phrases: phrases, name: name,
      scale: NumberWheel.Scale(
        steps: DurationWheel.steps, range: 0...DurationWheel.maximumMinutes,
        spokenText: { phrases.spokenDuration(seconds: $0 * 60) }
      ) { phrases.duration(seconds: $0 * 60) }, value: minutes)
    wheel.onCommitValue = { [weak self] in self?.onCommit($0) }
  }

  /// The duration on which the wheel rests, in minutes.
  package var minutes: Int { wheel.value }

  /// Shows a duration. While the wheel is moving, the change is delayed until the wheel comes to rest, and is
  /// dropped if the user has picked a different duration by then.
  ///
  /// - Precondition: `minutes` is between 0 and `maximumMinutes`.
  package func setMinutes(_ minutes: Int) { wheel.setValue(minutes) }

  /// Comes to rest and commits immediately. Call this when the surrounding window is about to close.
  package func finish() { wheel.finish() }
}
