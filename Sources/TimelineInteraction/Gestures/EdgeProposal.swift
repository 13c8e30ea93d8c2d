import CalendarModel

/// Computes what the event would become if the held edge were dropped at a given position. It applies snapping,
/// the minimum duration, and the first and last supported day.
///
/// All seconds count from midnight of the grip's day.
struct EdgeProposal {
  let grip: Grip
  let snapping: Snapping
  let zone: Zone

  /// The limit to which the held edge can be moved toward the other edge. It is on the grid, at least one
  /// step from the other edge; if the held edge was already closer to the other edge than that, the limit is
  /// its original position. Nil for a move.
  var limit: Int? {
    let midnight = WallTime(grip.day)
    switch grip.part {
    case .body: return nil
    case .start: return max(grip.second, latestStart(end: seconds(grip.occurrence.span.end, since: midnight)))
    case .end:
      return min(grip.second, earliestEnd(start: seconds(grip.occurrence.span.start, since: midnight)))
    }
  }

  /// Returns the second to which the held edge snaps when it is dragged to `second` on the day that is `days`
  /// days after the grip's day.
  func snappedSecond(days: Int, second: Double) -> Int {
    let heldSecond = grip.second
    let requestedSecond = snapping.snap(second, from: heldSecond) + days * WallTime.secondsPerDay
    guard requestedSecond != heldSecond else { return heldSecond }
    let midnight = WallTime(grip.day)
    let span = grip.occurrence.span
    let earliest = seconds(WallTime(Day.earliest), since: midnight)
    let latest = seconds(WallTime(Day.latest.adding(days: 1)), since: midnight)
    switch grip.part {
    case .body:
      return max(min(requestedSecond, latest - span.seconds), earliest)
    case .start:
      let limit = latestStart(end: seconds(span.end, since: midnight))
      return max(
        requestedSecond > heldSecond
          ? min(requestedSecond, max(limit, heldSecond)) : min(requestedSecond, limit), earliest)
    case .end:
      let limit = earliestEnd(start: seconds(span.start, since: midnight))
      return min(
        requestedSecond < heldSecond
          ? max(requestedSecond, min(limit, heldSecond)) : max(requestedSecond, limit), latest)
    }
  }

  /// Returns the change that moves the held edge to `second`, or nil if nothing would change.
  ///
  /// When the clocks change, an edge can be on the correct side of the other edge in wall time but not in
  /// absolute time. The edge then stops at the nearest grid line at which the event's duration is positive.
  func change(to second: Int) -> EventEdit.Change? {
    guard second != grip.second else { return nil }
    let outward = grip.part == .start ? -snapping.step : snapping.step
    // No clock change is longer than a day.
    for attempt in 0...(WallTime.secondsPerDay / snapping.step) {
      let times = times(at: second + attempt * outward)
      let (start, end) = times.resolved(in: zone)
      guard grip.part == .body || start.instant < end.instant else { continue }
      return times == grip.occurrence.times ? nil : change(to: times)
    }
    return nil
  }

  private func times(at second: Int) -> EventTimes {
    let targetTime = WallTime(grip.day, secondOfDay: second)
    let times = grip.occurrence.times
    switch grip.part {
    case .body: return times.moved(toStart: time(at: targetTime))
    case .start: return times.resized(toStart: time(at: targetTime), in: zone)
    case .end: return times.resized(toEnd: time(at: targetTime), in: zone)
    }
  }

  private func change(to times: EventTimes) -> EventEdit.Change {
    switch grip.part {
    case .body: .move(times)
    case .start: .resizeStart(times)
    case .end: .resizeEnd(times)
    }
  }

  /// Returns the time of the held edge at a wall time. If the clocks show the wall time twice, the result is
  /// usually the first of the two instants. It is the second if the edge was originally at the later of two such
  /// instants, or if the held edge is the end and the first instant is at or before the event's start.
  private func time(at wall: WallTime) -> ZonedTime {
    let instants = zone.instants(at: wall)
    guard instants.count == 2 else { return zone.time(at: wall) }
    let edge = grip.part == .end ? grip.occurrence.end : grip.occurrence.start
    let wasAtLaterInstant =
      zone.instants(at: edge.wall).first != edge.instant && edge.offset == zone.time(at: instants[1]).offset
    let isTooEarly = grip.part == .end && instants[0] <= grip.occurrence.start.instant
    return zone.time(at: wasAtLaterInstant || isTooEarly ? instants[1] : instants[0])
  }

  private func earliestEnd(start: Int) -> Int { snapping.line(notBefore: start + snapping.step) }
  private func latestStart(end: Int) -> Int { snapping.line(notAfter: end - snapping.step) }
  private func seconds(_ wall: WallTime, since origin: WallTime) -> Int { wall.seconds(since: origin) }
}
