import CGtk
import GtkSupport

// Words for assistive technology.
extension TimelineView {
  /// Says something to assistive technology, at most five times a second; the last of what comes faster is said.
  public func say(_ text: String) {
    let now = seconds()
    speech.text = text
    guard now >= speech.next else {
      guard !speech.isWaiting else { return }
      speech.isWaiting = true
      afterMilliseconds(UInt32((speech.next - now) * 1000) + 1) { [weak self] in
        guard let self else { return false }
        self.speech.isWaiting = false
        self.say(self.speech.text)
        return false
      }
      return
    }
    speech.next = now + 0.2
    let target = (liftLayer.lifted ?? focused.flatMap { block(for: $0) })?.pointer ?? column.pointer
    Accessible.announce(text, on: target)
  }
}

/// What is being said, and when the next may be.
struct Speech {
  var text = ""
  var next = 0.0
  var isWaiting = false
}
