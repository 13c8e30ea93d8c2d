import CalendarModel
import ICalendar

// Edits to a whole series: to the master, and to the properties that its overrides share with it.
extension SeriesEditor {
  func planForWholeSeries(
    _ edit: EventEdit, of content: SeriesContent, in document: inout CalendarDocument
  ) throws(SeriesRefusal.Reason) -> SeriesPlan {
    if let change = content.newRule(of: edit) {
      return try planForRule(change.rule, edit, of: content, in: &document)
    }
    var plan = SeriesPlan(anchor: content.firstComponentIndex)
    let event = content.event
    let changes = edit.change.properties.filter { $0.kind != .rule && $0 != event.property($0.kind) }
    guard !changes.isEmpty else { return plan }
    try Self.convertingErrors { () throws(EditError) in try check(edit.change, in: content.times) }
    var series = EditedSeries(content: content)
    var isRevision = false
    for property in changes {
      if property.kind.createsRevision { isRevision = true }
      if case .times(let times) = property {
        try series.setTimes(times, by: edit.change)
      } else {
        series.set(property)
      }
    }
    let master = content.master.event
    let (text, line) = (document.text, document.text.components[plan.anchor].lines.lowerBound)
    let currentDocument = document
    do {
      plan.addedZones = try currentDocument.missingZones(
        for: series.master.times, previousTimes: master.times, like: line)
      let hadZeroLength = master.times.resolved(in: .utc).start == master.times.resolved(in: .utc).end
      try TimesWriter.check(series.master.times, allowsZeroLength: hadZeroLength)
    } catch {
      throw .edit(error)
    }
    for (component, changedEvent) in [(content.master, series.master)]
      + zip(content.overrides.map(\.component), series.overrides)
    {
      var edits: [LineEdit]
      do {
        edits = try lineEdits(from: component.event, to: changedEvent, component, in: text)
      } catch {
        throw .edit(error)
      }
      if let shift = series.shift {
        edits +=
          component.eventIndex == content.master.eventIndex
          ? recurrenceEdits(of: content, moving: shift, in: &document)
          : recurrenceIDEdits(of: component, in: content, moving: shift, text: text)
      }
      guard !edits.isEmpty else { continue }
      if writesStamps {
        edits += stampEdits(of: component, in: document, isRevision: isRevision)
      }
      plan.replacementBytes[component.componentIndex] = text.bytes(
        ofComponent: component.componentIndex, applying: edits)
    }
    return plan
  }

  /// Returns the edits to RRULE, EXDATE and RDATE for a series that moves.
  private func recurrenceEdits(
    of content: SeriesContent, moving shift: SeriesShift, in document: inout CalendarDocument
  ) -> [LineEdit] {
    let (text, lines) = (document.text, content.master.lines)
    var edits = DateListWriter(text: text, lines: lines, start: content.start)
      .edits(zones: &document.zones, moving: shift)
    if let oldRule = content.rule, let newRule = shift.rule, oldRule != newRule,
      let line = lines.recurrence.first(where: { text.line($0)?.name == "RRULE" }),
      let writtenValue = text.line(line)?.value
    {
      edits.append(.setValue(line: line, value: RuleLine.value(writtenValue, changing: oldRule, to: newRule)))
    }
    return edits
  }

  private func recurrenceIDEdits(
    of component: SeriesContent.Component, in content: SeriesContent, moving shift: SeriesShift,
    text: ICalendarText
  ) -> [LineEdit] {
    guard let override = content.overrides.first(where: { $0.component.eventIndex == component.eventIndex }),
      let line = component.lines.recurrenceID, let writtenLine = text.line(line)
    else { return [] }
    let wall = shift(override.originalWall)
    guard shift.start.hasSameForm(as: content.start) else {
      let keptParameters = writtenLine.parameters.filter { $0.name != "VALUE" && $0.name != "TZID" }
      let head = Array("RECURRENCE-ID".utf8) + keptParameters.flatMap { Array(";".utf8) + $0.bytes }
      let time = shift.start.with(wall: wall)
      return [
        .replace(
          line: line,
          with: head + SeriesContent.formParameters(of: time) + Array(":".utf8) + time.value)
      ]
    }
    let time = SeriesContent.time(wall, inFormOf: override.originalStart, seriesStart: content.start)
    return time == override.originalStart ? [] : [.setValue(line: line, value: time.value)]
  }
}

extension SeriesContent {
  /// The index of the series' first component in the text's components.
  var firstComponentIndex: Int {
    ([master] + overrides.map(\.component)).map(\.componentIndex).min() ?? master.componentIndex
  }
}
