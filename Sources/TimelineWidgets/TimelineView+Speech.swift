import CGtk
import GtkSupport

// Words for assistive technology.
extension TimelineView {
  /// Says something to assistive technology, at most five times a second and in order.
  public func say(_ text: String) {
    speech.waiting.append(Speech.Text(words: { text }, isStep: false))
    speakNext()
  }

  /// Says where a held event is now. Of such words only the last that waits is said; all others are heard.
  ///
  /// - Parameter words: asked for when they are said: most steps of a drag never are.
  func sayStep(_ words: @escaping () -> String) {
    if speech.waiting.last?.isStep == true { speech.waiting.removeLast() }
    speech.waiting.append(Speech.Text(words: words, isStep: true))
    speakNext()
  }

  private func speakNext() {
    guard !speech.isPausing, !speech.waiting.isEmpty else { return }
    let text = speech.waiting.removeFirst().words()
    let target = (liftLayer.lifted ?? focused.flatMap { block(for: $0) })?.pointer ?? column.pointer
    if let draft { draft.entry.say(text) } else { Accessible.announce(text, on: target) }
    speech.isPausing = true
    afterMilliseconds(Speech.pause) { [weak self] in
      self?.speech.isPausing = false
      self?.speakNext()
      return false
    }
  }
}

/// What is still to be said.
struct Speech {
  /// Milliseconds between two texts: five a second can be followed.
  static let pause: UInt32 = 200
  /// A text, and whether it tells where a held event is.
  struct Text {
    let words: () -> String
    let isStep: Bool
  }
  var waiting: [Text] = []
  var isPausing = false
}
