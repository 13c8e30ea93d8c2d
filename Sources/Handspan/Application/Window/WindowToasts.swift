import CGtk
import CalendarText
import GtkSupport

/// Shows short messages in toasts and announces them to assistive technology.
@MainActor
final class WindowToasts {
  enum Button { case undo, undoOpening, saveCopy }

  /// The overlay that contains the toasts.
  let overlay = AdwPointers.toastOverlay()
  /// Announces a text to assistive technology.
  var announce: (String) -> Void = { _ in }

  private let translator: Translator
  /// Returns whether Undo stays visible until the next action.
  private let keepsUndo: () -> Bool
  private lazy var toaster = Toaster(overlay: overlay)

  init(_ translator: Translator, keepsUndo: @escaping () -> Bool) {
    (self.translator, self.keepsUndo) = (translator, keepsUndo)
  }

  /// Shows a text for a few seconds, with a button if there is an action for it.
  ///
  /// - Parameter subject: returns the rectangle of what the text is about, and the widget whose coordinates
  ///   it uses.
  func showToast(
    _ text: String, button: Button? = nil,
    beside subject: @escaping @MainActor () -> (GdkRectangle, of: WidgetPointer)? = { nil }
  ) {
    var message = Toaster.Message(text: text)
    switch button {
    case nil: break
    case .undo, .undoOpening:
      let action = button == .undo ? "win.undo" : "win.undo-opening"
      message.button = Toaster.Button(label: translator.tr("Undo"), action: action)
      // For users who need more time, Undo stays until the next action.
      if keepsUndo() { message.timeout = 0 }
    case .saveCopy:
      message.button = Toaster.Button(label: translator.tr("Save a Copy…"), action: "win.save-copy")
      message.timeout = 0
    }
    toaster.present(message)
    // Waits until the action itself has been announced, which happens when this returns, and its result has
    // been laid out.
    afterMilliseconds(0) { [weak self] in
      self?.keepClear(subject())
      self?.announce(text)
      return false
    }
  }

  // MARK: Position

  /// The height in px that a toast takes up at the lower edge, including its margins, and the distance that
  /// it keeps from what it is about.
  private static let (room, gap) = (84.0, 12.0)
  private lazy var provider = addProvider()
  private var raised = 0

  private func addProvider() -> UnsafeMutablePointer<GtkCssProvider>? {
    guard let display = gdk_display_get_default() else { return nil }
    let provider = created(gtk_css_provider_new())
    gtk_style_context_add_provider_for_display(
      display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    return provider
  }

  /// Raises toasts above a rectangle that they would cover, unless it begins in the upper half of the window.
  private func keepClear(_ subject: (frame: GdkRectangle, of: WidgetPointer)?) {
    var (origin, point) = (graphene_point_t(), graphene_point_t())
    var margin = 0
    if let subject {
      origin.y = Float(subject.frame.y)
      let height = Double(gtk_widget_get_height(overlay))
      if gtk_widget_compute_point(subject.of, overlay, &origin, &point) != 0 {
        let top = Double(point.y)
        let bottom = top + Double(subject.frame.height)
        if bottom > height - Self.room, top > height / 2 { margin = Int(height - top + Self.gap) }
      }
    }
    guard margin != raised else { return }
    raised = margin
    let style = margin == 0 ? "" : "toastoverlay > toast { margin-bottom: \(margin)px; }"
    gtk_css_provider_load_from_data(provider, style, -1)
  }

  /// Dismisses the visible or pending toast.
  func dismiss() { toaster.dismiss() }
}
