import CGtk
import GtkSupport

/// Announces texts to assistive technology in order, and no faster than a listener can follow.
@MainActor
final class Announcer {
  /// Milliseconds between two texts: a listener can follow five texts a second.
  private static let pause: UInt32 = 200

  /// A text, and whether it reports where a held event is.
  private struct Text {
    let text: () -> String
    let isStep: Bool
  }

  private let announceNow: (String) -> Void
  private var waiting: [Text] = []
  private var isPausing = false

  /// - Parameter announceNow: announces a text immediately.
  init(_ announceNow: @escaping @MainActor (String) -> Void) {
    self.announceNow = announceNow
  }

  /// Announces a text, at most five times a second.
  func announce(_ text: String) {
    waiting.append(Text(text: { text }, isStep: false))
    announceNext()
  }

  /// Announces where a held event is now. Replaces the last pending text if that is also a step; texts passed
  /// to `announce` are never replaced.
  ///
  /// - Parameter text: returns the text. Called only when the text is announced, because most steps of a
  ///   drag are not.
  func announceStep(_ text: @escaping () -> String) {
    if waiting.last?.isStep == true { waiting.removeLast() }
    waiting.append(Text(text: text, isStep: true))
    announceNext()
  }

  private func announceNext() {
    guard !isPausing, !waiting.isEmpty else { return }
    announceNow(waiting.removeFirst().text())
    isPausing = true
    afterMilliseconds(Announcer.pause) { [weak self] in
      self?.isPausing = false
      self?.announceNext()
      return false
    }
  }
}
