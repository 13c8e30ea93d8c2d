import CGtk
import GtkSupport

/// The widget over the timeline while an event is edited: a shade that closes the editor when clicked, and
/// the editor as a card or a sheet. Opening and closing are animated.
///
/// It is not a popover, because a compositor may refuse to open a popover after a tap, or a popover inside
/// another one.
@MainActor
final class EditorOverlay: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanEditorOverlay", role: GTK_ACCESSIBLE_ROLE_GROUP, cssName: "editoroverlay")
  /// The duration of opening or closing, in microseconds.
  private static let animationDuration = 180_000.0

  /// Called when the user closes the editor by pressing Escape in the fields or by clicking outside the
  /// editor.
  var onDismiss: () -> Void = {}

  private let shade = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
  private var editor: EventEditor?
  private var eventFrame: EditorPlacement.Frame?
  private var placement: EditorPlacement?
  /// The y coordinate of the card in px; nil before the card is placed.
  private var cardTop: Int?
  /// The overlay's size in px when the card was placed.
  private var size = (width: 0, height: 0)
  /// The progress of the animation, from 0 (closed) to 1 (open).
  private var progress = 0.0
  /// Whether the editor is opening or open, rather than closing or closed.
  private var isPresenting = false
  private var tickCallback: guint = 0
  private var lastFrameTime: Int?

  init() {
    super.init(EditorOverlay.widgetClass)
    gtk_widget_set_visible(gtkWidget, 0)
    gtk_widget_add_css_class(shade, "shade")
    add(shade)
    let click = nonNull(gtk_gesture_click_new())
    gtk_gesture_single_set_button(click, 0)
    onClick(click, "pressed") { [weak self] _, _, _ in self?.onDismiss() }
    gtk_widget_add_controller(shade, click)
    let keys = nonNull(gtk_event_controller_key_new())
    onKey(keys) { [weak self] press in
      guard Int32(press.symbol) == GDK_KEY_Escape else { return false }
      self?.goBack()
      return true
    }
    gtk_widget_add_controller(gtkWidget, keys)
    interceptEscapeInSearch()
  }

  /// Makes Escape in a search entry go back, as everywhere else in the editor. Otherwise the entry would
  /// clear its text.
  private func interceptEscapeInSearch() {
    let keys = nonNull(gtk_event_controller_key_new())
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    onKey(keys) { [weak self] press in
      guard let self, Int32(press.symbol) == GDK_KEY_Escape, let root = gtk_widget_get_root(self.gtkWidget),
        let focus = gtk_root_get_focus(root), gtk_widget_get_ancestor(focus, gtk_popover_get_type()) == nil,
        gtk_widget_get_ancestor(focus, gtk_search_entry_get_type()) != nil
      else { return false }
      self.goBack()
      return true
    }
    gtk_widget_add_controller(gtkWidget, keys)
  }

  /// Goes back one level, from a page to the fields or from the fields to the timeline.
  private func goBack() { if editor?.goBack() != true { onDismiss() } }

  /// Shows an editor. `eventFrame` is the frame of the edited event in px, in the overlay's coordinates. An
  /// editor that is still closing is removed immediately.
  func present(_ editor: EventEditor, beside eventFrame: EditorPlacement.Frame?) {
    if let closingEditor = self.editor { remove(closingEditor.gtkWidget) }
    self.editor = editor
    self.eventFrame = eventFrame
    cardTop = nil
    add(editor.gtkWidget)
    gtk_widget_set_visible(gtkWidget, 1)
    gtk_widget_set_can_target(gtkWidget, 1)
    (progress, isPresenting) = (0, true)
    startAnimation()
  }

  /// Closes the editor with an animation.
  func dismiss() {
    guard editor != nil else { return }
    gtk_widget_set_can_target(gtkWidget, 0)
    isPresenting = false
    startAnimation()
  }

  // MARK: Opening and closing

  private func startAnimation() {
    guard let settings = gtk_settings_get_default(), booleanProperty(settings, "gtk-enable-animations") else {
      progress = isPresenting ? 1 : 0
      return updateAppearance()
    }
    updateAppearance()
    lastFrameTime = nil
    if tickCallback == 0 {
      tickCallback = addTickCallback(gtkWidget) { [weak self] time in self?.advance(to: time) ?? false }
    }
  }

  private func advance(to time: Int) -> Bool {
    let step = Double(time - (lastFrameTime ?? time)) / EditorOverlay.animationDuration
    lastFrameTime = time
    progress = min(1, max(0, progress + (isPresenting ? step : -step)))
    updateAppearance()
    let isMoving = progress != (isPresenting ? 1 : 0)
    if !isMoving { tickCallback = 0 }
    return isMoving
  }

  private func updateAppearance() {
    gtk_widget_set_opacity(shade, progress)
    gtk_widget_queue_allocate(gtkWidget)
    guard progress == 0, !isPresenting, let dismissedEditor = editor else { return }
    gtk_widget_set_visible(gtkWidget, 0)
    afterMilliseconds(Accessible.removalDelay) { [weak self] in
      guard let self, !self.isPresenting, self.editor === dismissedEditor else { return false }
      self.remove(dismissedEditor.gtkWidget)
      self.editor = nil
      return false
    }
  }

  // MARK: Layout

  override func allocate(width: Int, height: Int) {
    allocate(shade, x: 0, y: 0, width: width, height: height)
    guard let editor else { return }
    if size != (width, height) { cardTop = nil }
    size = (width, height)
    let placement = EditorPlacement(
      width: width, height: height, eventFrame: eventFrame, cardTop: cardTop,
      naturalWidth: editor.naturalWidth,
      isRightToLeft: isRightToLeft
    ) { editor.height(forWidth: $0) }
    if placement.isSheet != self.placement?.isSheet { updateStyleClass(isSheet: placement.isSheet) }
    self.placement = placement
    let frame = placement.frame
    cardTop = placement.isSheet ? nil : frame.y
    // The motion decelerates toward the final position.
    let remainingDistance = (1 - progress) * (1 - progress)
    gtk_widget_set_opacity(editor.gtkWidget, placement.isSheet ? 1 : progress)
    let slideOffset = placement.isSheet ? Double(frame.height) * remainingDistance : 0
    allocate(
      editor.gtkWidget, x: Double(frame.x), y: Double(frame.y) + slideOffset, width: frame.width,
      height: frame.height
    )
  }

  private func updateStyleClass(isSheet: Bool) {
    for widget in [gtkWidget, editor?.gtkWidget].compactMap(\.self) {
      if isSheet {
        gtk_widget_add_css_class(widget, "sheet")
      } else {
        gtk_widget_remove_css_class(widget, "sheet")
      }
    }
  }

  /// Makes Tab cycle within the editor, because the widgets behind it cannot be used while it is open.
  override func focus(_ direction: GtkDirectionType) -> Bool {
    guard let editor else { return false }
    if gtk_widget_child_focus(editor.gtkWidget, direction) != 0 { return true }
    guard direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD else { return true }
    forgetFocus(in: editor.gtkWidget)
    return gtk_widget_child_focus(editor.gtkWidget, direction) != 0
  }

  /// Clears the last focused child of each container, because Tab would otherwise continue from that child.
  private func forgetFocus(in widget: WidgetPointer) {
    if let child = gtk_widget_get_focus_child(widget) { forgetFocus(in: child) }
    gtk_widget_set_focus_child(widget, nil)
  }
}
