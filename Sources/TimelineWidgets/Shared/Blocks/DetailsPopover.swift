import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction

/// The details of an event, read-only, and its actions.
///
/// The popover's parent is the timeline, not a block, because a block may be removed while the popover is
/// open.
@MainActor
final class DetailsPopover {
  let gtkWidget: WidgetPointer
  /// Translated phrases and the clock format. A change takes effect the next time an event is shown.
  var phrases: Phrases
  private let reference: ObjectReference
  /// The contents, created when the popover is first opened.
  private lazy var parts = makeParts()
  /// Called before the popover closes, if one of its buttons has the focus.
  var onCloseWithFocus: (Occurrence.ID) -> Void = { _ in }
  /// Called with a button's action when the button is clicked.
  var onAction: (EventBlock.Action, Occurrence.ID) -> Void = { _, _ in }
  /// The ID of the occurrence that is shown; nil while the popover is closed.
  private(set) var shownID: Occurrence.ID?

  init(phrases: Phrases) {
    self.phrases = phrases
    gtkWidget = nonNull(gtk_popover_new())
    reference = ObjectReference(gtkWidget.opaque)
    // Autohide needs a grab. Compositors refuse a grab once the press has ended, for example after a tap, and
    // the popover would then be open but invisible. The timeline therefore closes the popover itself: when
    // the user presses elsewhere, presses Escape, scrolls or lifts an event.
    gtk_popover_set_autohide(gtkWidget.as(GtkPopover.self), 0)
    gtk_popover_set_position(gtkWidget.as(GtkPopover.self), GTK_POS_BOTTOM)
    onSignal(gtkWidget.opaque, "closed") { [weak self] in self?.shownID = nil }
    installKeyboard()
  }

  @MainActor
  private struct Parts {
    let title = DetailsPopover.makeLabel("title-4")
    let times = DetailsPopover.makeLabel("numeric")
    let location = DetailsPopover.makeLabel(nil)
    /// A link that is not safe to open.
    let plainLink = DetailsPopover.makeLabel("dim-label")
    let notes = DetailsPopover.makeLabel("dim-label")
    let additionalLines = DetailsPopover.makeLabel("dim-label")
    let recurrenceAndStatus = DetailsPopover.makeLabel("dim-label")
    let textBox = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, DetailsPopover.spacing))
    /// Scrolls the text.
    let textScroller = nonNull(gtk_scrolled_window_new())
    /// Scrolls everything.
    let outerScroller = nonNull(gtk_scrolled_window_new())
    let link = nonNull(gtk_link_button_new(""))
    let linkLabel = DetailsPopover.makeLabel(nil)
    let firstButtonRow = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, DetailsPopover.spacing))
    let secondButtonRow = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, DetailsPopover.spacing))
    let calendarButton = nonNull(gtk_button_new())
    let box = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, DetailsPopover.spacing))

    /// The labels from top to bottom.
    var labels: [WidgetPointer] {
      [title, times, location, notes, plainLink, additionalLines, recurrenceAndStatus]
    }
  }

  private func makeParts() -> Parts {
    let parts = Parts()
    let box = parts.box
    for setMargin in [
      gtk_widget_set_margin_top, gtk_widget_set_margin_bottom, gtk_widget_set_margin_start,
      gtk_widget_set_margin_end,
    ] {
      setMargin(box, DetailsPopover.margin)
    }
    for label in parts.labels { gtk_box_append(parts.textBox.as(GtkBox.self), label) }
    setUpScrolling(of: parts.textBox, in: parts.textScroller)
    // Otherwise, Tab would stop at the scrolled window, in which no widget can have the focus.
    gtk_widget_set_can_focus(parts.textScroller, 0)
    // The link does not scroll with the labels, because Tab must not stop at a widget that is out of view.
    gtk_button_set_child(parts.link.as(GtkButton.self), parts.linkLabel)
    gtk_widget_add_css_class(parts.link, "details-link")
    gtk_widget_set_focus_on_click(parts.link, 0)
    for part in [parts.textScroller, parts.link, parts.firstButtonRow, parts.secondButtonRow] {
      gtk_box_append(box.as(GtkBox.self), part)
    }
    addButtons(to: parts)
    setUpScrolling(of: box, in: parts.outerScroller)
    gtk_popover_set_child(gtkWidget.as(GtkPopover.self), parts.outerScroller)
    return parts
  }

  private func setUpScrolling(of contents: WidgetPointer, in scrolledWindow: WidgetPointer) {
    gtk_scrolled_window_set_policy(scrolledWindow.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scrolledWindow.opaque, contents)
    // The scroll bar disappears after a moment, so the style sheet marks the edges beyond which there is more
    // content.
    gtk_widget_add_css_class(scrolledWindow, "details-part")
    gtk_widget_set_focusable(scrolledWindow, 0)
  }

  private func addButtons(to parts: Parts) {
    let t = phrases.translator
    gtk_widget_set_margin_top(parts.firstButtonRow, 6)
    add(
      [
        (nonNull(gtk_button_new()), t.tr("Edit…"), .edit),
        (nonNull(gtk_button_new()), t.tr("Move With Pointer"), .moveWithPointer),
        (nonNull(gtk_button_new()), t.tr("Delete"), .delete),
      ], to: parts.firstButtonRow)
    add(
      [
        (nonNull(gtk_button_new()), t.tr("Move to Date…"), .moveToDate),
        (parts.calendarButton, t.tr("Move to Calendar…"), .moveToCalendar),
        (nonNull(gtk_button_new()), t.tr("Select More"), .toggleSelection),
      ], to: parts.secondButtonRow)
  }

  private func add(
    _ row: [(button: WidgetPointer, text: String, action: EventBlock.Action)], to box: WidgetPointer
  ) {
    gtk_box_set_homogeneous(box.as(GtkBox.self), 1)
    for (button, text, action) in row {
      gtk_button_set_label(button.as(GtkButton.self), text)
      if let label = gtk_button_get_child(button.as(GtkButton.self)) {
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_max_width_chars(label.opaque, DetailsPopover.buttonLineLength)
        gtk_label_set_justify(label.opaque, GTK_JUSTIFY_CENTER)
      }
      // A click leaves the focus on the event; Tab moves the focus to the buttons.
      gtk_widget_set_focus_on_click(button, 0)
      onSignal(button.opaque, "clicked") { [weak self] in
        guard let self, let shownID = self.shownID else { return }
        self.onAction(action, shownID)
      }
      gtk_box_append(box.as(GtkBox.self), button)
    }
  }

  /// Opens the popover at a rectangle in timeline coordinates. The popover stays within the window.
  ///
  /// - Parameters:
  ///   - additionalLines: additional lines about the event, such as the name of its calendar.
  ///   - canEdit: whether the event can be changed. If so, the popover has buttons.
  ///   - hasOtherCalendars: whether there are other open calendars to which the event could be moved.
  /// - Returns: the complete text, to be announced to assistive technology, because the focus stays on the
  ///   event.
  func present(
    _ occurrence: Occurrence, additionalLines: [String], at rectangle: GdkRectangle, canEdit: Bool,
    hasOtherCalendars: Bool
  ) -> String {
    let event = occurrence.event
    shownID = occurrence.id
    setText(of: parts.title, phrases.title(event))
    setText(
      of: parts.times,
      [phrases.wrappingFullTime(occurrence), phrases.timesInOwnZone(occurrence)].compactMap { $0 }.joined(
        separator: "\n"))
    setText(of: parts.location, event.location)
    setText(of: parts.notes, event.notes)
    setText(of: parts.additionalLines, additionalLines.joined(separator: "\n"))
    setText(of: parts.recurrenceAndStatus, phrases.recurrenceAndStatus(occurrence).joined(separator: "\n"))
    let link = setLink(event.link)
    gtk_widget_set_visible(parts.firstButtonRow, canEdit.gboolean)
    gtk_widget_set_visible(parts.secondButtonRow, canEdit.gboolean)
    gtk_widget_set_visible(parts.calendarButton, hasOtherCalendars.gboolean)
    // If nothing in the popover can have the focus, Tab must not stop at its scrolled window either.
    gtk_widget_set_can_focus(parts.outerScroller, (canEdit || link != nil).gboolean)
    var rectangle = rectangle
    let (width, verticalRange) = availableSpace
    let textHeight = fitText(into: width - DetailsPopover.horizontalReserve)
    fitHeight(pointingTo: &rectangle, in: verticalRange, textHeight: textHeight)
    gtk_popover_set_pointing_to(gtkWidget.as(GtkPopover.self), &rectangle)
    Accessible.setLabel(gtkWidget, phrases.accessibleName(occurrence))
    gtk_popover_popup(gtkWidget.as(GtkPopover.self))
    let lines = parts.labels.map { String(cString: gtk_label_get_text($0.opaque)) }
    return (lines + [link?.target ?? ""]).filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Shows an event's link, which can be clicked if it is safe to open and is plain text otherwise.
  ///
  /// - Returns: the link if it can be clicked.
  private func setLink(_ text: String) -> SafeLink? {
    let link = SafeLink(text)
    setText(of: parts.plainLink, link == nil ? text : "")
    gtk_widget_set_visible(parts.link, (link != nil).gboolean)
    guard let link else { return nil }
    gtk_label_set_text(parts.linkLabel.opaque, link.target)
    gtk_link_button_set_uri(parts.link.opaque, link.target)
    // The button is reused, so it may still show that the user has visited the link of another event.
    gtk_link_button_set_visited(parts.link.opaque, 0)
    Accessible.setLabel(parts.link, link.target)
    return link
  }

  /// The timeline's width in px, and the vertical range of the window in timeline coordinates.
  private var availableSpace: (width: Double, verticalRange: Range<Double>) {
    guard let timeline = gtk_widget_get_parent(gtkWidget) else { return (1, 0..<1) }
    let width = Double(gtk_widget_get_width(timeline))
    var (topLeft, topLeftInRoot) = (graphene_point_t(), graphene_point_t())
    guard let root = gtk_widget_get_root(timeline).map({ WidgetPointer($0) }),
      gtk_widget_compute_point(timeline, root, &topLeft, &topLeftInRoot) != 0
    else { return (width, 0..<Double(max(1, gtk_widget_get_height(timeline)))) }
    let top = -Double(topLeftInRoot.y)
    return (width, top..<max(Double(gtk_widget_get_height(root)), 1) + top)
  }

  /// The margin in px around the contents.
  private static let margin: Int32 = 12
  /// The spacing in px between the parts.
  fileprivate static let spacing: Int32 = 6
  /// The total height in px of the popover's edges above and below the contents, including the arrow.
  private static let popoverEdges = 32.0
  /// The part of the timeline's width, in px, that the text does not use: the popover's edges, and a margin
  /// in which the timeline stays visible.
  private static let horizontalReserve = 56.0
  /// The maximum number of characters in a line that is easy to read.
  private static let readableLineLength: Int32 = 40
  /// The number of characters after which a button's label wraps, so that the popover does not become too wide.
  private static let buttonLineLength: Int32 = 16

  /// Sets a fixed size for the contents. GTK 4.8 measures a popover's height for a width that includes the
  /// shadow. Without a fixed size, the bottom of the contents would be cut off whenever the text needs one line
  /// fewer at that width.
  ///
  /// - Returns: the height in px that the text needs.
  private func fitText(into availableWidth: Double) -> Int32 {
    for part in [parts.textBox, parts.link] { gtk_widget_set_size_request(part, -1, -1) }
    for label in parts.labels + [parts.linkLabel] {
      gtk_label_set_max_width_chars(label.opaque, DetailsPopover.readableLineLength)
    }
    for row in [parts.firstButtonRow, parts.secondButtonRow] {
      arrangeChildren(of: row, toFit: Int(availableWidth))
    }
    let requiredWidth =
      [parts.textBox, parts.link, parts.firstButtonRow, parts.secondButtonRow].map {
        naturalSize($0, GTK_ORIENTATION_HORIZONTAL)
      }.max() ?? 0
    let width = min(requiredWidth, Int32(availableWidth))
    let height = naturalSize(parts.textBox, GTK_ORIENTATION_VERTICAL, for: width)
    let linkHeight = naturalSize(parts.link, GTK_ORIENTATION_VERTICAL, for: width)
    for label in parts.labels + [parts.linkLabel] { gtk_label_set_max_width_chars(label.opaque, 1) }
    gtk_widget_set_size_request(parts.textBox, width, height)
    gtk_widget_set_size_request(parts.link, width, linkHeight)
    return height
  }

  /// Shortens the rectangle to which the popover points until there is enough space for the popover. If there is
  /// never enough, the text or all of the contents can be scrolled.
  private func fitHeight(
    pointingTo rectangle: inout GdkRectangle, in verticalRange: Range<Double>, textHeight: Int32
  ) {
    let width = naturalSize(parts.textBox, GTK_ORIENTATION_HORIZONTAL)
    let heights = [parts.link, parts.firstButtonRow, parts.secondButtonRow].map {
      gtk_widget_get_visible($0) == 0 ? 0 : naturalSize($0, GTK_ORIENTATION_VERTICAL, for: width)
    }
    let linkAndButtonsHeight = heights.filter { $0 > 0 }.reduce(2 * DetailsPopover.margin) {
      $0 + DetailsPopover.spacing + $1
    }
    let top = Double(rectangle.y)
    let placement = DetailsPlacement(
      beside: top..<(top + Double(rectangle.height)), in: verticalRange,
      DetailsPlacement.Heights(
        text: Double(textHeight), minimumText: Double(minimumTextHeight),
        linkAndButtons: Double(linkAndButtonsHeight),
        edges: DetailsPopover.popoverEdges))
    rectangle.y = Int32(placement.target.lowerBound)
    rectangle.height = Int32(placement.target.upperBound - placement.target.lowerBound)
    var (shownTextHeight, shownHeight) = (textHeight, textHeight + linkAndButtonsHeight)
    switch placement.scrolling {
    case .nothing: break
    case .text(let height):
      (shownTextHeight, shownHeight) = (Int32(height), Int32(height) + linkAndButtonsHeight)
    case .everything(let height): shownHeight = Int32(height)
    }
    limitHeight(of: parts.textScroller, to: shownTextHeight, contentHeight: textHeight)
    limitHeight(
      of: parts.outerScroller, to: shownHeight, contentHeight: shownTextHeight + linkAndButtonsHeight)
  }

  /// The minimum height of the text in px, at which the title and the times are visible.
  private var minimumTextHeight: Int32 {
    let width = naturalSize(parts.textBox, GTK_ORIENTATION_HORIZONTAL)
    return naturalSize(parts.title, GTK_ORIENTATION_VERTICAL, for: width) + DetailsPopover.spacing
      + naturalSize(parts.times, GTK_ORIENTATION_VERTICAL, for: width)
  }

  /// Limits the visible height of a scrolled window to `height` px, and scrolls to the beginning.
  private func limitHeight(of scrolledWindow: WidgetPointer, to height: Int32, contentHeight: Int32) {
    let window = scrolledWindow.opaque
    // A scroll bar that is not an overlay is included in the measured width only if it is always visible.
    gtk_scrolled_window_set_policy(
      window, GTK_POLICY_NEVER, height < contentHeight ? GTK_POLICY_ALWAYS : GTK_POLICY_AUTOMATIC)
    // The order matters: the minimum must never exceed the maximum.
    gtk_scrolled_window_set_max_content_height(window, -1)
    gtk_scrolled_window_set_min_content_height(window, height)
    gtk_scrolled_window_set_max_content_height(window, height)
    gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(window), 0)
  }

  /// Scrolls the text, or everything, by a multiple of the visible height; down if `screenfuls` is positive.
  ///
  /// - Returns: false if the popover is closed or everything in it is visible.
  func scroll(by screenfuls: Double) -> Bool {
    guard shownID != nil else { return false }
    for part in [parts.outerScroller, parts.textScroller] {
      guard let adjustment = gtk_scrolled_window_get_vadjustment(part.opaque) else { continue }
      let pageSize = gtk_adjustment_get_page_size(adjustment)
      guard gtk_adjustment_get_upper(adjustment) > pageSize else { continue }
      gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + screenfuls * pageSize)
      return true
    }
    return false
  }

  private func naturalSize(_ widget: WidgetPointer, _ orientation: GtkOrientation, for size: Int32 = -1)
    -> Int32
  {
    var natural: Int32 = 0
    gtk_widget_measure(widget, orientation, size, nil, &natural, nil, nil)
    return natural
  }

  func close() {
    guard let shownID else { return }
    if FocusedWidget.isIn(gtkWidget) { onCloseWithFocus(shownID) }
    gtk_popover_popdown(gtkWidget.as(GtkPopover.self))
  }

  /// Handles Escape, and the keys that scroll, while a button has the focus. By itself, GTK would close the popover
  /// without returning the focus to the event.
  private func installKeyboard() {
    let keys = nonNull(gtk_event_controller_key_new())
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    onKey(keys) { [weak self] press in
      guard Int32(press.symbol) == GDK_KEY_Escape else {
        // As while the event has the focus: Tab reaches only the buttons.
        guard press.modifiers.isEmpty, let screenfuls = TimelineKey(press)?.scrolledScreenfuls else {
          return false
        }
        return self?.scroll(by: screenfuls) ?? false
      }
      self?.close()
      return true
    }
    gtk_widget_add_controller(gtkWidget, keys)
  }

  private func setText(of label: WidgetPointer, _ text: String) {
    gtk_label_set_text(label.opaque, text)
    gtk_widget_set_visible(label, (!text.isEmpty).gboolean)
  }

  private static func makeLabel(_ cssClass: String?) -> WidgetPointer {
    let label = nonNull(gtk_label_new(nil))
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_lines(label.opaque, 12)
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_label_set_xalign(label.opaque, 0)
    if let cssClass { gtk_widget_add_css_class(label, cssClass) }
    return label
  }
}
