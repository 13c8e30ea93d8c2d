import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// The timeline as its focus manager sees it.
@MainActor
protocol TimelineFocusHost: AnyObject {
  var pointer: WidgetPointer { get }
  /// The state, which determines where the keyboard focus is.
  var state: TimelineState { get }
  /// Passes an input to the state.
  @discardableResult func send(_ input: TimelineInput) -> Response
  /// The lifted event, which keeps the focus.
  var liftPresenter: LiftPresenter { get }
  /// Expands the all-day row for a bar that there was not enough space for.
  func expandAllDayRow(for occurrence: Occurrence)
}

/// Manages the keyboard focus of the timeline's widgets: one Tab stop, with the visible event blocks inside.
///
/// `TimelineState` decides which event has the keyboard focus; this type focuses the event's widget, and
/// reports which widget has the focus.
@MainActor
final class TimelineFocus {
  private unowned let host: any TimelineFocusHost
  private let paging: TimelinePaging
  private let hours: HoursArea

  init(on host: any TimelineFocusHost, paging: TimelinePaging, hours: HoursArea) {
    (self.host, self.paging, self.hours) = (host, paging, hours)
  }

  // MARK: Reading the focus

  /// Whether the focus is inside the timeline.
  var isInside: Bool { FocusedWidget.isIn(host.pointer) }

  /// Whether the focus is on the current page.
  var isOnPage: Bool { FocusedWidget.isIn(page.pointer) || FocusedWidget.isIn(page.allDay.pointer) }

  /// The timeline's popover that contains the focus, if any.
  private var popover: WidgetPointer? {
    guard var widget = FocusedWidget.inWindow(of: host.pointer) else { return nil }
    while let parent = gtk_widget_get_parent(widget) {
      if parent == host.pointer {
        let isPopover = g_type_check_instance_is_a(widget.as(GTypeInstance.self), gtk_popover_get_type())
        return isPopover != 0 ? widget : nil
      }
      widget = parent
    }
    return nil
  }

  // MARK: Moving the focus

  /// Moves the focus into the timeline for Tab; returns false if it goes elsewhere.
  ///
  /// - Parameter editor: the editor of a new event, within which the focus moves first.
  func move(_ direction: GtkDirectionType, within editor: NewEventEditor) -> Bool {
    // A menu or the details popover has the focus and handles its own keys, but GTK asks from the window
    // down.
    if let popover { return gtk_widget_child_focus(popover, direction) != 0 }
    if let hasMoved = editor.moveFocus(direction) { return hasMoved }
    // The timeline is one Tab stop: Tab moves to the event that was focused last, or to the first visible
    // one, and then out of the timeline.
    guard direction == GTK_DIR_TAB_FORWARD || direction == GTK_DIR_TAB_BACKWARD else { return false }
    guard !isInside else { return false }
    // Opening a window also moves the focus, without a key.
    let wasFocusVisible = host.state.isFocusVisible
    host.send(.windowKey)
    if let focused = host.state.focus, block(for: focused) != nil {
      choose(focused)
      return true
    }
    guard let first = firstVisibleBlock else { return focusDay() }
    choose(first.occurrence.id)
    if !wasFocusVisible { host.send(.focused(first.occurrence.id, isIncidental: true)) }
    return true
  }

  /// Focuses the timeline without a focus ring, for example when the window opens.
  func focusFirst() {
    guard let block = firstVisibleBlock else {
      _ = focusDay()
      return
    }
    _ = gtk_widget_grab_focus(block.pointer)
    host.send(.focused(block.occurrence.id, isIncidental: true))
  }

  /// Focuses an event if it is on the current page, and scrolls it into view.
  func choose(_ id: Occurrence.ID) {
    if block(for: id) != nil { host.send(.focus(id, scrolls: true)) }
  }

  /// Focuses an event's block.
  func focusEvent(_ id: Occurrence.ID, scrolls: Bool) {
    guard let block = block(for: id) else { return }
    // A bar that there was not enough space for is made visible before it can be focused.
    host.expandAllDayRow(for: block.occurrence)
    if scrolls { hours.scrollIntoView(block.occurrence, on: paging.row.day) }
    _ = gtk_widget_grab_focus(block.pointer)
  }

  /// Focuses the selected day.
  @discardableResult
  func focusDay() -> Bool {
    let column = page.column(of: paging.row.day) ?? page.columns[0]
    return gtk_widget_grab_focus(column.pointer) != 0
  }

  /// Returns the focus to the event that had it, or to the day.
  func returnFocus(to id: Occurrence.ID?) {
    if let id, block(for: id) != nil { focusEvent(id, scrolls: false) } else { focusDay() }
  }

  /// Keeps the focus while `body` removes pages. If an event on them had the focus, the same event on the new
  /// page gets it, or else its day. GTK by itself would focus the first widget of the window.
  func preserveFocus(during body: () -> Void) {
    let (wasOnPage, wasIncidental) = (isOnPage, host.state.isFocusIncidental)
    let id = host.state.focus.flatMap { id in
      page.blocks(for: id).contains { gtk_widget_is_focus($0.pointer) != 0 } ? id : nil
    }
    body()
    guard wasOnPage, host.liftPresenter.block == nil else { return }
    // This is also necessary if a page was reused and its block still has the focus: GTK removes that only in
    // the next frame, unless the focus is requested again.
    guard id == nil || id.flatMap({ block(for: $0) }) != nil else { return returnFocus(to: nil) }
    host.send(.focus(id, scrolls: false))
    if wasIncidental, let id { host.send(.focused(id, isIncidental: true)) }
  }

  // MARK: Blocks

  private var page: TimelinePage { paging.deck.page }

  private func block(for id: Occurrence.ID) -> EventBlock? { paging.deck.block(for: id, on: paging.row.day) }

  /// The first visible event of the selected day, or else any event.
  private var firstVisibleBlock: EventBlock? {
    paging.deck.firstBlock(on: paging.row.day, in: hours.visibleRange)
  }
}
