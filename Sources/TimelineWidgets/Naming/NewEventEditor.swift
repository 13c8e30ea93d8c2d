import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// The widgets of a new event that waits for its title.
@MainActor
struct Draft {
  /// The event that they show.
  var occurrence: Occurrence
  /// Over its block.
  let entry: TitleEntry
  /// What `entry` lies in.
  let parent: CustomWidget
  /// Beside the block, the calendars that it can be in; nil if there is only one.
  let calendars: DraftCalendars?

  /// Whether one is typing the title or choosing a calendar.
  var hasFocus: Bool { entry.hasFocus || calendars?.hasFocus == true }
}

/// Lets one type the title of a new event where it stands, and choose its calendar beside it.
@MainActor
final class NewEventEditor {
  /// The widget that the calendars stand in: all of the timeline.
  private unowned let timeline: CustomWidget
  private let style: TimelineStyle
  /// What is shown; nil while no event is made.
  private(set) var draft: Draft?
  /// The field that the last title was typed in, out of view.
  private var usedField: (entry: TitleEntry, parent: CustomWidget)?

  /// Called with what was typed, and when the event is done with.
  var onInput: (TimelineInput) -> Void = { _ in }
  /// Called with the calendar that was chosen.
  var onCalendar: (CalendarID) -> Void = { _ in }

  init(on timeline: CustomWidget, style: TimelineStyle) {
    (self.timeline, self.style) = (timeline, style)
  }

  /// Whether the keyboard is on the calendars.
  var isChoosingCalendar: Bool { draft?.calendars?.hasFocus == true }

  // MARK: From the beginning to the end

  /// Shows the widgets for an event, to be placed by `placeField`; `takeFocus` is to follow.
  ///
  /// - Parameters:
  ///   - content: what the event's block says.
  ///   - parent: what the field lies in.
  ///   - choices: the calendars.
  func begin(
    _ occurrence: Occurrence, content: BlockContent, in parent: CustomWidget, choices: [CalendarOption]
  ) {
    let entry = TitleEntry(
      content, isBar: occurrence.standsAboveHours, label: style.phrases.titleOfNewEvent,
      description: description(of: occurrence, choices), placeholder: style.phrases.newEvent, style: style)
    entry.onChange = { [weak self] in self?.onInput(.typed($0)) }
    entry.onEnter = { [weak self] in self?.onInput(.named(takesFocus: true)) }
    entry.onLeave = { [weak self] in self?.focusLeft() }
    draft = Draft(
      occurrence: occurrence, entry: entry, parent: parent,
      calendars: choices.count > 1 ? calendars(choices, selected: occurrence.event.id.calendar) : nil)
    parent.add(entry.pointer)
  }

  private func calendars(_ choices: [CalendarOption], selected: CalendarID) -> DraftCalendars {
    let calendars = DraftCalendars(choices, selected: selected, phrases: style.phrases)
    calendars.onHighlight = { [weak self] in self?.draft?.entry.setColor($0.color) }
    calendars.onChoose = { [weak self] in self?.onCalendar($0) }
    calendars.onLeave = { [weak self] in self?.focusLeft() }
    timeline.add(calendars.pointer)
    return calendars
  }

  /// Lets one type, and says of what.
  func takeFocus(_ choices: [CalendarOption]) {
    guard let draft else { return }
    draft.entry.takeFocus()
    draft.entry.say(description(of: draft.occurrence, choices))
  }

  /// The event is another one: in another calendar.
  func update(_ occurrence: Occurrence, _ choices: [CalendarOption]) {
    draft?.occurrence = occurrence
    guard let draft else { return }
    draft.entry.setColor(occurrence.event.calendarColor)
    draft.entry.describe(description(of: occurrence, choices))
    guard let calendars = draft.calendars, !calendars.hasFocus else { return }
    if let name = choices.first(where: { $0.id == occurrence.event.id.calendar })?.name {
      draft.entry.say(name)
    }
  }

  /// The calendar on which the ribbon comes to rest, which may still be on its way there; nil if it is the event's.
  func finishChoosing() -> CalendarID? {
    guard let calendars = draft?.calendars else { return nil }
    var chosen: CalendarID?
    calendars.onChoose = { chosen = $0 }
    calendars.finish()
    calendars.onChoose = { _ in }
    return chosen
  }

  /// Takes the widgets away.
  func end() {
    guard let draft else { return }
    self.draft = nil
    removeCalendars(of: draft)
    let entry = draft.entry
    if entry.hasFocus { gtk_root_set_focus(gtk_widget_get_root(entry.pointer), nil) }
    gtk_widget_set_visible(entry.pointer, 0)
    // GTK's input method for Wayland goes on with a text for a moment: the field goes with the one after it.
    if let old = usedField { old.parent.remove(old.entry.pointer) }
    usedField = (entry, draft.parent)
  }

  /// They may be in the midst of a key or a press, and go once that is over.
  private func removeCalendars(of draft: Draft) {
    guard let calendars = draft.calendars else { return }
    if calendars.hasFocus { gtk_root_set_focus(gtk_widget_get_root(timeline.pointer), nil) }
    gtk_widget_set_visible(calendars.pointer, 0)
    afterMilliseconds(0) { [weak timeline = self.timeline] in
      timeline?.remove(calendars.pointer)
      return false
    }
  }

  // MARK: Words

  /// What assistive technology says of the event: when it is, and its calendar where there is a choice.
  private func description(of occurrence: Occurrence, _ choices: [CalendarOption]) -> String {
    let name = style.phrases.accessibleName(occurrence)
    guard choices.count > 1, let choice = choices.first(where: { $0.id == occurrence.event.id.calendar })
    else { return name }
    return style.phrases.newEvent(name, in: choice.name)
  }

  // MARK: Focus

  /// The focus has left the title or the calendars: the event is kept unless it went from the one to the other.
  private func focusLeft() { if let draft, !draft.hasFocus { onInput(.named(takesFocus: false)) } }

  /// Tab goes from the title to the calendars and on from there; nil where it goes elsewhere.
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

  // MARK: Placing

  /// The event's block is elsewhere: have the field placed again.
  func placeAgain() { if let draft { gtk_widget_queue_allocate(draft.parent.pointer) } }

  /// Places the field over the event's block; called while `parent` is allocated.
  ///
  /// - Parameters:
  ///   - page: where the block stands.
  ///   - area: where the page is, sideways, in px of the parent: the field does not leave it.
  ///   - offset: px that the page is scrolled.
  func placeField(on page: TimelinePage, within area: ClosedRange<Double>, offset: Double) {
    guard let draft, let block = NewEventEditor.block(of: draft.occurrence, on: page) else { return }
    draft.entry.lie(
      over: Rectangle(
        x: area.lowerBound + block.x, y: block.y - offset, width: block.width, height: block.height),
      within: area, top: 0, on: draft.parent)
  }

  /// Where an event's block is, in px of its page.
  private static func block(of occurrence: Occurrence, on page: TimelinePage) -> Rectangle? {
    guard occurrence.standsAboveHours else {
      return page.frame(of: occurrence.id).map {
        Rectangle(x: $0.left, y: $0.top, width: $0.width, height: $0.height)
      }
    }
    return page.allDay.frame(of: occurrence.id).map {
      Rectangle(x: $0.left, y: $0.top, width: $0.right - $0.left, height: $0.bottom - $0.top)
    }
  }

  /// Places the calendars beside the field, wherever that is now.
  ///
  /// - Parameters:
  ///   - area: what they must not leave sideways, in px of the timeline.
  ///   - top: px of the timeline above which nothing of the event's part of it is in sight.
  func placeCalendars(within area: ClosedRange<Double>, top: Double) {
    guard let draft, let calendars = draft.calendars else { return }
    var box = graphene_rect_t()
    guard gtk_widget_compute_bounds(draft.entry.pointer, timeline.pointer, &box) != 0 else { return }
    let (x, y) = (Double(box.origin.x), Double(box.origin.y))
    calendars.stand(
      beside: (x...(x + Double(box.size.width)), y..<(y + Double(box.size.height))), in: area,
      top..<Double(max(1, timeline.height)), on: timeline)
  }
}
