import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction

/// The details of an event (title, times, location and notes, read-only) and its actions.
///
/// Its parent is the timeline, not a block, because a block may be removed while the popover is open.
@MainActor
final class DetailsPopover {
  let pointer: WidgetPointer
  /// Used for the next event that is shown.
  var phrases: Phrases
  private let reference: ObjectReference
  /// The contents, created when the popover is first opened.
  private lazy var parts = makeParts()
  /// Called with the action of a button.
  var onAction: (EventBlock.Action, Occurrence.ID) -> Void = { _, _ in }
  /// The occurrence shown while the popover is open.
  private(set) var shown: Occurrence.ID?

  init(phrases: Phrases) {
    self.phrases = phrases
    pointer = created(gtk_popover_new())
    reference = ObjectReference(pointer.opaque)
    // Autohide needs a grab. Compositors refuse one once the press has ended, for example after a tap, and
    // the popover would then be open but invisible. So the timeline closes it: on a press elsewhere, Escape,
    // a scroll or a lift.
    gtk_popover_set_autohide(pointer.as(GtkPopover.self), 0)
    gtk_popover_set_position(pointer.as(GtkPopover.self), GTK_POS_BOTTOM)
    onSignal(pointer.opaque, "closed") { [weak self] in self?.shown = nil }
  }

  @MainActor
  private struct Parts {
    let title = DetailsPopover.label("title-4")
    let times = DetailsPopover.label("numeric")
    let location = DetailsPopover.label(nil)
    let notes = DetailsPopover.label("dim-label")
    let facts = DetailsPopover.label("dim-label")
    let state = DetailsPopover.label("dim-label")
    let textBox = created(gtk_box_new(GTK_ORIENTATION_VERTICAL, DetailsPopover.spacing))
    let scrolled = created(gtk_scrolled_window_new())
    let buttons = created(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, DetailsPopover.spacing))
    let box = created(gtk_box_new(GTK_ORIENTATION_VERTICAL, DetailsPopover.spacing))

    /// The labels from top to bottom.
    var labels: [WidgetPointer] { [title, times, location, notes, facts, state] }
  }

  private func makeParts() -> Parts {
    let parts = Parts()
    let box = parts.box
    for margin in [
      gtk_widget_set_margin_top, gtk_widget_set_margin_bottom, gtk_widget_set_margin_start,
      gtk_widget_set_margin_end,
    ] {
      margin(box, DetailsPopover.margin)
    }
    for label in parts.labels { gtk_box_append(parts.textBox.as(GtkBox.self), label) }
    addTexts(parts.textBox, to: parts.scrolled)
    gtk_box_append(box.as(GtkBox.self), parts.scrolled)
    gtk_box_append(box.as(GtkBox.self), parts.buttons)
    addButtons(to: parts.buttons)
    gtk_popover_set_child(pointer.as(GtkPopover.self), box)
    return parts
  }

  private func addTexts(_ textBox: WidgetPointer, to scrolled: WidgetPointer) {
    gtk_scrolled_window_set_policy(scrolled.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scrolled.opaque, textBox)
    gtk_widget_set_focusable(scrolled, 0)
  }

  private func addButtons(to buttons: WidgetPointer) {
    gtk_widget_set_margin_top(buttons, 6)
    gtk_box_set_homogeneous(buttons.as(GtkBox.self), 1)
    for (text, action) in [
      (phrases.translator.tr("Edit…"), EventBlock.Action.edit),
      (phrases.translator.tr("Move to…"), .moveTo),
      (phrases.translator.tr("Delete"), .delete),
    ] {
      let button = created(gtk_button_new_with_label(text))
      // The focus stays on the event, where Enter edits and the menu offers the other actions.
      gtk_widget_set_focusable(button, 0)
      gtk_widget_set_focus_on_click(button, 0)
      onSignal(button.opaque, "clicked") { [weak self] in
        guard let self, let shown = self.shown else { return }
        self.onAction(action, shown)
      }
      gtk_box_append(buttons.as(GtkBox.self), button)
    }
  }

  /// Opens the popover at a rectangle of the timeline, in its coordinates, and within the window.
  ///
  /// - Parameters:
  ///   - facts: further lines about the event, such as its calendar.
  ///   - canEdit: whether the event can be changed, and so has buttons for it.
  /// - Returns: the whole text for assistive technology, because nothing in the popover takes the focus.
  func present(
    _ occurrence: Occurrence, facts: [String], at rectangle: GdkRectangle, canEdit: Bool
  ) -> String {
    let event = occurrence.event
    shown = occurrence.id
    set(parts.title, phrases.title(event))
    set(
      parts.times,
      [phrases.wrappingDetails(occurrence), phrases.timesInOwnZone(occurrence)].compactMap { $0 }.joined(
        separator: "\n"))
    set(parts.location, event.location)
    set(parts.notes, event.notes)
    set(parts.facts, facts.joined(separator: "\n"))
    set(parts.state, phrases.remarks(occurrence).joined(separator: "\n"))
    gtk_widget_set_visible(parts.buttons, canEdit.gboolean)
    var rectangle = rectangle
    let (width, rows) = availableSpace
    let textHeight = fit(width - DetailsPopover.horizontalReserve)
    position(at: &rectangle, in: rows, textHeight: textHeight)
    gtk_popover_set_pointing_to(pointer.as(GtkPopover.self), &rectangle)
    Accessible.setLabel(pointer, phrases.accessibleName(occurrence))
    gtk_popover_popup(pointer.as(GtkPopover.self))
    let lines = parts.labels.map { String(cString: gtk_label_get_text($0.opaque)) }
    return lines.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The timeline's width in px, and the vertical range of the window in the timeline's px.
  private var availableSpace: (width: Double, rows: Range<Double>) {
    guard let timeline = gtk_widget_get_parent(pointer) else { return (1, 0..<1) }
    let width = Double(gtk_widget_get_width(timeline))
    var (origin, location) = (graphene_point_t(), graphene_point_t())
    guard let root = gtk_widget_get_root(timeline).map({ WidgetPointer($0) }),
      gtk_widget_compute_point(timeline, root, &origin, &location) != 0
    else { return (width, 0..<Double(max(1, gtk_widget_get_height(timeline)))) }
    let top = -Double(location.y)
    return (width, top..<max(Double(gtk_widget_get_height(root)), 1) + top)
  }

  /// The margin in px around the contents.
  private static let margin: Int32 = 12
  /// The spacing in px between the parts.
  fileprivate static let spacing: Int32 = 6
  /// The height in px of the popover's own edges above and below the contents, including the arrow.
  private static let popoverEdges = 32.0
  /// The part of the timeline's width in px that the text does not use: the popover's own edges, and a margin
  /// in which the timeline stays visible.
  private static let horizontalReserve = 56.0
  /// The number of characters in a line that is easy to read.
  private static let readableLineLength: Int32 = 40

  /// Fixes the size of the contents. GTK 4.8 measures a popover's height for a width that includes the
  /// shadow. If the text has one line fewer at that width, the bottom of the contents would be cut off.
  ///
  /// - Returns: the height in px that the text needs.
  private func fit(_ room: Double) -> Int32 {
    gtk_widget_set_size_request(parts.textBox, -1, -1)
    for label in parts.labels {
      gtk_label_set_max_width_chars(label.opaque, DetailsPopover.readableLineLength)
    }
    setButtonsOrientation(GTK_ORIENTATION_HORIZONTAL)
    if natural(parts.buttons, GTK_ORIENTATION_HORIZONTAL) > Int32(room) {
      setButtonsOrientation(GTK_ORIENTATION_VERTICAL)
    }
    let required = max(
      natural(parts.textBox, GTK_ORIENTATION_HORIZONTAL), natural(parts.buttons, GTK_ORIENTATION_HORIZONTAL))
    let width = min(required, Int32(room))
    let height = natural(parts.textBox, GTK_ORIENTATION_VERTICAL, for: width)
    for label in parts.labels { gtk_label_set_max_width_chars(label.opaque, 1) }
    gtk_widget_set_size_request(parts.textBox, width, height)
    return height
  }

  /// Points to only as much of the rectangle as leaves enough space for the popover. If there is not enough
  /// space, the text scrolls and the buttons stay visible.
  private func position(at rectangle: inout GdkRectangle, in rows: Range<Double>, textHeight: Int32) {
    let buttons = natural(parts.buttons, GTK_ORIENTATION_VERTICAL)
    let others = 2 * DetailsPopover.margin + (buttons > 0 ? DetailsPopover.spacing + buttons : 0)
    let required = Double(textHeight + others) + DetailsPopover.popoverEdges
    let top = Double(rectangle.y)
    let room = PopoverPlacement(beside: top..<(top + Double(rectangle.height)), in: rows, natural: required)
    rectangle.height = Int32(room.target.upperBound - top)
    let missing = Int32(max(0, required - room.height))
    limitTextHeight(max(textHeight - missing, min(textHeight, minimumTextHeight)), of: textHeight)
  }

  /// The minimum height of the text: title and times are always visible.
  private var minimumTextHeight: Int32 {
    let width = natural(parts.textBox, GTK_ORIENTATION_HORIZONTAL)
    return natural(parts.title, GTK_ORIENTATION_VERTICAL, for: width) + DetailsPopover.spacing
      + natural(parts.times, GTK_ORIENTATION_VERTICAL, for: width)
  }

  /// Limits the visible height of the text, from its beginning, to `height` px.
  private func limitTextHeight(_ height: Int32, of all: Int32) {
    let window = parts.scrolled.opaque
    // With scroll bars that are not overlays, only one that is always visible is included in the measured
    // width.
    gtk_scrolled_window_set_policy(
      window, GTK_POLICY_NEVER, height < all ? GTK_POLICY_ALWAYS : GTK_POLICY_AUTOMATIC)
    // The order matters: the minimum must never exceed the maximum.
    gtk_scrolled_window_set_max_content_height(window, -1)
    gtk_scrolled_window_set_min_content_height(window, height)
    gtk_scrolled_window_set_max_content_height(window, height)
    gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(window), 0)
  }

  /// Scrolls the text by a multiple of its visible height, down if positive.
  ///
  /// - Returns: false if all of it is visible.
  func scroll(by heights: Double) -> Bool {
    guard shown != nil, let adjustment = gtk_scrolled_window_get_vadjustment(parts.scrolled.opaque) else {
      return false
    }
    let pageSize = gtk_adjustment_get_page_size(adjustment)
    guard gtk_adjustment_get_upper(adjustment) > pageSize else { return false }
    gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + heights * pageSize)
    return true
  }

  private func setButtonsOrientation(_ orientation: GtkOrientation) {
    gtk_orientable_set_orientation(parts.buttons.opaque, orientation)
  }

  private func natural(_ widget: WidgetPointer, _ orientation: GtkOrientation, for size: Int32 = -1) -> Int32
  {
    var natural: Int32 = 0
    gtk_widget_measure(widget, orientation, size, nil, &natural, nil, nil)
    return natural
  }

  func close() { if shown != nil { gtk_popover_popdown(pointer.as(GtkPopover.self)) } }

  private func set(_ label: WidgetPointer, _ text: String) {
    gtk_label_set_text(label.opaque, text)
    gtk_widget_set_visible(label, (!text.isEmpty).gboolean)
  }

  private static func label(_ cssClass: String?) -> WidgetPointer {
    let label = created(gtk_label_new(nil))
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_lines(label.opaque, 12)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_label_set_xalign(label.opaque, 0)
    if let cssClass { gtk_widget_add_css_class(label, cssClass) }
    return label
  }
}
