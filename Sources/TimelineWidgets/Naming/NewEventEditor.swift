import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// The widgets of a new event whose title is being typed.
@MainActor
struct Draft {
  /// The event that they show.
  var occurrence: Occurrence
  /// The title field, over the event's block.
  let entry: TitleEntry
  /// The parent of `entry`.
  let parent: CustomWidget
  /// The calendar choice beside the block; nil if there is only one calendar.
  let calendars: CalendarChooserCard?

  /// Whether the title field or the calendar choice has the focus.
  var hasFocus: Bool { entry.hasFocus || calendars?.hasFocus == true }
}

/// Lets the user type the title of a new event in place, and choose its calendar beside it.
@MainActor
final class NewEventEditor {
  /// The parent of the calendar choice: the whole timeline.
  private unowned let timeline: CustomWidget
  private let style: TimelineStyle
  /// The current widgets; nil while no event is being created.
  private(set) var draft: Draft?
  /// The previous title field, hidden.
  private var previousField: (entry: TitleEntry, parent: CustomWidget)?

  /// Called with the typed title, and when the event is kept or discarded.
  var onInput: (TimelineInput) -> Void = { _ in }
  /// Called with the chosen calendar.
  var onCalendar: (CalendarID) -> Void = { _ in }

  init(on timeline: CustomWidget, style: TimelineStyle) {
    (self.timeline, self.style) = (timeline, style)
  }

  /// Whether the calendar choice has the focus.
  var isChoosingCalendar: Bool { draft?.calendars?.hasFocus == true }

  // MARK: Lifecycle

  /// Shows the widgets for an event. `allocateField` allocates them; call `takeFocus` next.
  ///
  /// - Parameters:
  ///   - content: the content of the event's block.
  ///   - parent: the parent of the title field.
  ///   - choices: the calendars.
  func begin(
    _ occurrence: Occurrence, content: BlockContent, in parent: CustomWidget, choices: [CalendarOption]
  ) {
    let entry = TitleEntry(
      content, isBar: occurrence.isInAllDayRow, label: style.phrases.titleOfNewEvent,
      description: description(of: occurrence, choices), placeholder: style.phrases.newEvent, style: style)
    entry.onChange = { [weak self] in self?.onInput(.typed($0)) }
    entry.onEnter = { [weak self] in self?.onInput(.namingFinished(takesFocus: true)) }
    entry.onLeave = { [weak self] in self?.focusLeft() }
    draft = Draft(
      occurrence: occurrence, entry: entry, parent: parent,
      calendars: choices.count > 1 ? calendars(choices, selected: occurrence.event.id.calendar) : nil)
    parent.add(entry.pointer)
  }

  private func calendars(_ choices: [CalendarOption], selected: CalendarID) -> CalendarChooserCard {
    let calendars = CalendarChooserCard(choices, selected: selected, phrases: style.phrases)
    calendars.onHighlight = { [weak self] in self?.draft?.entry.setColor($0.color) }
    calendars.onChoose = { [weak self] in self?.onCalendar($0) }
    calendars.onLeave = { [weak self] in self?.focusLeft() }
    timeline.add(calendars.pointer)
    return calendars
  }

  /// Focuses the title field, and announces the event.
  func takeFocus(_ choices: [CalendarOption]) {
    guard let draft else { return }
    draft.entry.takeFocus()
    draft.entry.announce(description(of: draft.occurrence, choices))
  }

  /// Updates the event after a change of its calendar.
  func update(_ occurrence: Occurrence, _ choices: [CalendarOption]) {
    draft?.occurrence = occurrence
    guard let draft else { return }
    draft.entry.setColor(occurrence.event.calendarColor)
    draft.entry.setDescription(description(of: occurrence, choices))
    guard let calendars = draft.calendars, !calendars.hasFocus else { return }
    if let name = choices.first(where: { $0.id == occurrence.event.id.calendar })?.name {
      draft.entry.announce(name)
    }
  }

  /// Ends the ribbon's motion and returns the calendar that it was moving to; nil if that is the event's
  /// calendar.
  func finishCalendarChoice() -> CalendarID? {
    guard let calendars = draft?.calendars else { return nil }
    var chosen: CalendarID?
    calendars.onChoose = { chosen = $0 }
    calendars.finish()
    calendars.onChoose = { _ in }
    return chosen
  }

  /// Removes the widgets.
  func end() {
    guard let draft else { return }
    self.draft = nil
    removeCalendars(of: draft)
    let entry = draft.entry
    if entry.hasFocus { gtk_root_set_focus(gtk_widget_get_root(entry.pointer), nil) }
    gtk_widget_set_visible(entry.pointer, 0)
    // GTK's input method for Wayland uses a text for a moment longer, so a field is removed only when the
    // next one is.
    if let old = previousField { old.parent.remove(old.entry.pointer) }
    previousField = (entry, draft.parent)
  }

  /// Removes the calendar choice after the current event, because it may be handling a key or a press.
  private func removeCalendars(of draft: Draft) {
    guard let calendars = draft.calendars else { return }
    if calendars.hasFocus { gtk_root_set_focus(gtk_widget_get_root(timeline.pointer), nil) }
    gtk_widget_set_visible(calendars.pointer, 0)
    afterMilliseconds(0) { [weak timeline = self.timeline] in
      timeline?.remove(calendars.pointer)
      return false
    }
  }

  // MARK: Accessible description

  /// The accessible description of the event: its times, and its calendar if there is a choice.
  private func description(of occurrence: Occurrence, _ choices: [CalendarOption]) -> String {
    let name = style.phrases.accessibleName(occurrence)
    guard choices.count > 1, let choice = choices.first(where: { $0.id == occurrence.event.id.calendar })
    else { return name }
    return style.phrases.newEvent(name, in: choice.name)
  }

  // MARK: Focus

  /// Keeps the event when the focus leaves both the title field and the calendar choice.
  private func focusLeft() { if let draft, !draft.hasFocus { onInput(.namingFinished(takesFocus: false)) } }

  /// Moves the focus by Tab between the title and the calendars, and out of them; nil for any other move.
  func moveFocus(_ direction: GtkDirectionType) -> Bool? {
    guard let draft, let calendars = draft.calendars else { return nil }
    switch direction {
    case GTK_DIR_TAB_FORWARD where draft.entry.hasFocus: return calendars.takeFocus()
    case GTK_DIR_TAB_BACKWARD where calendars.hasFocus:
      draft.entry.takeFocus()
      return true
    default: return nil
    }
  }

  func contains(_ widget: WidgetPointer) -> Bool {
    guard let draft else { return false }
    return [draft.entry.pointer, draft.calendars?.pointer].contains { part in
      part.map { widget == $0 || gtk_widget_is_ancestor(widget, $0) != 0 } ?? false
    }
  }

  // MARK: Layout

  /// Places the field again after the event's block has moved.
  func fieldMoved() { if let draft { gtk_widget_queue_allocate(draft.parent.pointer) } }

  /// Places the field over the event's block; called while `parent` is allocated.
  ///
  /// - Parameters:
  ///   - page: the page of the block.
  ///   - area: the horizontal range of the page, in px of the parent, which the field does not leave.
  ///   - offset: the page's scroll offset in px.
  func allocateField(on page: TimelinePage, within area: ClosedRange<Double>, offset: Double) {
    guard let draft, let block = NewEventEditor.block(of: draft.occurrence, on: page) else { return }
    draft.entry.allocate(
      over: Rectangle(
        x: area.lowerBound + block.x, y: block.y - offset, width: block.width, height: block.height),
      within: area, top: 0, on: draft.parent)
  }

  /// The rectangle of an event's block, in px of its page.
  private static func block(of occurrence: Occurrence, on page: TimelinePage) -> Rectangle? {
    guard occurrence.isInAllDayRow else {
      return page.frame(of: occurrence.id).map {
        Rectangle(x: $0.left, y: $0.top, width: $0.width, height: $0.height)
      }
    }
    return page.allDay.frame(of: occurrence.id).map {
      Rectangle(x: $0.left, y: $0.top, width: $0.right - $0.left, height: $0.bottom - $0.top)
    }
  }

  /// Places the calendar choice beside the field's present position.
  ///
  /// - Parameters:
  ///   - area: the horizontal limits of the card, in px of the timeline.
  ///   - top: the top in px of the timeline of the area in which the event is visible.
  func allocateCalendars(within area: ClosedRange<Double>, top: Double) {
    guard let draft, let calendars = draft.calendars else { return }
    var box = graphene_rect_t()
    guard gtk_widget_compute_bounds(draft.entry.pointer, timeline.pointer, &box) != 0 else { return }
    let (x, y) = (Double(box.origin.x), Double(box.origin.y))
    calendars.allocate(
      beside: (x...(x + Double(box.size.width)), y..<(y + Double(box.size.height))), in: area,
      top..<Double(max(1, timeline.height)), on: timeline)
  }
}
