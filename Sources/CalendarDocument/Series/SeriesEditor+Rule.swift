import CalendarModel
import ICalendar

// Edits to the rule of a whole series.
extension SeriesEditor {
  /// Plans a new rule for the whole series. DTSTART moves to the first date that the rule generates. If the
  /// rule no longer generates the date of a changed occurrence, an RDATE keeps that date in the series.
  ///
  /// - Parameter rule: the new rule; nil if only the edited occurrence is to remain, as a single event.
  func planForRule(
    _ rule: RecurrenceRule?, _ edit: EventEdit, of content: SeriesContent,
    in document: inout CalendarDocument
  ) throws(SeriesRefusal.Reason) -> SeriesPlan {
    guard !content.recurrence.hasExceptionRules else { throw .exceptionRule }
    let otherProperties = edit.change.properties.filter { $0.kind != .rule }
    let changesTimes = otherProperties.contains {
      if case .times(let times) = $0 { times != content.times } else { false }
    }
    guard let rule else { return try planForSingleEvent(otherProperties, of: content, in: &document) }
    guard !changesTimes else { throw .timesAndRule }
    var plan = SeriesPlan(anchor: content.firstComponentIndex)
    let fittedRule = rule.fitting(content.start)
    guard let first = Recurrence.firstStart(of: fittedRule, from: content.start) else { throw .noDates }
    var series = EditedSeries(content: content)
    for property in otherProperties where property != content.event.property(property.kind) {
      series.set(property)
    }
    series.master.times = EditedSeries.times(startingAt: first, like: content.master.event.times)
    if first == content.start { series.master.times = content.master.event.times }
    let newRecurrence = content.recurrence.replacingRules(with: [fittedRule], start: first)
    let keptOverrides = content.overrides.filter { override in
      let wall = override.originalWall
      return !newRecurrence.starts(ofRule: 0, in: wall..<wall.adding(seconds: 1)).starts.contains(wall)
        && !content.recurrence.addedWallTimes.contains(wall) && wall != first.wall
    }
    let (text, master) = (document.text, content.master)
    let changedSeries = series
    for (component, event) in [(master, changedSeries.master)]
      + zip(content.overrides.map(\.component), changedSeries.overrides)
    {
      var edits = try Self.convertingErrors { () throws(EditError) in
        try lineEdits(from: component.event, to: event, component, in: text)
      }
      if component.eventIndex == master.eventIndex {
        edits += PropertyWriter(text: text, component: component.componentIndex, lines: component.lines)
          .ruleEdits(fittedRule)
        edits += keptOverrides.map {
          .insert(
            after: lineBeforeNewDates(of: master),
            content: addedDateLine(for: $0.originalWall, content, text))
        }
      }
      guard !edits.isEmpty else { continue }
      if writesStamps {
        edits += stampEdits(of: component, in: document, isRevision: true)
      }
      plan.replacementBytes[component.componentIndex] = text.bytes(
        ofComponent: component.componentIndex, applying: edits)
    }
    return plan
  }

  /// Plans an edit that keeps only the edited occurrence, as a single event with its own text.
  private func planForSingleEvent(
    _ otherProperties: [EventProperty], of content: SeriesContent, in document: inout CalendarDocument
  ) throws(SeriesRefusal.Reason) -> SeriesPlan {
    var plan = SeriesPlan(anchor: content.firstComponentIndex)
    let (text, master) = (document.text, content.master)
    var singleEvent = master.event
    for kind in EventProperty.Kind.allCases where kind != .rule {
      singleEvent.set(content.event.property(kind))
    }
    for property in otherProperties { singleEvent.set(property) }
    let (currentDocument, changedEvent) = (document, singleEvent)
    var edits = try Self.convertingErrors { () throws(EditError) in
      plan.addedZones = try currentDocument.missingZones(
        for: changedEvent.times, previousTimes: master.event.times,
        like: text.components[plan.anchor].lines.lowerBound)
      return try lineEdits(from: master.event, to: changedEvent, master, in: text)
    }
    edits += PropertyWriter(text: text, component: master.componentIndex, lines: master.lines).ruleEdits(nil)
    if writesStamps {
      edits += stampEdits(of: master, in: document, isRevision: true)
    }
    for override in content.overrides { plan.remove(override.component, of: document) }
    plan.replacementBytes[master.componentIndex] = text.bytes(
      ofComponent: master.componentIndex, applying: edits)
    return plan
  }

  private func lineBeforeNewDates(of master: SeriesContent.Component) -> Int {
    let lines = master.lines
    return lines.recurrence.last ?? [lines.start, lines.end, lines.duration].compactMap { $0 }.max() ?? 0
  }

  private func addedDateLine(for wall: WallTime, _ content: SeriesContent, _ text: ICalendarText) -> [UInt8] {
    content.line("RDATE", content.start.with(wall: wall), in: text)
  }
}

extension SeriesContent {
  /// The rule that an edit sets. If `rule` is nil, the event no longer repeats.
  struct NewRule {
    let rule: RecurrenceRule?
  }

  /// Returns the rule that an edit sets; nil if the edit does not change the rule of the series.
  func newRule(of edit: EventEdit) -> NewRule? {
    for case .rule(let rule) in edit.change.properties where rule != master.event.rule {
      return NewRule(rule: rule)
    }
    return nil
  }
}
