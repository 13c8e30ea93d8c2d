import CGtk
import GtkSupport
import TimelineInteraction

/// The layout of the sidebar and the widget beside it. A sidebar that is over the other widget slides in, above a
/// shade that closes it when pressed.
@MainActor
final class SidebarStage: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanSidebarStage", role: GTK_ACCESSIBLE_ROLE_GROUP, cssName: "sidebarstage")
  /// The duration of opening or closing, in microseconds.
  private static let animationDuration = 180_000.0
  /// The width in px of the line between the sidebar and the other widget.
  private static let lineWidth = 1

  /// Called when the user presses the shade.
  var onDismiss: () -> Void = {}

  /// Whether the sidebar is open.
  private(set) var isOpen = false
  /// Whether the sidebar is over the other widget.
  private(set) var isOver = false

  private let shade = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
  private let line = nonNull(gtk_separator_new(GTK_ORIENTATION_VERTICAL))
  private var content: WidgetPointer?
  private var panel: WidgetPointer?
  /// The progress of the animation, from 0 (closed) to 1 (open).
  private var progress = 0.0
  private var tick: guint = 0
  private var lastFrameTime: Int?

  init() {
    super.init(SidebarStage.widgetClass)
    gtk_widget_set_overflow(gtkWidget, GTK_OVERFLOW_HIDDEN)
    gtk_widget_add_css_class(shade, "shade")
    for part in [line, shade] { add(part) }
    let click = nonNull(gtk_gesture_click_new())
    gtk_gesture_single_set_button(click, 0)
    onClick(click, "pressed") { [weak self] _, _, _ in self?.onDismiss() }
    gtk_widget_add_controller(shade, click)
    update()
  }

  /// Sets the widget beside or behind the sidebar.
  func setContent(_ widget: WidgetPointer) {
    content = widget
    // A lifted event is drawn beyond the bounds of the content, over the line and the sidebar.
    add(widget, before: shade)
  }

  /// Sets the sidebar.
  func setPanel(_ widget: WidgetPointer) {
    panel = widget
    order()
    update()
  }

  /// Orders the children as Tab goes through them or, while they overlap, as they are drawn.
  private func order() {
    if let panel, let content { add(panel, before: isOver ? nil : content) }
  }

  /// Opens or closes the sidebar.
  func setOpen(_ isOpen: Bool) {
    guard isOpen != self.isOpen else { return }
    self.isOpen = isOpen
    move()
  }

  /// Places the sidebar beside or over the other widget, without an animation.
  func setOver(_ isOver: Bool) {
    guard isOver != self.isOver else { return }
    self.isOver = isOver
    order()
    finish()
  }

  /// Lets the content draw beyond the bounds of this widget, or clips it.
  func setClipping(_ isClipping: Bool) {
    gtk_widget_set_overflow(gtkWidget, isClipping ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE)
  }

  // MARK: Opening and closing

  private func move() {
    guard isOver, adw_get_enable_animations(gtkWidget) != 0, gtk_widget_get_mapped(gtkWidget) != 0 else {
      return finish()
    }
    lastFrameTime = nil
    update()
    if tick == 0 {
      tick = addTickCallback(gtkWidget) { [weak self] time in self?.advance(to: time) ?? false }
    }
  }

  private func advance(to time: Int) -> Bool {
    let step = Double(time - (lastFrameTime ?? time)) / SidebarStage.animationDuration
    lastFrameTime = time
    progress = min(1, max(0, progress + (isOpen ? step : -step)))
    let isMoving = progress != (isOpen ? 1 : 0)
    if !isMoving { tick = 0 }
    update()
    return isMoving
  }

  private func finish() {
    if tick != 0 { gtk_widget_remove_tick_callback(gtkWidget, tick) }
    tick = 0
    progress = isOpen ? 1 : 0
    update()
    gtk_widget_queue_resize(gtkWidget)
  }

  private func update() {
    let isShown = isOpen || progress > 0
    if let panel {
      gtk_widget_set_visible(panel, isShown.gboolean)
    }
    gtk_widget_set_visible(line, (isShown && !isOver && panel != nil).gboolean)
    gtk_widget_set_visible(shade, (isShown && isOver).gboolean)
    gtk_widget_set_can_target(shade, isOpen.gboolean)
    gtk_widget_set_opacity(shade, progress)
    gtk_widget_queue_allocate(gtkWidget)
  }

  // MARK: Layout

  override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    let orientation = isVertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL
    func size(of widget: WidgetPointer?) -> (minimum: Int, natural: Int) {
      guard let widget, gtk_widget_should_layout(widget) != 0 else { return (0, 0) }
      var (minimum, natural): (Int32, Int32) = (0, 0)
      gtk_widget_measure(widget, orientation, -1, &minimum, &natural, nil, nil)
      return (Int(minimum), Int(natural))
    }
    let (content, panel) = (size(of: content), size(of: panel))
    guard !isVertical, !isOver, isOpen else {
      return (max(content.minimum, panel.minimum), max(content.natural, panel.natural))
    }
    let sidebar = panel.minimum + SidebarStage.lineWidth
    return (content.minimum + sidebar, content.natural + sidebar)
  }

  override func allocate(width: Int, height: Int) {
    let (sidebar, line) = (Int(SidebarPlacement.width), SidebarStage.lineWidth)
    let isBeside = isOpen && !isOver && panel != nil
    let room = isBeside ? max(1, width - sidebar - line) : width
    func place(_ widget: WidgetPointer?, at start: Double, width own: Int) {
      guard let widget else { return }
      allocate(
        widget, x: isRightToLeft ? Double(width - own) - start : start, y: 0, width: own, height: height)
    }
    place(content, at: isBeside ? Double(sidebar + line) : 0, width: room)
    place(self.line, at: Double(sidebar), width: line)
    place(shade, at: 0, width: width)
    // The motion decelerates toward the final position.
    let remaining = isOver ? (1 - progress) * (1 - progress) : 0
    place(panel, at: -Double(sidebar) * remaining, width: min(sidebar, width))
  }

  /// Makes Tab cycle within a sidebar that is over the other widget, which cannot be used in the meantime.
  override func focus(_ direction: GtkDirectionType) -> Bool {
    guard isOpen, isOver, let panel else { return super.focus(direction) }
    return gtk_widget_child_focus(panel, direction) != 0
  }
}
