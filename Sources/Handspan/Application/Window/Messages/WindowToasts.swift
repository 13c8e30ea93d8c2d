import CGtk
import CalendarText
import GtkSupport

/// Shows short messages in toasts and announces them to assistive technology.
@MainActor
final class WindowToasts {
  enum Button { case undo, saveCopy }

  /// The overlay that contains the toasts.
  let overlay = AdwSupport.makeToastOverlay()
  /// Announces a message to assistive technology.
  var announce: (String) -> Void = { _ in }
  /// Returns the rectangle of the focused event, and the widget whose coordinates the rectangle uses; nil if no visible
  /// event has the focus. A toast about no event does not cover it.
  var focusedEvent: () -> (frame: GdkRectangle, widget: WidgetPointer)? = { nil }

  private let translator: Translator
  /// Returns whether Undo stays visible until the next action.
  private let keepsUndo: () -> Bool
  private lazy var toaster = Toaster(overlay: overlay, closeName: translator.tr("Close Message"))
  /// Whether the last toast offers to undo a change to the calendar.
  private var offersUndo = false

  init(_ translator: Translator, keepsUndo: @escaping () -> Bool) {
    (self.translator, self.keepsUndo) = (translator, keepsUndo)
  }

  /// Shows a message in a toast, optionally with a button.
  ///
  /// - Parameters:
  ///   - announcement: the text to announce; nil to announce nothing.
  ///   - subject: returns the rectangle of the event that the text refers to, and the widget whose
  ///     coordinates the rectangle uses; nil if no event is visible.
  func showToast(
    _ text: String, button: Button? = nil, announcing announcement: String?,
    beside subject: @escaping @MainActor () -> (frame: GdkRectangle, widget: WidgetPointer)? = { nil }
  ) {
    var message = Toaster.Message(text: text)
    switch button {
    case nil: break
    case .undo:
      message.button = Toaster.Button(label: translator.tr("Undo"), action: "win.undo-change")
      // For users who need more time, Undo stays until the next action.
      if keepsUndo() { message.timeout = 0 }
    case .saveCopy:
      message.button = Toaster.Button(label: translator.tr("Save a Copy…"), action: "win.save-copy")
      message.timeout = 0
    }
    offersUndo = button == .undo
    toaster.present(message)
    // Waits until the action itself has been announced, which happens after this function has returned, and
    // until the result of the action has been laid out.
    afterMilliseconds(0) { [weak self] in
      guard let self else { return false }
      self.raiseToasts(above: subject() ?? self.focusedEvent())
      if let announcement { self.announce(announcement) }
      return false
    }
  }

  /// Shows a message in a toast, optionally with a button, and announces it.
  func showToast(_ text: String, button: Button? = nil) {
    showToast(text, button: button, announcing: text)
  }

  // MARK: Position

  /// The height in px that a toast with one line takes up at the lower edge, including its margins, and the minimum
  /// distance in px between a toast and the event that it refers to.
  private static let (toastHeight, gap) = (84.0, 12.0)

  /// Raises toasts above a rectangle that they would cover, unless the rectangle begins in the upper half of
  /// the window.
  private func raiseToasts(above subject: (frame: GdkRectangle, widget: WidgetPointer)?) {
    var (eventOrigin, originInOverlay) = (graphene_point_t(), graphene_point_t())
    var margin = 0.0
    if let subject {
      eventOrigin.y = Float(subject.frame.y)
      let height = Double(gtk_widget_get_height(overlay))
      if gtk_widget_compute_point(subject.widget, overlay, &eventOrigin, &originInOverlay) != 0 {
        let top = Double(originInOverlay.y)
        let bottom = top + Double(subject.frame.height)
        if bottom > height - max(Self.toastHeight, toaster.requestedHeight ?? 0), top > height / 2 {
          margin = height - top + Self.gap
        }
      }
    }
    toaster.bottomMargin = margin
  }

  /// Dismisses the visible or pending toast if it offers to undo a change. Call this when Undo would undo something
  /// else, or when a later change has begun.
  func dismissUndo() { if offersUndo { toaster.dismiss() } }

  /// Dismisses the visible or pending toast.
  func dismiss() { toaster.dismiss() }
}
