import CGtk
import CalendarModel
import CalendarStore
import CalendarText
import GtkSupport

/// The fields for the times of an event: whether it is all-day, its start, end, duration and time zones.
@MainActor
final class TimesFields {
  /// Called with a closure that applies the change of a field.
  var onChange: (_ change: (inout TimesDraft) -> Void) -> Void = { _ in }
  /// Called at each key press in a text field.
  var onType: () -> Void = {}
  /// Called when the focus leaves a field whose text was changed.
  var onLeave: () -> Void = {}
  /// Called with a page to show, and with nil to return from it.
  var onPage: (EditorPage?) -> Void = { _ in }

  private var phrases: Phrases
  private var display: Zone
  private let allDay = ToggleField()
  private let start, end: MomentField
  private let length: LengthField
  private let startZone, endZone: ZoneField
  private let eventTimesLabel = created(gtk_label_new(nil))
  private var lengthRow, zoneRow, endZoneRow: WidgetPointer?
  private var times: TimesDraft
  private var isUpdating = false

  init(_ times: TimesDraft, display: Zone, phrases: Phrases, in form: EditorForm) {
    (self.times, self.display, self.phrases) = (times, display, phrases)
    let t = phrases.translator
    start = MomentField(
      name: t.tr("Start"), dayName: t.tr("Start date"), timeName: t.tr("Start time"), phrases: phrases)
    end = MomentField(
      name: t.tr("End"), dayName: t.tr("End date"), timeName: t.tr("End time"), phrases: phrases)
    length = LengthField(phrases: phrases)
    let floating = t.tr("Floating (Local Time)")
    let suggested = display.identifier
    startZone = ZoneField(
      title: t.tr("Time Zone"), noneLabel: floating, suggested: suggested, phrases: phrases)
    endZone = ZoneField(
      title: t.tr("End Time Zone"), noneLabel: floating, suggested: suggested, phrases: phrases)
    build(form)
    connect()
  }

  private func build(_ form: EditorForm) {
    let t = phrases.translator
    form.add(t.tr("_All day"), allDay.pointer, target: allDay.pointer, keepsLabelBeside: true)
    let line = form.add(t.tr("_Starts"), start.pointer, target: start.day.monthDisclosure.button)
    form.measuredRows.append(line)
    start.disclosures.forEach { form.add($0.content) }
    form.add(t.tr("_Ends"), end.pointer, target: end.day.monthDisclosure.button)
    end.disclosures.forEach { form.add($0.content) }
    lengthRow = form.add(t.tr("_Duration"), length.pointer, target: length.typed.entry)
    form.add(length.wheel.content)
    zoneRow = form.add(t.tr("_Time zone"), startZone.button, target: startZone.button)
    endZoneRow = form.add(t.tr("End _zone"), endZone.button, target: endZone.button)
    gtk_label_set_xalign(eventTimesLabel.opaque, 0)
    gtk_label_set_wrap(eventTimesLabel.opaque, 1)
    gtk_widget_add_css_class(eventTimesLabel, "dim-label")
    gtk_widget_add_css_class(eventTimesLabel, "caption")
    form.add(eventTimesLabel)
  }

  // MARK: User input

  private func connect() {
    for entry in typedEntries {
      entry.onType = { [weak self] in self?.onType() }
      entry.onLeave = { [weak self] in self?.onLeave() }
    }
    for moment in [start, end] {
      moment.time.canRead = { [weak self] text in (try? self?.phrases.typedTime(text)) != nil }
    }
    length.typed.canRead = { [weak self] text in (try? self?.phrases.typedDuration(text)) != nil }
    start.time.onCommit = { [weak self] in self?.readStart($0) }
    end.time.onCommit = { [weak self] in self?.readEnd($0) }
    length.typed.onCommit = { [weak self] in self?.readDuration($0) }
    start.onWheelCommit = { [weak self] second in
      self?.change { $0.setStart(WallTime($0.start.day, secondOfDay: second)) }
    }
    end.onWheelCommit = { [weak self] second in self?.change { $0.setEnd(secondOfDay: second) } }
    length.onWheelCommit = { [weak self] minutes in self?.change { $0.setDuration(minutes * 60) } }
    start.day.onChoose = { [weak self] day in self?.change { $0.setStart(day: day) } }
    end.day.onChoose = { [weak self] day in self?.change { $0.setEnd(day: day) } }
    start.day.monthDisclosure.onOpen = { [weak self] in self?.start.day.takeFocus() }
    end.day.monthDisclosure.onOpen = { [weak self] in self?.end.day.takeFocus() }
    allDay.onChoose = { [weak self] isOn in self?.change { $0.setAllDay(isOn) } }
    startZone.onChoose = { [weak self] name in self?.choose(name) { $0.setStartZone($1) } }
    endZone.onChoose = { [weak self] name in self?.choose(name) { $0.setEndZone($1) } }
    for zone in [startZone, endZone] { zone.onPage = { [weak self] page in self?.onPage(page) } }
  }

  /// The fields' disclosures. Only one of them is open at a time.
  var disclosures: [Disclosure] { start.disclosures + end.disclosures + [length.wheel] }

  private var typedEntries: [TypedEntry] { [start.time, end.time, length.typed] }

  private func change(_ change: (inout TimesDraft) -> Void) {
    if !isUpdating { onChange(change) }
  }

  private func choose(_ name: String, _ body: (inout TimesDraft, Zone?) -> Void) {
    // The event may have a zone that is defined in its file and is not in the system's database.
    let known = [display, times.startZone, times.endZone].compactMap(\.self).first { $0.identifier == name }
    let zone = known ?? SystemZones.shared.zone(named: name)
    guard zone != nil || name.isEmpty else { return }
    change { body(&$0, zone) }
  }

  /// Commits typed text that has not been committed yet.
  func commitTypedText(isPause: Bool) { for entry in typedEntries { entry.commit(isPause: isPause) } }

  /// Ends the wheels' motion at once, at the values that they are moving to.
  func finishMotion() {
    for moment in [start, end] { moment.finishMotion() }
    length.finishMotion()
    allDay.finishMotion()
  }

  private func readStart(_ text: String) -> TypedEntry.ParseFailure? {
    parsing { () throws(TypedTimeError) in
      // A relative time such as "in 45 min" is relative to the current minute.
      let now = (times.startZone ?? display).time(at: .now).wall
      let typed = try phrases.typedTime(text)
      let wall = typed.resolved(on: times.start.day, from: now.adding(seconds: -now.second))
      change { $0.setStart(wall) }
    }
  }

  private func readEnd(_ text: String) -> TypedEntry.ParseFailure? {
    parsing { () throws(TypedTimeError) in
      switch try phrases.typedTime(text) {
      case .clock(let hour, let minute): change { $0.setEnd(secondOfDay: hour * 3600 + minute * 60) }
      case .later(let minutes): change { $0.setDuration(minutes * 60) }
      }
    }
  }

  private func readDuration(_ text: String) -> TypedEntry.ParseFailure? {
    do throws(TypedTimeError) {
      let minutes = try phrases.typedDuration(text)
      change { $0.setDuration(minutes * 60) }
      return nil
    } catch {
      return TypedEntry.ParseFailure(text: phrases.durationExplanation(error))
    }
  }

  private func parsing(_ body: () throws(TypedTimeError) -> Void) -> TypedEntry.ParseFailure? {
    do throws(TypedTimeError) {
      try body()
      return nil
    } catch {
      return TypedEntry.ParseFailure(text: phrases.explanation(error))
    }
  }

  // MARK: Showing values

  /// Sets the zone and the phrases for the next `setTimes`.
  func setDisplayZone(_ display: Zone, _ phrases: Phrases) {
    (self.display, self.phrases) = (display, phrases)
    for moment in [start, end] { moment.phrases = phrases }
    for zone in [startZone, endZone] { zone.suggested = display.identifier }
  }

  func setTimes(_ times: TimesDraft, of event: CalendarEvent) {
    self.times = times
    isUpdating = true
    defer { isUpdating = false }
    allDay.setOn(times.isAllDay)
    let hasHours = !times.isAllDay
    start.setMoment(times.start, day: times.days.lowerBound, hasTime: hasHours)
    end.setMoment(times.end, day: hasHours ? times.end.day : times.days.upperBound, hasTime: hasHours)
    length.setDuration(times.duration)
    startZone.setZone(times.startZone?.identifier ?? "")
    endZone.setZone(times.endZone?.identifier ?? "")
    for widget in [lengthRow, zoneRow].compactMap(\.self) {
      gtk_widget_set_visible(widget, hasHours.gboolean)
    }
    if let endZoneRow {
      gtk_widget_set_visible(endZoneRow, (hasHours && times.startZone != times.endZone).gboolean)
    }
    let occurrence = Occurrence(event: event, zone: display)
    let isElsewhere = phrases.timesInOwnZone(occurrence) != nil
    gtk_label_set_text(eventTimesLabel.opaque, isElsewhere ? phrases.times(occurrence, in: display) : "")
    gtk_widget_set_visible(eventTimesLabel, isElsewhere.gboolean)
  }
}
