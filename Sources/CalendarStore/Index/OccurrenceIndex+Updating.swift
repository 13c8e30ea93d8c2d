import CalendarModel

extension OccurrenceIndex {
  /// Puts an event in the place of the one of the same name, or adds it: for a copy that shows an edit before
  /// it is saved.
  public mutating func update(_ event: CalendarEvent) { update(SharedEvent(event)) }

  mutating func update(_ event: SharedEvent) {
    let id = event.event.id
    let older = take(event)
    if event.event.series != nil || older?.event.series != nil { regroup(id.ofSeries) }
  }

  /// Puts an event in its place.
  ///
  /// - Returns: the one of the same name, if there was one.
  @discardableResult
  private mutating func take(_ event: SharedEvent) -> SharedEvent? {
    var older: SharedEvent?
    let place: Int
    if let known = self.place(of: event.event.id) {
      place = known
      older = shared[place]
      if let old = span(place) { spans.remove(old) }
      shared[place] = event
    } else {
      place = shared.count
      shared.append(event)
      places.insert(place, in: shared)
    }
    if let new = span(place) { spans.insert(new) }
    return older
  }

  /// Takes out the event of that name, if there is one.
  public mutating func remove(_ id: EventID) {
    guard let (event, place) = leave(id) else { return }
    if event.event.series != nil { regroup(id.ofSeries) }
    if place < shared.count, shared[place].event.series != nil { lanes = lanes.map { lane($0.series) } }
  }

  /// Takes an event out of the list.
  ///
  /// - Returns: the event, and the place to which the last event moved.
  private mutating func leave(_ id: EventID) -> (SharedEvent, Int)? {
    guard let place = place(of: id) else { return nil }
    let event = shared[place]
    if let span = span(place) { spans.remove(span) }
    places.remove(place, in: shared)
    let last = shared.count - 1
    if place != last {
      // The last event moves into the gap.
      if let span = span(last) { spans.remove(span) }
      places.remove(last, in: shared)
      shared[place] = shared[last]
      places.insert(place, in: shared)
      if let span = span(place) { spans.insert(span) }
    }
    shared.removeLast()
    return (event, place)
  }

  /// Takes events out and puts others in.
  ///
  /// - Parameter series: all series that there are then.
  mutating func exchange(_ gone: [EventID], for new: [SharedEvent], series: [SeriesLane]) {
    for id in gone { _ = leave(id) }
    for event in new { take(event) }
    lanes = series.map(lane)
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
    let events = shared.filter { $0.event.id.uid == id.uid && $0.event.id.ofSeries == id }
    lanes += SeriesLane.lanes(of: events, in: zone).map(lane)
  }
}
