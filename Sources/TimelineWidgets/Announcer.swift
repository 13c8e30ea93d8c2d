import CGtk
import GtkSupport

/// Announces texts to assistive technology, in order and no faster than can be followed.
@MainActor
final class Announcer {
  /// Milliseconds between two texts: five a second can be followed.
  private static let pause: UInt32 = 200

  /// A text, and whether it tells where a held event is.
  private struct Text {
    let words: () -> String
    let isStep: Bool
  }

  private let speak: (String) -> Void
  private var waiting: [Text] = []
  private var isPausing = false

  /// - Parameter speak: says a text now.
  init(_ speak: @escaping @MainActor (String) -> Void) {
    self.speak = speak
  }

  /// Says something, at most five times a second.
  func say(_ text: String) {
    waiting.append(Text(words: { text }, isStep: false))
    next()
  }

  /// Says where a held event is now. Of such words only the last that waits is said; all others are heard.
  ///
  /// - Parameter words: asked for when they are said: most steps of a drag never are.
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
