import CalendarModel

extension OccurrenceIndex {
  /// Puts an event in the place of the one of the same name, or adds it: for a copy that shows an edit before
  /// it is saved.
  public mutating func update(_ event: CalendarEvent) {
    let place = places[event.id] ?? events.count
    var isOfSeries = event.series != nil
    if place == events.count {
      places[event.id] = place
      events.append(event)
    } else {
      isOfSeries = isOfSeries || events[place].series != nil
      if let old = span(place) { spans.remove(old) }
      events[place] = event
    }
    if let new = span(place) { spans.insert(new) }
    if isOfSeries { regroup(event.id.ofSeries) }
  }

  /// Takes out the event of that name, if there is one.
  public mutating func remove(_ id: EventID) {
    guard let place = places.removeValue(forKey: id) else { return }
    let isOfSeries = events[place].series != nil
    if let span = span(place) { spans.remove(span) }
    let last = events.count - 1
    if place != last {
      // The last event moves into the gap.
      if let span = span(last) { spans.remove(span) }
      events[place] = events[last]
      places[events[place].id] = place
      if let span = span(place) { spans.insert(span) }
    }
    events.removeLast()
    if isOfSeries { regroup(id.ofSeries) }
    if place < events.count, events[place].series != nil { lanes = lanes.map { lane($0.series) } }
  }

  /// What the events will be once `edit` is applied.
  ///
  /// - Returns: the event as it was, or nil if there was none of that name.
  @discardableResult
  public mutating func apply(_ edit: EventEdit) -> CalendarEvent? {
    let before = event(edit.target)
    let after = edit.result(of: before)
    if after?.id != edit.target { remove(edit.target) }
    if let after { update(after) }
    return before
  }

  /// Begins a series anew, of which an event is another than it was.
  private mutating func regroup(_ id: EventID) {
    lanes.removeAll { $0.series.series.master.id.ofSeries == id }
    lanes += SeriesLane.lanes(of: events.filter { $0.id.ofSeries == id }, in: zone).map(lane)
  }
}
