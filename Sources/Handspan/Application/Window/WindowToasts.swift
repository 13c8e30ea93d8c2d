import CalendarText
import GtkSupport

/// Shows short messages in toasts and announces them to assistive technology.
@MainActor
final class WindowToasts {
  enum Button { case undo, undoOpening, saveCopy }

  /// The overlay that contains the toasts.
  let overlay = AdwPointers.overlay()
  /// Announces a text to assistive technology.
  var say: (String) -> Void = { _ in }

  private let translator: Translator
  /// Whether Undo stays visible until the next action.
  private let undoStays: () -> Bool
  private lazy var toaster = Toaster(overlay: overlay)

  init(_ translator: Translator, undoStays: @escaping () -> Bool) {
    (self.translator, self.undoStays) = (translator, undoStays)
  }

  /// Shows a text for a few seconds, with a button if there is an action for it.
  func showToast(_ text: String, button: Button? = nil) {
    var message = Toaster.Message(text: text)
    switch button {
    case nil: break
    case .undo, .undoOpening:
      let action = button == .undo ? "win.undo" : "win.undo-opening"
      message.button = Toaster.Button(label: translator.tr("Undo"), action: action)
      // For users who need more time, Undo stays until the next action.
      if undoStays() { message.timeout = 0 }
    case .saveCopy:
      message.button = Toaster.Button(label: translator.tr("Save a Copy…"), action: "win.save-copy")
      message.timeout = 0
    }
    toaster.present(message)
    // After the announcement of the action itself, which is made when this returns.
    afterMilliseconds(0) { [weak self] in
      self?.say(text)
      return false
    }
  }

  /// Dismisses the visible or pending toast.
  func dismiss() { toaster.dismiss() }
}
