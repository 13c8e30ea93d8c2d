import CGtk
import CalendarModel
import CalendarStore
import CalendarText
import GtkSupport
import UserSettings

/// The fields for the times of an event: whether it is all-day, its start, end, duration and time zones.
@MainActor
final class TimesFields {
  /// Called with a closure that applies the change made in a field.
  var onChange: (_ change: (inout TimesDraft) -> Void) -> Void = { _ in }
  /// Called whenever the user changes the text of a field.
  var onType: () -> Void = {}
  /// Called when the focus leaves a field whose text has changed, or the user presses Enter in it.
  var onLeave: () -> Void = {}
  /// Called with a page to show, or with nil to return to the fields.
  var onShowPage: (EditorPage?) -> Void = { _ in }

  private var phrases: Phrases
  private var displayZone: Zone
  private let allDay = ToggleField()
  private let start, end: MomentField
  private let duration: DurationField
  private let startZone, endZone: ZoneField
  /// Shows the event's times in the display zone, if the event is in a different zone, and whether the file defines the
  /// zone differently.
  private let displayZoneLabel = nonNull(gtk_label_new(nil))
  private var durationRow, startZoneRow, endZoneRow: WidgetPointer?
  private var times: TimesDraft
  /// The typed time of the end, in seconds after midnight, if it is shown but was refused.
  private var refusedEndTime: Int?
  private var isUpdating = false

  init(
    _ times: TimesDraft, monthFactory: MonthViewFactory, displayZone: Zone, phrases: Phrases,
    in form: EditorForm
  ) {
    (self.times, self.displayZone, self.phrases) = (times, displayZone, phrases)
    let t = phrases.translator
    start = MomentField(
      name: t.tr("Start"), dayName: t.tr("Start date"), timeName: t.tr("Start time"),
      wheelsName: t.tr("Choose Start Time"), monthFactory: monthFactory, phrases: phrases)
    end = MomentField(
      name: t.tr("End"), dayName: t.tr("End date"), timeName: t.tr("End time"),
      wheelsName: t.tr("Choose End Time"), monthFactory: monthFactory, phrases: phrases)
    duration = DurationField(phrases: phrases)
    let floatingLabel = t.tr("Local time (no time zone)")
    let suggested = displayZone.identifier
    startZone = ZoneField(
      title: t.tr("Time Zone"), noneLabel: floatingLabel, suggested: suggested, phrases: phrases)
    endZone = ZoneField(
      title: t.tr("End Time Zone"), noneLabel: floatingLabel, suggested: suggested, phrases: phrases)
    build(form)
    connect()
  }

  private func build(_ form: EditorForm) {
    let t = phrases.translator
    form.add(t.tr("_All Day"), allDay.gtkWidget, target: allDay.gtkWidget, keepsLabelBeside: true)
    let startRow = form.add(t.tr("_Starts"), start.gtkWidget, target: start.day.monthDisclosure.button)
    form.measuredRows.append(startRow)
    form.wrappingRows += [start.row, end.row]
    start.disclosures.forEach { form.add($0.content) }
    form.add(t.tr("_Ends"), end.gtkWidget, target: end.day.monthDisclosure.button)
    end.disclosures.forEach { form.add($0.content) }
    durationRow = form.add(t.tr("_Duration"), duration.gtkWidget, target: duration.field.entry)
    form.add(duration.wheelDisclosure.content)
    startZoneRow = form.add(t.tr("_Time Zone"), startZone.button, target: startZone.button)
    endZoneRow = form.add(t.tr("End Time _Zone"), endZone.button, target: endZone.button)
    gtk_label_set_xalign(displayZoneLabel.opaque, 0)
    gtk_label_set_wrap(displayZoneLabel.opaque, 1)
    gtk_widget_add_css_class(displayZoneLabel, "dim-label")
    gtk_widget_add_css_class(displayZoneLabel, "caption")
    form.add(displayZoneLabel)
  }

  // MARK: User input

  private func connect() {
    for entry in parsedEntries {
      entry.onType = { [weak self] in self?.onType() }
      entry.onLeave = { [weak self] in self?.onLeave() }
    }
    for moment in [start, end] {
      moment.time.canParse = { [weak self] text in (try? self?.phrases.typedTime(text)) != nil }
    }
    duration.field.canParse = { [weak self] text in (try? self?.phrases.typedDuration(text)) != nil }
    start.time.onCommit = { [weak self] in self?.commitStart($0) }
    end.time.onCommit = { [weak self] in self?.commitEnd($0) }
    duration.field.onCommit = { [weak self] in self?.commitDuration($0) }
    start.onWheelCommit = { [weak self] second in
      self?.reportChange { $0.setStart(WallTime($0.start.day, secondOfDay: second)) }
    }
    end.onWheelCommit = { [weak self] second in self?.chooseEnd { $0.setEnd(secondOfDay: second) } }
    duration.onWheelCommit = { [weak self] minutes in self?.reportChange { $0.setDuration(minutes * 60) } }
    start.day.onChoose = { [weak self] day in self?.reportChange { $0.setStart(day: day) } }
    end.day.onChoose = { [weak self] day in self?.chooseEnd(on: day) }
    start.day.monthDisclosure.onOpen = { [weak self] in self?.start.day.takeFocus() }
    end.day.monthDisclosure.onOpen = { [weak self] in self?.end.day.takeFocus() }
    allDay.onChoose = { [weak self] isOn in self?.reportChange { $0.setAllDay(isOn) } }
    startZone.onChoose = { [weak self] name in self?.chooseZone(name) { $0.setStartZone($1) } }
    endZone.onChoose = { [weak self] name in self?.chooseZone(name) { $0.setEndZone($1) } }
    for zone in [startZone, endZone] { zone.onShowPage = { [weak self] page in self?.onShowPage(page) } }
  }

  /// The fields' disclosures. Only one of them is open at a time.
  var disclosures: [Disclosure] { start.disclosures + end.disclosures + [duration.wheelDisclosure] }

  private var parsedEntries: [ParsedEntry] { [start.time, end.time, duration.field] }

  private func reportChange(_ change: (inout TimesDraft) -> Void) {
    if !isUpdating { onChange(change) }
  }

  private func chooseZone(_ name: String, _ setZone: (inout TimesDraft, Zone?) -> Void) {
    // The zone of the event may be defined in its file but missing from the system's database.
    let knownZone = [displayZone, times.startZone, times.endZone].compactMap(\.self).first {
      $0.identifier == name
    }
    let zone = knownZone ?? SystemZones.shared.zone(named: name)
    guard zone != nil || name.isEmpty else { return }
    reportChange { setZone(&$0, zone) }
  }

  /// Commits typed text that has not been committed yet.
  func commitTypedText(isPause: Bool) {
    for entry in parsedEntries { entry.commit(isPause: isPause) }
    if !isPause { for moment in [start, end] { moment.day.commitTypedText() } }
  }

  /// Finishes the wheels' motion immediately, at their target values.
  func finishMotion() {
    for moment in [start, end] { moment.finishMotion() }
    duration.finishMotion()
    allDay.finishMotion()
  }

  private func commitStart(_ text: String) -> ParsedEntry.ParseFailure? {
    returningFailure { () throws(TypedTimeError) in
      // A relative time such as "in 45 min" is relative to the current minute.
      let now = (times.startZone ?? displayZone).time(at: .now).wall
      let typed = try phrases.typedTime(text)
      let wall = typed.resolved(on: times.start.day, from: now.adding(seconds: -now.second))
      reportChange { $0.setStart(wall) }
    }
  }

  private func commitEnd(_ text: String) -> ParsedEntry.ParseFailure? {
    var canEnd = true
    let failure = returningFailure { () throws(TypedTimeError) in
      switch try phrases.typedTime(text) {
      case .clock(let hour, let minute):
        let second = hour * 3600 + minute * 60
        canEnd = reportEnd { $0.setEnd(secondOfDay: second) }
        refusedEndTime = canEnd ? nil : second
      case .later(let minutes): reportChange { $0.setDuration(minutes * 60) }
      }
    }
    return canEnd ? failure : ParsedEntry.ParseFailure(text: phrases.endBeforeStart)
  }

  /// Sets the day of the end. A typed time that was refused, and is still shown, may be possible on this day.
  private func chooseEnd(on day: Day) {
    let typedTime = refusedEndTime
    chooseEnd { times in
      guard let typedTime, !times.isAllDay else { return times.setEnd(day: day) }
      return times.setEnd(WallTime(day, secondOfDay: typedTime))
    }
  }

  /// Sets an end that the user has chosen, or explains why it is not possible and shows the present end again.
  private func chooseEnd(_ setEnd: (inout TimesDraft) -> Bool) {
    guard !isUpdating else { return }
    end.time.clearChoiceMessage()
    guard !reportEnd(setEnd) else { return }
    showEnd()
    end.time.showChoiceMessage(phrases.endBeforeStart)
  }

  /// Reports a change of the end.
  ///
  /// - Returns: false if the end would be before the start; nothing is reported then.
  private func reportEnd(_ setEnd: (inout TimesDraft) -> Bool) -> Bool {
    var changedTimes = times
    guard setEnd(&changedTimes) else { return false }
    reportChange { _ = setEnd(&$0) }
    return true
  }

  private func commitDuration(_ text: String) -> ParsedEntry.ParseFailure? {
    do throws(TypedTimeError) {
      let minutes = try phrases.typedDuration(text)
      reportChange { $0.setDuration(minutes * 60) }
      return nil
    } catch {
      return ParsedEntry.ParseFailure(text: phrases.durationExplanation(error))
    }
  }

  private func returningFailure(_ body: () throws(TypedTimeError) -> Void) -> ParsedEntry.ParseFailure? {
    do throws(TypedTimeError) {
      try body()
      return nil
    } catch {
      return ParsedEntry.ParseFailure(text: phrases.explanation(error))
    }
  }

  // MARK: Showing values

  /// Sets the zone and the phrases for the next call to `setTimes`.
  func setDisplayZone(_ displayZone: Zone, _ phrases: Phrases) {
    (self.displayZone, self.phrases) = (displayZone, phrases)
    for moment in [start, end] { moment.phrases = phrases }
    for zone in [startZone, endZone] { zone.suggested = displayZone.identifier }
  }

  private func showEnd() {
    end.setMoment(
      times.end, day: times.isAllDay ? times.days.upperBound : times.end.day, hasTime: !times.isAllDay)
  }

  func setTimes(_ times: TimesDraft, of event: CalendarEvent) {
    if times.times != self.times.times {
      end.time.clearChoiceMessage()
      refusedEndTime = nil
    }
    self.times = times
    isUpdating = true
    defer { isUpdating = false }
    allDay.setOn(times.isAllDay)
    let hasTime = !times.isAllDay
    start.setMoment(times.start, day: times.days.lowerBound, hasTime: hasTime)
    showEnd()
    duration.setDuration(times.duration)
    startZone.setZone(times.startZone?.identifier ?? "")
    endZone.setZone(times.endZone?.identifier ?? "")
    for widget in [durationRow, startZoneRow].compactMap(\.self) {
      gtk_widget_set_visible(widget, hasTime.gboolean)
    }
    if let endZoneRow {
      gtk_widget_set_visible(endZoneRow, (hasTime && times.startZone != times.endZone).gboolean)
    }
    let occurrence = Occurrence(event: event, zone: displayZone)
    let isInOtherZone = phrases.timesInOwnZone(occurrence) != nil
    let notes = [
      isInOtherZone ? phrases.times(occurrence, in: displayZone) : nil,
      phrases.zoneDifference(occurrence.times, in: displayZone),
    ].compactMap(\.self)
    gtk_label_set_text(displayZoneLabel.opaque, notes.joined(separator: "\n"))
    gtk_widget_set_visible(displayZoneLabel, (!notes.isEmpty).gboolean)
  }
}
