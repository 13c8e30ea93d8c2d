import CalendarModel

extension OccurrenceIndex {
  /// Puts an event in the place of the one of the same name, or adds it: for a copy that shows an edit before
  /// it is saved.
  public mutating func update(_ event: CalendarEvent) {
    let place = places[event.id] ?? shared.count
    var isOfSeries = event.series != nil
    if place == shared.count {
      places[event.id] = place
      shared.append(SharedEvent(event))
    } else {
      isOfSeries = isOfSeries || shared[place].event.series != nil
      if let old = span(place) { spans.remove(old) }
      shared[place] = SharedEvent(event)
    }
    if let new = span(place) { spans.insert(new) }
    if isOfSeries { regroup(event.id.ofSeries) }
  }

  /// Takes out the event of that name, if there is one.
  public mutating func remove(_ id: EventID) {
    guard let place = places.removeValue(forKey: id) else { return }
    let isOfSeries = shared[place].event.series != nil
    if let span = span(place) { spans.remove(span) }
    let last = shared.count - 1
    if place != last {
      // The last event moves into the gap.
      if let span = span(last) { spans.remove(span) }
      shared[place] = shared[last]
      places[shared[place].event.id] = place
      if let span = span(place) { spans.insert(span) }
    }
    shared.removeLast()
    if isOfSeries { regroup(id.ofSeries) }
    if place < shared.count, shared[place].event.series != nil { lanes = lanes.map { lane($0.series) } }
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
    lanes += SeriesLane.lanes(of: shared.filter { $0.event.id.ofSeries == id }.map(\.event), in: zone).map(
      lane)
  }
}
