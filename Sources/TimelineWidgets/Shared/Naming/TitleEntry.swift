import CGtk
import CalendarModel
import GtkSupport
import TimelinePainting

/// The title field of a new event, which covers the event's block.
///
/// If the block is too small to type in, the field is larger and covers the neighboring events.
@MainActor
final class TitleEntry: CustomWidget {
  private static let widgetClass = WidgetClass("HandspanTitleEntry", role: GTK_ACCESSIBLE_ROLE_GROUP)
  /// The minimum width of the field, as a multiple of the text size. About fourteen letters fit into it.
  private static let minimumWidthFactor = 8.0
  /// The minimum padding in px above and below the only line of a small block.
  private static let minimumPadding = 4.0

  /// Called when the user has pressed Enter.
  var onEnter: () -> Void = {}
  /// Called with the text when it has changed.
  var onChange: (String) -> Void = { _ in }
  /// Called when the focus has moved elsewhere within the window.
  var onLeave: () -> Void = {}

  private let style: TimelineStyle
  private let field = nonNull(gtk_entry_new())
  private var content: BlockContent
  private let isBar: Bool
  /// The exact size in px. The allocated size is rounded up.
  private var exactSize = (width: 0.0, height: 0.0)
  /// Whether the field is larger than its block.
  private var isEnlarged = false
  /// The height in px of the part of the field that is above the visible part of the timeline.
  private var hiddenHeight = 0.0

  /// - Parameters:
  ///   - content: the content of the event's block.
  ///   - label: the field's accessible name.
  ///   - placeholder: the text shown while the field is empty.
  init(
    _ content: BlockContent, isBar: Bool, label: String, placeholder: String, style: TimelineStyle
  ) {
    self.content = content
    self.isBar = isBar
    self.style = style
    super.init(TitleEntry.widgetClass)
    gtk_widget_add_css_class(field, "event-title")
    gtk_entry_set_placeholder_text(field.as(GtkEntry.self), placeholder)
    gtk_entry_set_has_frame(field.as(GtkEntry.self), 0)
    Accessible.setLabel(field, label)
    add(field)
    onSignal(field.opaque, "activate") { [weak self] in self?.onEnter() }
    onSignal(field.opaque, "changed") { [weak self] in
      guard let self else { return }
      self.align()
      self.onChange(self.text)
    }
    align()
    let focus = nonNull(gtk_event_controller_focus_new())
    onSignal(focus, "leave") { [weak self] in self?.didLoseFocus() }
    gtk_widget_add_controller(gtkWidget, focus)
  }

  /// The typed text.
  var text: String { String(cString: gtk_editable_get_text(field.opaque)) }

  /// Aligns the text like the title of a block, on the side where lines begin in the user's language. By
  /// itself, GTK aligns text according to the text's own direction, and an empty field according to the
  /// direction of the keyboard layout.
  private func align() {
    gtk_editable_set_alignment(field.opaque, isTextRightToLeft == isRightToLeft ? 0 : 1)
    // The placeholder is a GtkLabel, whose alignment follows the widget's direction.
    guard let textWidget = gtk_editable_get_delegate(field.opaque) else { return }
    var child = gtk_widget_get_first_child(textWidget.widget)
    while let current = child {
      child = gtk_widget_get_next_sibling(current)
      if g_type_check_instance_is_a(current.as(GTypeInstance.self), gtk_label_get_type()) != 0 {
        gtk_label_set_xalign(current.opaque, 0)
      }
    }
  }

  private var isTextRightToLeft: Bool {
    let text = text
    guard let letter = text.firstIndex(where: \.isLetter) else {
      return keyboardDirection == PANGO_DIRECTION_RTL
    }
    let layout = nonNull(gtk_widget_create_pango_layout(field, text))
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    return pango_layout_get_direction(layout, Int32(text[..<letter].utf8.count)) == PANGO_DIRECTION_RTL
  }

  private var keyboardDirection: PangoDirection {
    let seat = gdk_display_get_default_seat(gtk_widget_get_display(field))
    guard let keyboard = seat.flatMap({ gdk_seat_get_keyboard($0) }) else { return PANGO_DIRECTION_LTR }
    return gdk_device_get_direction(keyboard)
  }

  /// Whether the field has the focus.
  var hasFocus: Bool { FocusedWidget.isIn(gtkWidget) }

  /// Focuses the field and keeps the cursor position.
  func takeFocus() { _ = gtk_entry_grab_focus_without_selecting(field.as(GtkEntry.self)) }

  /// Sets the calendar's color.
  func setColor(_ color: EventColor?) {
    content.color = color
    gtk_widget_queue_draw(gtkWidget)
  }

  /// Sets the accessible name.
  func setLabel(_ text: String) { Accessible.setLabel(field, text) }

  /// Announces a message to assistive technology.
  func announce(_ text: String) { Accessible.announce(text, on: field) }

  // Opening the field's own context menu does not count as leaving. While a different window is active, the
  // focus stays in the field.
  private func didLoseFocus() {
    afterMilliseconds(0) { [weak self] in
      if let self, gtk_widget_get_root(self.gtkWidget) != nil, !self.hasFocus { self.onLeave() }
      return false
    }
  }

  /// Allocates the field over a block.
  ///
  /// - Parameters:
  ///   - block: the rectangle of the block, in the parent's coordinates.
  ///   - area: the horizontal range within which the field is placed, in the parent's coordinates.
  ///   - top: the top edge of the visible area, in the parent's coordinates.
  func allocate(over block: Rectangle, within area: ClosedRange<Double>, top: Double, on parent: CustomWidget)
  {
    let minimumHeight = style.minimumBlockHeight + 2 * TitleEntry.minimumPadding
    let minimumWidth = TitleEntry.minimumWidthFactor * style.text.size
    let width = max(block.width, min(minimumWidth, area.upperBound - area.lowerBound))
    let height = max(block.height, minimumHeight)
    isEnlarged = width > block.width || height > block.height
    exactSize = (width, height)
    hiddenHeight = max(0, min(top - block.y, height - minimumHeight))
    let unclampedX = isRightToLeft ? block.x + block.width - width : block.x
    let x = max(area.lowerBound, min(unclampedX, area.upperBound - width))
    parent.allocate(
      gtkWidget, x: x, y: block.y - ((height - block.height) / 2).rounded(.down),
      width: Int(width.rounded(.up)), height: Int(height.rounded(.up)))
    gtk_widget_queue_draw(gtkWidget)
  }

  override func allocate(width: Int, height: Int) {
    var natural: Int32 = 0
    gtk_widget_measure(field, GTK_ORIENTATION_VERTICAL, -1, nil, &natural, nil, nil)
    let (leading, trailing) = (BlockPainter.textInset, 8.0)
    let y =
      hiddenHeight
      + BlockPainter.titleTop(height: exactSize.height - hiddenHeight, text: style.text, isBar: isBar)
    allocate(
      field, x: isRightToLeft ? trailing : leading, y: y.rounded(),
      width: max(1, width - Int(leading + trailing)), height: Int(natural))
  }

  override func snapshot(_ snapshot: OpaquePointer) {
    var appearance = BlockAppearance.resting
    appearance.isFocused = true
    appearance.hasHandles = !isEnlarged && !isBar
    draw(
      on: snapshot, outset: BlockPainter.overhang(appearance), width: exactSize.width,
      height: exactSize.height
    ) { cairo in
      BlockPainter(flow: isBar ? .horizontal : .vertical).paint(
        paintedContent, appearance, width: exactSize.width, height: exactSize.height,
        on: Canvas(cairo: cairo, scale: scaleFactor), palette: style.palette, text: style.text)
    }
    super.snapshot(snapshot)
  }

  /// The content of the block without its title, which the field shows instead.
  private var paintedContent: BlockContent {
    var content = content
    content.title = " "
    content.isPast = false
    if isBar || hiddenHeight > 0 || !BlockPainter.hasTwoLines(height: exactSize.height, text: style.text) {
      (content.timeText, content.startText) = ("", "")
    }
    return content
  }

  override func focus(_ direction: GtkDirectionType) -> Bool { false }
}
