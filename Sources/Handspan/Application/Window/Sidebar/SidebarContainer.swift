import CGtk
import GtkSupport
import TimelineInteraction

/// Lays out the sidebar beside or over the content, which is another widget. A sidebar over the content
/// slides in, and a shade behind it closes the sidebar when pressed.
@MainActor
final class SidebarContainer: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanSidebarContainer", role: GTK_ACCESSIBLE_ROLE_GROUP, cssName: "sidebarcontainer")
  /// The duration of opening or closing, in microseconds.
  private static let animationDuration = 180_000.0
  /// Called when the user presses the shade.
  var onDismiss: () -> Void = {}
  /// Called when the width has changed, during the allocation.
  var onWidthChanged: () -> Void = {}
  private var allocatedWidth = 0
  /// Returns the width of the sidebar in px beside the content, for the total width in px.
  var widthBesideContent: (Double) -> Double = { _ in SidebarPlacement.width }
  /// The allocated width of the sidebar in px.
  private(set) var sidebarWidth = SidebarPlacement.width

  /// Whether the sidebar is open.
  private(set) var isOpen = false
  /// Whether the sidebar is over the content rather than beside it.
  private(set) var coversContent = false

  private let shade = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
  private let line = nonNull(gtk_separator_new(GTK_ORIENTATION_VERTICAL))
  private var content: WidgetPointer?
  private var panel: WidgetPointer?
  /// The progress of the animation, from 0 (closed) to 1 (open).
  private var progress = 0.0
  private var tickCallback: guint = 0
  private var lastFrameTime: Int?

  init() {
    super.init(SidebarContainer.widgetClass)
    gtk_widget_set_overflow(gtkWidget, GTK_OVERFLOW_HIDDEN)
    gtk_widget_add_css_class(shade, "shade")
    for child in [line, shade] { add(child) }
    let click = nonNull(gtk_gesture_click_new())
    gtk_gesture_single_set_button(click, 0)
    onClick(click, "pressed") { [weak self] _, _, _ in self?.onDismiss() }
    gtk_widget_add_controller(shade, click)
    update()
  }

  /// Sets the content.
  func setContent(_ widget: WidgetPointer) {
    content = widget
    // A lifted event is drawn beyond the bounds of the content, over the line and the sidebar.
    add(widget, before: shade)
  }

  /// Sets the sidebar.
  func setPanel(_ widget: WidgetPointer) {
    panel = widget
    orderChildren()
    update()
  }

  /// Inserts the sidebar before the content, so that Tab reaches the sidebar first. While the sidebar is over
  /// the content, it is inserted after the content instead, because later children are drawn on top.
  private func orderChildren() {
    if let panel, let content { add(panel, before: coversContent ? nil : content) }
  }

  /// Opens or closes the sidebar.
  func setOpen(_ isOpen: Bool) {
    guard isOpen != self.isOpen else { return }
    self.isOpen = isOpen
    startMotion()
  }

  /// Places the sidebar beside or over the content, without an animation.
  func setCoversContent(_ coversContent: Bool) {
    guard coversContent != self.coversContent else { return }
    self.coversContent = coversContent
    orderChildren()
    finish()
  }

  /// Clips the content to the bounds of this widget, or allows it to draw beyond them.
  func setClipping(_ isClipping: Bool) {
    gtk_widget_set_overflow(gtkWidget, isClipping ? GTK_OVERFLOW_HIDDEN : GTK_OVERFLOW_VISIBLE)
  }

  // MARK: Opening and closing

  private func startMotion() {
    guard coversContent, adw_get_enable_animations(gtkWidget) != 0, gtk_widget_get_mapped(gtkWidget) != 0
    else {
      return finish()
    }
    lastFrameTime = nil
    update()
    if tickCallback == 0 {
      tickCallback = addTickCallback(gtkWidget) { [weak self] time in self?.advance(to: time) ?? false }
    }
  }

  private func advance(to time: Int) -> Bool {
    let step = Double(time - (lastFrameTime ?? time)) / SidebarContainer.animationDuration
    lastFrameTime = time
    progress = min(1, max(0, progress + (isOpen ? step : -step)))
    let isMoving = progress != (isOpen ? 1 : 0)
    if !isMoving { tickCallback = 0 }
    update()
    return isMoving
  }

  private func finish() {
    if tickCallback != 0 { gtk_widget_remove_tick_callback(gtkWidget, tickCallback) }
    tickCallback = 0
    progress = isOpen ? 1 : 0
    update()
    gtk_widget_queue_resize(gtkWidget)
  }

  private func update() {
    let isShown = isOpen || progress > 0
    if let panel { gtk_widget_set_visible(panel, isShown.gboolean) }
    gtk_widget_set_visible(line, (isShown && !coversContent && panel != nil).gboolean)
    gtk_widget_set_visible(shade, (isShown && coversContent).gboolean)
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
    guard !isVertical, !coversContent, isOpen else {
      return (max(content.minimum, panel.minimum), max(content.natural, panel.natural))
    }
    let sidebarWidth = panel.minimum + Int(SidebarPlacement.lineWidth)
    return (content.minimum + sidebarWidth, content.natural + sidebarWidth)
  }

  override func allocate(width: Int, height: Int) {
    defer {
      if width != allocatedWidth {
        allocatedWidth = width
        onWidthChanged()
      }
    }
    // The width follows that of the window at once. Otherwise, the content would be too narrow for a frame.
    sidebarWidth = coversContent ? SidebarPlacement.width : widthBesideContent(Double(width))
    let (sidebarWidth, lineWidth) = (Int(sidebarWidth), Int(SidebarPlacement.lineWidth))
    let isBeside = isOpen && !coversContent && panel != nil
    let contentWidth = isBeside ? max(1, width - sidebarWidth - lineWidth) : width
    func place(_ widget: WidgetPointer?, at start: Double, width childWidth: Int) {
      guard let widget else { return }
      allocate(
        widget, x: isRightToLeft ? Double(width - childWidth) - start : start, y: 0, width: childWidth,
        height: height)
    }
    place(content, at: isBeside ? Double(sidebarWidth + lineWidth) : 0, width: contentWidth)
    place(line, at: Double(sidebarWidth), width: lineWidth)
    place(shade, at: 0, width: width)
    // The motion decelerates toward the final position.
    let remainingDistance = coversContent ? (1 - progress) * (1 - progress) : 0
    place(panel, at: -Double(sidebarWidth) * remainingDistance, width: min(sidebarWidth, width))
  }

  /// Makes Tab cycle within a sidebar that is over the content, because the content cannot be used while the
  /// sidebar is open.
  override func focus(_ direction: GtkDirectionType) -> Bool {
    guard isOpen, coversContent, let panel else { return super.focus(direction) }
    return gtk_widget_child_focus(panel, direction) != 0
  }
}
