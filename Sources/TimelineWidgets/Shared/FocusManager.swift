import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// The functions of the view stack that its focus manager uses.
@MainActor
protocol FocusManagerHost: AnyObject {
  var gtkWidget: WidgetPointer { get }
  var view: any CalendarView { get }
  var parts: ViewParts { get }
  /// The state, which determines where the keyboard focus is.
  var state: TimelineState { get }
  /// Passes an input to the state.
  @discardableResult func send(_ input: TimelineInput) -> Response
  /// Presents the lifted event, whose block keeps the focus.
  var liftPresenter: LiftPresenter { get }
  /// Whether the window itself is active, and not, for example, one of its dialogs.
  var isWindowActive: Bool { get }
  /// Announces a message to assistive technology.
  func announce(_ text: String)
}

/// Manages the keyboard focus of a view's widgets. The dates, if any, are the first Tab stop. The visible event
/// blocks are the second one, followed by the buttons of the details popover if it is open.
///
/// `TimelineState` decides which event has the keyboard focus; this type focuses the event's widget, and
/// reports which widget has the focus.
@MainActor
final class FocusManager {
  private unowned let host: any FocusManagerHost
  private let details: DetailsPopover

  init(on host: any FocusManagerHost, details: DetailsPopover) {
    (self.host, self.details) = (host, details)
  }

  private var view: any CalendarView { host.view }
  private var dates: (any ViewDates)? { host.parts.dates }

  // MARK: Reading the focus

  /// Whether the focus is inside the stack.
  var isInside: Bool { FocusedWidget.isIn(host.gtkWidget) }

  /// Whether the focus is on the current page.
  var isOnPage: Bool { view.pageWidgets.contains { FocusedWidget.isIn($0) } }

  /// The stack's popover that contains the focus, if any.
  private var popover: WidgetPointer? {
    guard var widget = FocusedWidget.inWindow(of: host.gtkWidget) else { return nil }
    while let parent = gtk_widget_get_parent(widget) {
      if parent == host.gtkWidget {
        let isPopover = g_type_check_instance_is_a(widget.as(GTypeInstance.self), gtk_popover_get_type())
        return isPopover != 0 ? widget : nil
      }
      widget = parent
    }
    return nil
  }

  // MARK: Moving the focus

  /// Moves the focus into or within the stack when Tab is pressed. Returns false if the focus leaves it.
  ///
  /// - Parameter editor: the editor of a new event. If it is open, the focus first moves within it.
  func move(_ direction: GtkDirectionType, editor: NewEventEditor) -> Bool {
    // GTK moves the focus from the window downward. If a menu or popover has the focus, Tab moves the focus
    // within it.
    if let popover { return moveFocus(in: popover, direction) }
    if let hasMoved = editor.moveFocus(direction) { return hasMoved }
    switch direction {
    case GTK_DIR_TAB_FORWARD: return moveForward()
    case GTK_DIR_TAB_BACKWARD: return moveBackward()
    default: return false
    }
  }

  /// Moves the focus within a popover, or from the buttons of the details back to the event.
  private func moveFocus(in popover: WidgetPointer, _ direction: GtkDirectionType) -> Bool {
    if gtk_widget_child_focus(popover, direction) != 0 { return true }
    guard popover == details.gtkWidget, let shownID = details.shownID else { return false }
    returnFocus(to: shownID)
    return true
  }

  private func moveForward() -> Bool {
    if isOnDates { return focusEvents(onSelectedDayOnly: true) }
    guard isInside else {
      // GTK also moves the focus when a window opens, without a key press. The events then receive the focus.
      return (host.state.isFocusVisible && focusDates()) || focusEvents()
    }
    guard isOnPage, let shownID = details.shownID, shownID == host.state.focus else { return false }
    return gtk_widget_child_focus(details.gtkWidget, GTK_DIR_TAB_FORWARD) != 0
  }

  private func moveBackward() -> Bool {
    guard isInside else { return focusEvents() }
    return !isOnDates && focusDates()
  }

  private func focusDates() -> Bool { dates?.focusSelectedDay() ?? false }

  /// Whether the focus is on a date.
  var isOnDates: Bool { dates.map { FocusedWidget.isIn($0.gtkWidget) } ?? false }

  /// Focuses the event that most recently had the focus, or the first visible one, or else the day.
  ///
  /// - Parameter onSelectedDayOnly: whether the event that had the focus is considered only if it is on the
  ///   selected day.
  private func focusEvents(onSelectedDayOnly: Bool = false) -> Bool {
    let wasFocusVisible = host.state.isFocusVisible
    host.send(.windowKey)
    if let focusedID = host.state.focus, let block = view.block(for: focusedID),
      !onSelectedDayOnly || block.occurrence.days.contains(view.day)
    {
      focusAndReveal(focusedID)
      return true
    }
    guard let firstBlock = view.firstBlock() else { return focusDay() }
    focusAndReveal(firstBlock.occurrence.id)
    if !wasFocusVisible { host.send(.focused(firstBlock.occurrence.id, isIncidental: true)) }
    return true
  }

  /// Focuses the first visible event, or the day if it has no events, without a focus ring. Used when the
  /// window opens, for example.
  func focusFirstEvent() {
    guard let block = view.firstBlock() else {
      _ = focusDay()
      return
    }
    _ = gtk_widget_grab_focus(block.gtkWidget)
    host.send(.focused(block.occurrence.id, isIncidental: true))
  }

  /// Focuses an event and scrolls it into view, or focuses the selected day if the event is not on the current page.
  func focusAndReveal(_ id: Occurrence.ID) {
    if view.block(for: id) != nil { host.send(.focus(id, scrolls: true)) } else { focusDay() }
  }

  /// Focuses an event's block.
  ///
  /// - Parameter text: a message to announce together with the event, or nil.
  func focusEvent(_ id: Occurrence.ID, scrolls: Bool, announcing text: String? = nil) {
    guard let block = view.block(for: id) else {
      text.map(host.announce)
      return
    }
    // A bar that is hidden for lack of space must be made visible before it can be focused.
    view.go(to: .hidden(block.occurrence))
    if scrolls { view.go(to: .scrolled(to: block.occurrence)) }
    grabFocus(block.gtkWidget, announcing: text)
  }

  @discardableResult
  private func grabFocus(_ widget: WidgetPointer, announcing text: String?) -> Bool {
    guard let text else { return gtk_widget_grab_focus(widget) != 0 }
    // A new widget is not in the accessibility tree yet, and when a dialog has closed, a screen reader reads the widget
    // that had the focus before. If the text were set as the widget's description, it would be read twice.
    guard gtk_widget_get_width(widget) > 0, host.isWindowActive else {
      defer { host.announce(text) }
      return gtk_widget_grab_focus(widget) != 0
    }
    return Accessible.announce(text, with: widget) { gtk_widget_grab_focus(widget) != 0 }
  }

  /// Focuses the selected day.
  ///
  /// - Parameter text: a message to announce together with the day, or nil.
  @discardableResult
  func focusDay(announcing text: String? = nil) -> Bool {
    let widget = view.selectedDay.widget
    // Its only event may be about to be removed.
    gtk_widget_set_focusable(widget, 1)
    return grabFocus(widget, announcing: text)
  }

  /// Focuses the first visible event of the selected day, or the day itself if it has no events. Announces
  /// the day if the focus does not move, because it is already in place or is in a different part of the window.
  func focusOrAnnounceDay() {
    let previousFocus = FocusedWidget.inWindow(of: host.gtkWidget)
    if isInside {
      if let block = view.firstBlock(), block.occurrence.days.contains(view.day) {
        focusAndReveal(block.occurrence.id)
      } else {
        focusDay()
      }
    }
    if FocusedWidget.inWindow(of: host.gtkWidget) == previousFocus { host.announce(view.selectedDay.name) }
  }

  /// Returns the focus to the event that had it, or to the day.
  ///
  /// - Parameter text: a message to announce together with the event or day, or nil.
  func returnFocus(to id: Occurrence.ID?, announcing text: String? = nil) {
    if let id, view.block(for: id) != nil {
      focusEvent(id, scrolls: false, announcing: text)
    } else {
      focusDay(announcing: text)
    }
  }

  /// Preserves the focus while `body` removes pages. If an event on one of them had the focus, the focus
  /// moves to the same event on the new page, or else to the selected day. By itself, GTK would focus the
  /// first widget of the window.
  func preserveFocus(during body: () -> Void) {
    let (wasOnPage, wasIncidental) = (isOnPage, host.state.isFocusIncidental)
    let id = host.state.focus.flatMap { id in
      view.blocks(for: id).contains { gtk_widget_is_focus($0.gtkWidget) != 0 } ? id : nil
    }
    body()
    guard wasOnPage, host.liftPresenter.block == nil else { return }
    // This is also necessary if a page was reused and its block still has the focus: unless the focus is
    // requested again, GTK removes it in the next frame.
    guard id == nil || id.flatMap({ view.block(for: $0) }) != nil else { return returnFocus(to: nil) }
    host.send(.focus(id, scrolls: false))
    if wasIncidental, let id { host.send(.focused(id, isIncidental: true)) }
  }
}
