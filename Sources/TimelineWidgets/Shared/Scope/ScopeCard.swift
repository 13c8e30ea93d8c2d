import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction

/// The card beside an occurrence of a series that asks which part of the series a change applies to.
///
/// The card is a widget of the timeline and not a popover, because a compositor may refuse to open a popover
/// after a tap. It does not dim the timeline, because the visible events show the outcome of the focused
/// choice.
@MainActor
final class ScopeCard: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanScopeCard", role: GTK_ACCESSIBLE_ROLE_GROUP, cssName: "scopecard")
  /// The natural width of the card in px, at the default text size.
  private static let naturalWidth = 348.0
  /// The minimum distance in px from the card to the edges of the timeline.
  private static let margin = 6.0
  /// The padding in px around the contents, and the spacing between them.
  private static let padding: Int32 = 9
  private static let spacing: Int32 = 3

  /// The time in milliseconds after which a screen reader has noticed that a choice has the focus.
  static let announcementDelay: UInt32 = 300

  /// Called when a choice has received the focus.
  var onFocus: (EventEdit.Scope) -> Void = { _ in }
  /// Called when the user has activated a choice.
  var onChoose: (EventEdit.Scope) -> Void = { _ in }
  /// Called when the user wants to put the event back.
  var onPutBack: () -> Void = {}

  /// The heading and the choices. Key controllers are added to this box, because the GtkScrolledWindow around it
  /// would otherwise handle Ctrl with arrow keys first.
  let contents = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, ScopeCard.spacing))
  /// The scrolled contents, and the button to put the event back, which is always visible.
  private let box = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, ScopeCard.spacing))
  private let style: TimelineStyle
  private let scrolledWindow = nonNull(gtk_scrolled_window_new())
  private let heading = ScopeCard.makeLabel("heading")
  private let remark = ScopeCard.makeLabel("dim-label")
  /// The question and the remark, as a screen reader reads them.
  private(set) var spokenQuestion = ""
  /// What the user has read on the card.
  private(set) var shownRemark = ScopeRemark()
  private let putBackButton = nonNull(gtk_button_new())
  private let buttons: [ScopeButton]

  init(style: TimelineStyle) {
    self.style = style
    buttons = EventEdit.Scope.allCases.map { ScopeButton($0) }
    super.init(ScopeCard.widgetClass)
    gtk_widget_set_visible(gtkWidget, 0)
    for setMargin in [
      gtk_widget_set_margin_top, gtk_widget_set_margin_bottom, gtk_widget_set_margin_start,
      gtk_widget_set_margin_end,
    ] {
      setMargin(box, ScopeCard.padding)
    }
    gtk_widget_add_css_class(remark, "caption")
    for part in [heading] + buttons.map(\.gtkWidget) + [remark] {
      gtk_box_append(contents.as(GtkBox.self), part)
    }
    gtk_scrolled_window_set_policy(scrolledWindow.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_propagate_natural_height(scrolledWindow.opaque, 1)
    gtk_widget_set_focusable(scrolledWindow, 0)
    gtk_scrolled_window_set_child(scrolledWindow.opaque, contents)
    gtk_widget_set_vexpand(scrolledWindow, 1)
    for part in [scrolledWindow, putBackButton] { gtk_box_append(box.as(GtkBox.self), part) }
    add(box)
    connect()
  }

  private func connect() {
    for button in buttons {
      button.onFocus = { [weak self] in self?.onFocus($0) }
      button.onChoose = { [weak self] in self?.onChoose($0) }
      // The choice under the mouse takes the focus, so that its outcome is shown.
      button.onMotion = { [weak self, unowned button] point in
        if self?.hasPointerMoved(to: point, on: button.gtkWidget) == true { button.takeFocus() }
      }
    }
    onSignal(putBackButton.opaque, "clicked") { [weak self] in self?.onPutBack() }
  }

  /// The last position of the pointer over a choice, in window coordinates. Until the pointer has been over a choice,
  /// this is its position when the card opened; nil if it was not over the window.
  private var lastPointerPosition: graphene_point_t?

  /// Returns whether the pointer itself has moved. GTK also reports motion when a widget appears under a resting
  /// pointer.
  private func hasPointerMoved(to point: graphene_point_t, on button: WidgetPointer) -> Bool {
    var (point, windowPoint) = (point, graphene_point_t())
    guard let root = gtk_widget_get_root(button),
      gtk_widget_compute_point(button, WidgetPointer(root), &point, &windowPoint) != 0
    else { return false }
    defer { lastPointerPosition = windowPoint }
    guard let previousPosition = lastPointerPosition else { return false }
    return abs(previousPosition.x - windowPoint.x) + abs(previousPosition.y - windowPoint.y) >= 1
  }

  /// The position of the pointer in window coordinates; nil if it is not over the window.
  private var pointerInWindow: graphene_point_t? {
    var (x, y, left, top) = (0.0, 0.0, 0.0, 0.0)
    guard let native = gtk_widget_get_native(gtkWidget), let surface = gtk_native_get_surface(native),
      let seat = gdk_display_get_default_seat(gdk_surface_get_display(surface)),
      let pointer = gdk_seat_get_pointer(seat),
      gdk_device_get_surface_at_position(pointer, &x, &y) == surface
    else { return nil }
    gtk_native_get_surface_transform(native, &left, &top)
    return graphene_point_t(x: Float(x - left), y: Float(y - top))
  }

  private static func makeLabel(_ cssClass: String) -> WidgetPointer {
    let label = nonNull(gtk_label_new(nil))
    gtk_label_set_wrap(label.opaque, 1)
    gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
    gtk_label_set_xalign(label.opaque, 0)
    gtk_widget_set_margin_start(label, 6)
    gtk_widget_set_margin_end(label, 6)
    gtk_widget_set_margin_bottom(label, 3)
    gtk_widget_add_css_class(label, cssClass)
    return label
  }

  /// Whether the card is shown.
  var isOpen: Bool { gtk_widget_get_visible(gtkWidget) != 0 }
  /// Whether a widget of the card has the focus.
  var hasFocus: Bool { FocusedWidget.isIn(gtkWidget) }

  // MARK: Contents

  /// Shows a question, or updates the one that is shown.
  ///
  /// - Parameters:
  ///   - text: the heading, which describes the change that the question is about.
  ///   - newRemark: the remark below the choices.
  ///   - usualRemark: the text of the usual remark; nil if there is none.
  func show(
    _ question: ScopeQuestion, heading text: String, remark newRemark: ScopeRemark, usualRemark: String?
  ) {
    shownRemark = newRemark.shown(withUsualText: usualRemark)
    let remarkText = shownRemark.text
    // A fast movement onto a choice can arrive as a single event. Without an earlier position to compare it with, it
    // would be ignored.
    if !isOpen { lastPointerPosition = pointerInWindow }
    let phrases = style.phrases
    gtk_label_set_text(heading.opaque, text)
    spokenQuestion = [phrases.scopeQuestion(text, isDeletion: question.isDeletion), remarkText]
      .compactMap(\.self).joined(separator: " ")
    // A screen reader reads the name of a group before the widget in it that receives the focus. Orca 43 does so for the
    // question about a deletion, but not after a step, so that the question about a step is announced.
    Accessible.setLabel(gtkWidget, question.isDeletion ? spokenQuestion : text)
    for (button, choice) in zip(buttons, question.choices) { button.show(choice, phrases) }
    gtk_label_set_text(remark.opaque, remarkText ?? "")
    gtk_widget_set_visible(remark, (remarkText != nil).gboolean)
    gtk_button_set_label(
      putBackButton.as(GtkButton.self), question.isDeletion ? phrases.cancelDeletion : phrases.putBack)
    gtk_widget_set_visible(gtkWidget, 1)
    gtk_widget_queue_resize(gtkWidget)
  }

  func close() {
    gtk_widget_set_visible(gtkWidget, 0)
    lastPointerPosition = nil
  }

  /// Focuses the button of a choice.
  func focus(_ scope: EventEdit.Scope) { buttons.first { $0.scope == scope }?.takeFocus() }

  /// Moves the focus within the card, wrapping around at the first and the last widget. Returns nil if the
  /// focus is not in the card.
  func moveFocus(_ direction: GtkDirectionType) -> Bool? {
    guard isOpen, hasFocus else { return nil }
    if gtk_widget_child_focus(gtkWidget, direction) != 0 { return true }
    guard direction != GTK_DIR_LEFT, direction != GTK_DIR_RIGHT else { return true }
    let isBackward = direction == GTK_DIR_TAB_BACKWARD || direction == GTK_DIR_UP
    return gtk_widget_grab_focus(isBackward ? putBackButton : buttons[0].gtkWidget) != 0
  }

  // MARK: Layout

  override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    guard isVertical else {
      gtk_widget_measure(box, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, nil, nil)
      return (Int(minimum), Int(natural))
    }
    // GtkScrolledWindow measures its contents for their natural width, at which the labels have fewer lines.
    let width = max(0, Int32(clamping: size) - 2 * ScopeCard.padding)
    let contentHeight = height(of: contents, for: size < 0 ? -1 : width)
    let otherHeights = height(of: putBackButton, for: -1).natural + ScopeCard.spacing + 2 * ScopeCard.padding
    return (
      Int(min(contentHeight.natural, height(of: scrolledWindow, for: -1).minimum) + otherHeights),
      Int(contentHeight.natural + otherHeights)
    )
  }

  private func height(of widget: WidgetPointer, for width: Int32) -> (minimum: Int32, natural: Int32) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    gtk_widget_measure(widget, GTK_ORIENTATION_VERTICAL, width, &minimum, &natural, nil, nil)
    return (minimum, natural)
  }

  override func allocate(width: Int, height: Int) {
    allocate(box, x: 0, y: 0, width: width, height: height)
  }

  /// Allocates the card beside an event.
  ///
  /// - Parameters:
  ///   - event: the extent of the event, in the parent's coordinates. It may be out of view.
  ///   - parent: the timeline.
  func allocate(beside event: (x: ClosedRange<Double>, y: Range<Double>), on parent: CustomWidget) {
    let margin = ScopeCard.margin
    let horizontalRange = margin...max(margin, Double(parent.width) - margin)
    let verticalRange = margin..<max(2 * margin, Double(parent.height) - margin)
    let scale = style.text.size / TimelineConfiguration.defaultTextSize
    let width = min(
      max(ScopeCard.naturalWidth * scale, Double(measure(isVertical: false, for: -1).minimum)),
      horizontalRange.upperBound - horizontalRange.lowerBound)
    let naturalHeight = Double(measure(isVertical: true, for: Int(width)).natural)
    let height = min(naturalHeight, verticalRange.upperBound - verticalRange.lowerBound)
    let x = CardPlacement.left(
      forWidth: width, beside: event.x, in: horizontalRange, isRightToLeft: isRightToLeft)
    let y = CardPlacement.top(forHeight: height, beside: event.y, in: verticalRange)
    parent.allocate(gtkWidget, x: x.rounded(), y: y.rounded(), width: Int(width), height: Int(height))
  }
}
