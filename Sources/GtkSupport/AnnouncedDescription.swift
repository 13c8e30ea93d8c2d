import CGtk

/// The message that a widget has as its description, so that a screen reader reads it. Used before GTK 4.14, which
/// cannot announce messages.
///
/// A message belongs to the moment in which it is announced. If it were left behind, a screen reader would read it
/// again when the widget gets the focus the next time, even if that is much later and in another situation.
///
/// A message on behalf of a widget that has the focus is therefore removed at once: the notification of the change
/// contains it, and a screen reader that only now reads the focused widget does not read it a second time, however slow
/// it is. A message that is read together with a widget about to get the focus is replaced with the widget's own
/// description: when the focus leaves the widget, when the widget is hidden, when something else is announced, and
/// otherwise after `duration`.
@MainActor
enum AnnouncedDescription {
  /// The time after which a screen reader has certainly received a message, in milliseconds.
  private static let duration: UInt32 = 2_000
  /// The time after which a screen reader has certainly noticed that the focus has moved, in milliseconds. If the widget's
  /// own description came back before, it would be read as a change to the description of the focused widget.
  private static let focusTime: UInt32 = 500

  /// The widget whose description is a message.
  private static var current: ObjectReference?
  /// The text of the message.
  private static var text = ""
  /// Counts the messages.
  private static var count = 0

  /// Notifies a screen reader of a message on behalf of the focused widget.
  static func announce(_ text: String, on widget: WidgetPointer) {
    show(text, on: widget)
    end()
  }

  /// Sets a message as the description of a widget that is about to get the focus.
  static func show(_ newText: String, on widget: WidgetPointer) {
    if current?.pointer == widget.as(GObject.self) {
      // Setting the same text again would not be a change.
      if text == newText { Accessible.setShownDescription(widget, "") }
    } else {
      end()
      observe(widget)
      current = ObjectReference(widget.opaque)
    }
    text = newText
    count += 1
    Accessible.setShownDescription(widget, newText)
    let shownCount = count
    afterMilliseconds(duration) {
      if count == shownCount { end() }
      return false
    }
  }

  /// Whether a widget's description is a message.
  static func isShown(on widget: WidgetPointer) -> Bool {
    current?.pointer == widget.as(GObject.self)
  }

  /// Ends the message, and gives the widget its own description back.
  private static func end() {
    guard let reference = current else { return }
    current = nil
    let widget = reference.pointer.as(GtkWidget.self)
    Accessible.setShownDescription(widget, "")
    guard !Accessible.ownDescription(of: widget).isEmpty else { return }
    undescribed.append(reference)
    restoreLater()
  }

  /// The widgets that have no description at the moment, because the message has ended and they may still have the focus.
  private static var undescribed: [ObjectReference] = []

  /// Gives these widgets their own descriptions back once a screen reader has noticed that the focus is elsewhere.
  private static func restoreLater() {
    guard !undescribed.isEmpty else { return }
    afterMilliseconds(focusTime) {
      undescribed = undescribed.filter { reference in
        let widget = reference.pointer.as(GtkWidget.self)
        guard gtk_widget_get_root(widget) != nil, !isShown(on: widget) else { return false }
        if FocusedWidget.accessibleFocus(inWindowOf: widget) == widget { return true }
        Accessible.setShownDescription(widget, Accessible.ownDescription(of: widget))
        return false
      }
      return false
    }
  }

  /// Ends messages when the focus moves in the widget's window or to another window, and when the widget is hidden.
  private static func observe(_ widget: WidgetPointer) {
    observe(widget.opaque) { [pointer = widget.as(GObject.self)] in
      onSignal(OpaquePointer(pointer), "unmap") { if current?.pointer == pointer { end() } }
    }
    guard let root = gtk_widget_get_root(widget) else { return }
    observe(root) {
      onNotify(root, "focus-widget") { focusMoved(in: root) }
      onNotify(root, "is-active") {
        guard gtk_window_is_active(root.as(GtkWindow.self)) == 0,
          let widget = current?.pointer.as(GtkWidget.self),
          gtk_widget_get_root(widget) == root
        else { return }
        end()
      }
    }
  }

  /// Connects to an object, but only once.
  private static func observe(_ object: OpaquePointer, _ connect: () -> Void) {
    let data = object.as(GObject.self)
    guard g_object_get_data(data, observedKey) == nil else { return }
    g_object_set_data(data, observedKey, UnsafeMutableRawPointer(bitPattern: 1))
    connect()
  }

  private static func focusMoved(in root: OpaquePointer) {
    restoreLater()
    guard let widget = current?.pointer.as(GtkWidget.self),
      gtk_widget_get_root(widget) == root,
      FocusedWidget.accessibleFocus(inWindowOf: widget) != widget
    else { return }
    end()
  }

  // The key under which is stored that an object is observed.
  private static let observedKey = "handspan-announced"
}
