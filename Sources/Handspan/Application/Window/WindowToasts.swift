import CalendarText
import GtkSupport

/// Shows short messages in toasts and announces them to assistive technology.
@MainActor
final class WindowToasts {
  enum Button { case undo, saveCopy }

  /// The overlay that the toasts lie in.
  let overlay = AdwPointers.overlay()
  /// Says something to assistive technology.
  var say: (String) -> Void = { _ in }

  private let translator: Translator
  /// Whether Undo stays visible until the next action.
  private let undoStays: () -> Bool
  private lazy var toaster = Toaster(overlay: overlay)

  init(_ translator: Translator, undoStays: @escaping () -> Bool) {
    (self.translator, self.undoStays) = (translator, undoStays)
  }

  /// Says something for a moment, with a button where there is something to do about it.
  func showToast(_ text: String, button: Button? = nil) {
    var message = Toaster.Message(text: text)
    switch button {
    case nil: break
    case .undo:
      message.button = Toaster.Button(label: translator.tr("Undo"), action: "win.undo")
      // With an unsteady hand the way back stays until the next action.
      if undoStays() { message.timeout = 0 }
    case .saveCopy:
      message.button = Toaster.Button(label: translator.tr("Save a Copy…"), action: "win.save-copy")
      message.timeout = 0
    }
    toaster.present(message)
    // After the words of what was done, which are said when this returns.
    afterMilliseconds(0) { [weak self] in
      self?.say(text)
      return false
    }
  }

  /// Takes away what is shown or waits.
  func dismiss() { toaster.dismiss() }
}
