import CGtk
import GtkSupport

/// Shows one toast at a time, and never interrupts its animation.
///
/// libadwaita 1.2 crashes at the end of an animation if a toast is dismissed while it is still appearing, or
/// while it is waiting behind another one. Therefore a toast is added to the overlay only if there is no
/// other toast, and dismissed only after its animation.
@MainActor
final class Toaster {
  /// A toast's button, and the action that it activates.
  struct Button {
    let label: String
    let action: String
  }

  /// The contents of a toast. `timeout` is in seconds; if it is 0, the toast stays until it is dismissed.
  struct Message {
    let text: String
    var button: Button?
    var timeout: UInt32 = 5
  }

  /// The time in milliseconds after which a toast has certainly appeared or disappeared: twice the duration
  /// of libadwaita's animation.
  private static let animationTime: UInt32 = 500

  /// The number of lines after which a long title is shortened.
  private static let maximumLineCount: Int32 = 6

  private enum State {
    case empty
    /// The toast is appearing. `mustDismiss` is true if the toast has to be dismissed as soon as it has
    /// appeared.
    case appearing(ObjectReference, mustDismiss: Bool)
    case visible(ObjectReference)
    case disappearing(ObjectReference)
  }

  private let overlay: WidgetPointer
  /// The accessible name of the button that dismisses a toast.
  private let closeName: String
  private var state = State.empty
  private var nextMessage: Message?
  /// The widget of the toast that was shown last.
  private var shownWidget: ObjectReference?

  init(overlay: WidgetPointer, closeName: String) {
    (self.overlay, self.closeName) = (overlay, closeName)
  }

  /// Shows a message in place of the visible or pending one.
  func present(_ message: Message) {
    nextMessage = message
    switch state {
    case .empty: presentNext()
    case .appearing(let toast, _): state = .appearing(toast, mustDismiss: true)
    case .visible: dismissVisible()
    case .disappearing: break
    }
  }

  /// Dismisses the visible or pending message.
  func dismiss() {
    nextMessage = nil
    switch state {
    case .empty, .disappearing: break
    case .appearing(let toast, _): state = .appearing(toast, mustDismiss: true)
    case .visible: dismissVisible()
    }
  }

  private func presentNext() {
    guard let message = nextMessage else { return }
    nextMessage = nil
    let toast = nonNull(adw_toast_new(AdwSupport.escaped(message.text)))
    let title = makeTitle(message.text)
    adw_toast_set_custom_title(toast, title)
    if let button = message.button {
      adw_toast_set_button_label(toast, button.label)
      adw_toast_set_action_name(toast, button.action)
    }
    adw_toast_set_timeout(toast, message.timeout)
    // The overlay takes ownership of the toast's initial reference. A second reference is needed to dismiss
    // the toast.
    let reference = ObjectReference(toast)
    state = .appearing(reference, mustDismiss: false)
    // This signal is emitted after the timeout, or when the toast is dismissed.
    onSignal(toast, "dismissed") { [weak self] in self?.toastDismissed() }
    adw_toast_overlay_add_toast(overlay.opaque, toast)
    let widget = toastWidget(around: title)
    // When the focused widget is hidden, GTK looks for another one. It must not be the toast's button, which the next
    // Enter would press. Undo also has a key, an opened calendar can be closed from its menu, and a banner offers to save a copy.
    gtk_widget_set_can_focus(widget, 0)
    shownWidget = ObjectReference(widget.opaque)
    applyMargin(to: widget)
    nameCloseButton(in: widget)
    reserveHeight(for: title, in: widget)
    afterMilliseconds(Toaster.animationTime) { [weak self] in
      self?.appeared(reference)
      return false
    }
  }

  /// Creates the label for the text of a toast. libadwaita's own label has a single line.
  private func makeTitle(_ text: String) -> WidgetPointer {
    let label = nonNull(gtk_label_new(text))
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_lines(label.opaque, Toaster.maximumLineCount)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_widget_add_css_class(label, "heading")
    return label
  }

  /// Names the button that has an icon. GTK would name it after the class of the icon's widget.
  private func nameCloseButton(in widget: WidgetPointer) {
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if g_type_check_instance_is_a(current.as(GTypeInstance.self), gtk_button_get_type()) != 0,
        gtk_button_get_icon_name(current.as(GtkButton.self)) != nil
      {
        Accessible.setLabel(current, closeName)
      }
      nameCloseButton(in: current)
      child = gtk_widget_get_next_sibling(current)
    }
  }

  /// The margin in px below toasts in the style sheet of libadwaita 1.2 to 1.7.
  private static let usualMargin = 24.0
  /// The least margin in px below toasts.
  var bottomMargin = 0.0 {
    didSet { toastInOverlay.map(applyMargin) }
  }
  private var additionalMargin: Double { max(0, bottomMargin - Toaster.usualMargin) }

  private func applyMargin(to toast: WidgetPointer) {
    gtk_widget_set_margin_bottom(toast, Int32(additionalMargin))
  }

  /// The widget of the visible toast, which may be disappearing; nil if there is none.
  private var toastInOverlay: WidgetPointer? {
    guard let widget = shownWidget?.pointer.as(GtkWidget.self), gtk_widget_get_parent(widget) == overlay
    else { return nil }
    return widget
  }

  /// The height in px that the visible toast would request at the lower edge, with its margins; nil if there is none.
  var requestedHeight: Double? {
    toastInOverlay.map {
      Double(naturalSize(of: $0, GTK_ORIENTATION_VERTICAL) - gtk_widget_get_margin_bottom($0))
    }
  }

  /// Returns the widget in which the overlay shows a toast with a title.
  private func toastWidget(around title: WidgetPointer) -> WidgetPointer {
    var toast = title
    while let parent = gtk_widget_get_parent(toast), parent != overlay { toast = parent }
    return toast
  }

  /// Requests the height that the lines of a title need in the overlay, because libadwaita measures a toast as
  /// if its title had a single line. If a word of the title does not fit beside the button, the button is moved
  /// below the title.
  private func reserveHeight(for title: WidgetPointer, in toast: WidgetPointer) {
    let naturalWidth = naturalSize(of: title, GTK_ORIENTATION_HORIZONTAL)
    func availableWidth() -> Int32 {
      gtk_widget_get_width(overlay) - (naturalSize(of: toast, GTK_ORIENTATION_HORIZONTAL) - naturalWidth)
    }
    guard gtk_widget_get_width(overlay) > 0, availableWidth() < naturalWidth else { return }
    let isStacked = availableWidth() < widestWordWidth(of: title)
    if isStacked {
      var ancestor = gtk_widget_get_parent(title)
      while let widget = ancestor, widget != overlay {
        let layout = gtk_widget_get_layout_manager(widget)
        if let layout,
          g_type_check_instance_is_a(layout.as(GTypeInstance.self), gtk_box_layout_get_type()) != 0
        {
          gtk_orientable_set_orientation(OpaquePointer(layout), GTK_ORIENTATION_VERTICAL)
        }
        ancestor = gtk_widget_get_parent(widget)
      }
    }
    let width = max(1, min(naturalWidth, availableWidth()))
    let height = naturalSize(of: title, GTK_ORIENTATION_VERTICAL, for: width)
    gtk_widget_set_size_request(title, isStacked ? width : -1, height)
  }

  /// Returns the width of the widest word of a label, in px.
  private func widestWordWidth(of label: WidgetPointer) -> Int32 {
    var minimum: Int32 = 0
    // The minimum width of a label that may be shortened is that of an ellipsis.
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_NONE)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD)
    gtk_widget_measure(label, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    return minimum
  }

  private func naturalSize(
    of widget: WidgetPointer, _ orientation: GtkOrientation, for size: Int32 = -1
  ) -> Int32 {
    var natural: Int32 = 0
    gtk_widget_measure(widget, orientation, size, nil, &natural, nil, nil)
    return natural
  }

  private func appeared(_ reference: ObjectReference) {
    guard case .appearing(let toast, let mustDismiss) = state, toast === reference else { return }
    state = .visible(toast)
    if mustDismiss { dismissVisible() }
  }

  private func dismissVisible() {
    guard case .visible(let toast) = state else { return }
    adw_toast_dismiss(UnsafeMutableRawPointer(toast.pointer).assumingMemoryBound(to: GObject.self).opaque)
  }

  private func toastDismissed() {
    switch state {
    case .empty, .disappearing: return
    case .appearing(let toast, _), .visible(let toast): state = .disappearing(toast)
    }
    afterMilliseconds(Toaster.animationTime) { [weak self] in
      self?.state = .empty
      self?.presentNext()
      return false
    }
  }
}
