import CalendarModel

/// From where a held edge is to what the event would become: snapping, the least duration, the calendar's ends.
///
/// All seconds count from the midnight of the grip's day.
struct Proposal {
  let grip: Grip
  let snapping: Snapping
  let zone: Zone

  /// The farthest that a held edge can be stretched towards the other one: a step away from it and on the grid,
  /// or where it was if the event is shorter than that already. Nil for a move.
  var limit: Int? {
    let origin = WallTime(grip.day)
    switch grip.part {
    case .body: return nil
    case .start: return max(grip.second, latestStart(end: seconds(grip.occurrence.span.end, since: origin)))
    case .end: return min(grip.second, earliestEnd(start: seconds(grip.occurrence.span.start, since: origin)))
    }
  }

  /// Where the held edge lands: `days` columns or pages away, at `second` of the column's day.
  func landing(days: Int, second: Double) -> Int {
    let held = grip.second
    let wish = snapping.snap(second, from: held) + days * WallTime.secondsPerDay
    guard wish != held else { return held }
    let midnight = WallTime(grip.day)
    let span = grip.occurrence.span
    let earliest = seconds(WallTime(Day.earliest), since: midnight)
    let latest = seconds(WallTime(Day.latest.adding(days: 1)), since: midnight)
    switch grip.part {
    case .body:
      return max(min(wish, latest - span.seconds), earliest)
    case .start:
      let last = latestStart(end: seconds(span.end, since: midnight))
      return max(wish > held ? min(wish, max(last, held)) : min(wish, last), earliest)
    case .end:
      let least = earliestEnd(start: seconds(span.start, since: midnight))
      return min(wish < held ? max(wish, min(least, held)) : max(wish, least), latest)
    }
  }

  /// The change that takes the held edge there, or nil if nothing would be different.
  func change(to second: Int) -> EventEdit.Change? {
    guard second != grip.second else { return nil }
    let wall = WallTime(grip.day, secondOfDay: second)
    let times = grip.occurrence.times
    let change: EventEdit.Change =
      switch grip.part {
      case .body: .move(times.moved(toStart: wall, in: zone))
      case .start: .stretchStart(times.stretched(toStart: wall, in: zone))
      case .end: .stretchEnd(times.stretched(toEnd: wall, in: zone))
      }
    return change.times == times ? nil : change
  }

  private func earliestEnd(start: Int) -> Int { snapping.line(notBefore: start + snapping.step) }
  private func latestStart(end: Int) -> Int { snapping.line(notAfter: end - snapping.step) }
  private func seconds(_ wall: WallTime, since origin: WallTime) -> Int { wall.seconds(since: origin) }
}
