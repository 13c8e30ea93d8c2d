import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// The widgets of a new event whose title is being typed.
@MainActor
struct NewEventWidgets {
  /// The new event.
  var occurrence: Occurrence
  /// The title field, over the event's block.
  let entry: TitleEntry
  /// The parent of `entry`.
  let parent: CustomWidget
  /// The calendar chooser beside the block; nil if there is only one calendar.
  let calendarChooser: CalendarChooserCard?

  /// Whether the title field or the calendar chooser has the focus.
  var hasFocus: Bool { entry.hasFocus || calendarChooser?.hasFocus == true }
}

/// Lets the user type the title of a new event in place, and choose its calendar beside it.
@MainActor
final class NewEventEditor {
  /// The parent of the calendar chooser: the whole timeline.
  private unowned let timeline: CustomWidget
  private let style: TimelineStyle
  /// The current widgets; nil while no event is being created.
  private(set) var newEventWidgets: NewEventWidgets?
  /// The previous title field, which is hidden.
  private var previousField: (entry: TitleEntry, parent: CustomWidget)?

  /// Called when the title has changed, and when the title is finished.
  var onInput: (TimelineInput) -> Void = { _ in }
  /// Called with the chosen calendar.
  var onChooseCalendar: (CalendarID) -> Void = { _ in }

  init(on timeline: CustomWidget, style: TimelineStyle) {
    (self.timeline, self.style) = (timeline, style)
  }

  /// Whether the calendar chooser has the focus.
  var isChoosingCalendar: Bool { newEventWidgets?.calendarChooser?.hasFocus == true }

  // MARK: Lifecycle

  /// Shows the widgets for an event. Call `takeFocus` next; the widgets are allocated by `allocateField` and
  /// `allocateCalendarChooser`.
  ///
  /// - Parameters:
  ///   - content: the content of the event's block.
  ///   - parent: the parent of the title field.
  ///   - choices: the calendars to choose from.
  func begin(
    _ occurrence: Occurrence, content: BlockContent, in parent: CustomWidget, choices: [CalendarOption]
  ) {
    let entry = TitleEntry(
      content, isBar: occurrence.isInAllDayRow, label: label(of: occurrence, choices),
      placeholder: style.phrases.newEvent, style: style)
    entry.onChange = { [weak self] in self?.onInput(.typed($0)) }
    entry.onEnter = { [weak self] in self?.onInput(.namingFinished(.enter)) }
    entry.onLeave = { [weak self] in self?.didLoseFocus() }
    newEventWidgets = NewEventWidgets(
      occurrence: occurrence, entry: entry, parent: parent,
      calendarChooser: choices.count > 1
        ? makeCalendarChooser(choices, selected: occurrence.event.id.calendar) : nil)
    parent.add(entry.gtkWidget)
  }

  private func makeCalendarChooser(_ choices: [CalendarOption], selected: CalendarID) -> CalendarChooserCard {
    let calendarChooser = CalendarChooserCard(choices, selected: selected, phrases: style.phrases)
    calendarChooser.onHighlight = { [weak self] in self?.newEventWidgets?.entry.setColor($0.color) }
    calendarChooser.onChoose = { [weak self] in self?.onChooseCalendar($0) }
    calendarChooser.onLeave = { [weak self] in self?.didLoseFocus() }
    timeline.add(calendarChooser.gtkWidget)
    return calendarChooser
  }

  /// Focuses the title field, whose name includes the event's times.
  func takeFocus() { newEventWidgets?.entry.takeFocus() }

  /// Updates the event after a change of its calendar.
  func update(_ occurrence: Occurrence, _ choices: [CalendarOption]) {
    newEventWidgets?.occurrence = occurrence
    guard let newEventWidgets else { return }
    newEventWidgets.entry.setColor(occurrence.event.calendarColor)
    newEventWidgets.entry.setLabel(label(of: occurrence, choices))
  }

  /// Ends the ribbon's motion and returns the calendar that it was moving to; nil if that is the event's
  /// calendar.
  func finishCalendarChoice() -> CalendarID? {
    guard let calendarChooser = newEventWidgets?.calendarChooser else { return nil }
    var chosenCalendar: CalendarID?
    calendarChooser.onChoose = { chosenCalendar = $0 }
    calendarChooser.finish()
    calendarChooser.onChoose = { _ in }
    return chosenCalendar
  }

  /// Removes the widgets.
  func end() {
    guard let newEventWidgets else { return }
    self.newEventWidgets = nil
    removeCalendarChooser(of: newEventWidgets)
    let entry = newEventWidgets.entry
    if entry.hasFocus { gtk_root_set_focus(gtk_widget_get_root(entry.gtkWidget), nil) }
    gtk_widget_set_visible(entry.gtkWidget, 0)
    // GTK's input method for Wayland still uses a text field for a moment after it has been hidden, so each
    // field is removed only when the next one is hidden.
    if let previousField { previousField.parent.remove(previousField.entry.gtkWidget) }
    previousField = (entry, newEventWidgets.parent)
  }

  /// Hides the calendar chooser and removes it later, because it may be handling the current input event, and a screen reader
  /// may still ask for it.
  private func removeCalendarChooser(of newEventWidgets: NewEventWidgets) {
    guard let calendarChooser = newEventWidgets.calendarChooser else { return }
    if calendarChooser.hasFocus { gtk_root_set_focus(gtk_widget_get_root(timeline.gtkWidget), nil) }
    gtk_widget_set_visible(calendarChooser.gtkWidget, 0)
    afterMilliseconds(Accessible.removalDelay) { [weak timeline = self.timeline] in
      timeline?.remove(calendarChooser.gtkWidget)
      return false
    }
  }

  // MARK: Accessible name

  /// Returns the accessible name of the title field: the event's times, and its calendar if there is a
  /// choice. They are not in the field's description, because a screen reader reads a description twice if it
  /// is set when the field appears.
  private func label(of occurrence: Occurrence, _ choices: [CalendarOption]) -> String {
    let choice = choices.first { $0.id == occurrence.event.id.calendar }
    return style.phrases.accessibleName(
      occurrence, title: style.phrases.titleOfNewEvent, calendar: choices.count > 1 ? choice?.name : nil)
  }

  // MARK: Focus

  /// Ends the typing of the title when the focus leaves both the title field and the calendar chooser.
  private func didLoseFocus() {
    if let newEventWidgets, !newEventWidgets.hasFocus { onInput(.namingFinished(.focusMoved)) }
  }

  /// Moves the focus between the title field and the calendar chooser or, from the last field and back from the first
  /// one, to the event. Returns whether it has moved; nil if the focus is in neither, or `direction` is not that of Tab.
  func moveFocus(_ direction: GtkDirectionType) -> Bool? {
    guard let newEventWidgets, newEventWidgets.hasFocus else { return nil }
    let isInTitle = newEventWidgets.entry.hasFocus
    switch direction {
    case GTK_DIR_TAB_FORWARD:
      if isInTitle, let calendarChooser = newEventWidgets.calendarChooser {
        return calendarChooser.takeFocus()
      }
    case GTK_DIR_TAB_BACKWARD:
      if !isInTitle {
        newEventWidgets.entry.takeFocus()
        return true
      }
    default: return nil
    }
    onInput(.namingFinished(.tab))
    return true
  }

  func contains(_ widget: WidgetPointer) -> Bool {
    guard let newEventWidgets else { return false }
    return [newEventWidgets.entry.gtkWidget, newEventWidgets.calendarChooser?.gtkWidget].contains { part in
      part.map { widget == $0 || gtk_widget_is_ancestor(widget, $0) != 0 } ?? false
    }
  }

  // MARK: Layout

  /// Queues an allocation of the title field after the event's block has moved.
  func fieldMoved() { if let newEventWidgets { gtk_widget_queue_allocate(newEventWidgets.parent.gtkWidget) } }

  /// Allocates the title field over the event's block. Call this while the field's parent is being allocated.
  ///
  /// - Parameters:
  ///   - block: the rectangle of the block, in the parent's coordinates; nil if it is not shown.
  ///   - extent: the horizontal range within which the field stays.
  func allocateField(over block: Rectangle?, within extent: ClosedRange<Double>) {
    guard let newEventWidgets, let block else { return }
    newEventWidgets.entry.allocate(over: block, within: extent, top: 0, on: newEventWidgets.parent)
  }

  /// Allocates the calendar chooser beside the title field.
  ///
  /// - Parameters:
  ///   - area: the horizontal range within which the chooser is placed, in timeline coordinates.
  ///   - top: the top edge of the area in which the event is visible, in timeline coordinates.
  func allocateCalendarChooser(within area: ClosedRange<Double>, top: Double) {
    guard let newEventWidgets, let calendarChooser = newEventWidgets.calendarChooser else { return }
    var entryBounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(newEventWidgets.entry.gtkWidget, timeline.gtkWidget, &entryBounds) != 0
    else {
      return
    }
    let (x, y) = (Double(entryBounds.origin.x), Double(entryBounds.origin.y))
    calendarChooser.allocate(
      beside: (x...(x + Double(entryBounds.size.width)), y..<(y + Double(entryBounds.size.height))), in: area,
      top..<Double(max(1, timeline.height)), on: timeline)
  }
}
