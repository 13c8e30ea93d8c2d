import CGtk
import GtkSupport

/// Announces texts to assistive technology in order, and no faster than a listener can follow.
@MainActor
final class Announcer {
  /// Milliseconds between two texts: a listener can follow five texts a second.
  private static let pause: UInt32 = 200

  /// A text, and whether it reports where a held event is.
  private struct Text {
    let words: () -> String
    let isStep: Bool
  }

  private let speak: (String) -> Void
  private var waiting: [Text] = []
  private var isPausing = false

  /// - Parameter speak: announces a text immediately.
  init(_ speak: @escaping @MainActor (String) -> Void) {
    self.speak = speak
  }

  /// Announces a text, at most five times a second.
  func say(_ text: String) {
    waiting.append(Text(words: { text }, isStep: false))
    next()
  }

  /// Announces where a held event is now. Replaces the last pending text if that is also a step; texts passed
  /// to `say` are never replaced.
  ///
  /// - Parameter words: returns the text. Called only when the text is announced, because most steps of a
  ///   drag are not.
  func sayStep(_ words: @escaping () -> String) {
    if waiting.last?.isStep == true { waiting.removeLast() }
    waiting.append(Text(words: words, isStep: true))
    next()
  }

  private func next() {
    guard !isPausing, !waiting.isEmpty else { return }
    speak(waiting.removeFirst().words())
    isPausing = true
    afterMilliseconds(Announcer.pause) { [weak self] in
      self?.isPausing = false
      self?.next()
      return false
    }
  }
}
