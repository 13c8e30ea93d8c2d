import CalendarModel
import Synchronization

/// A series, and a cache of its instances that start in one period. A query for an overlapping or adjacent
/// period extends the cached one; a query for any other period replaces it.
///
/// All copies of an index share the cache, and so do successive indices as long as the file is unchanged.
/// Paging back, or changing another event, therefore requires no new expansion. The cache can be used on any
/// thread.
final class SeriesExpansionCache: Sendable {
  /// The cached expansion of one period.
  private struct CachedPeriod {
    /// The period in which the instances start, in seconds since 1970.
    var starts: Range<Int>
    var instances: [Series.Instance]
    /// Whether these are all instances and, if not, the reason.
    var end: ExpansionEnd

    func firstIndex(startingAtOrAfter seconds: Int) -> Int {
      var low = 0
      var high = instances.count
      while low < high {
        let middle = (low + high) / 2
        if instances[middle].start.seconds < seconds { low = middle + 1 } else { high = middle }
      }
      return low
    }
  }

  let series: Series
  /// The period in which all instances start, in seconds since 1970.
  private let startRange: Range<Int>
  /// The maximum duration of an instance, in seconds.
  private let maximumDuration: Int
  private let cachedPeriod = Mutex<CachedPeriod?>(nil)

  /// The maximum length of the cached period in seconds, about half a year.
  private static let maximumPeriod = 200 * WallTime.secondsPerDay
  /// The number of cached instances above which the period is not extended.
  private static let maximumInstances = 4_000

  init(_ series: Series) {
    self.series = series
    maximumDuration = series.maximumDuration
    let earliest = series.earliestStart.seconds
    startRange = earliest..<max(earliest, series.latestStart?.seconds ?? .max)
  }

  /// Returns an empty cache for each series among a calendar's events.
  ///
  /// - Parameter orphans: changed occurrences in other files of the same calendar, whose series may be in
  ///   `events`.
  static func caches(of events: [SharedEvent], orphans: [SharedEvent] = [], in zone: Zone)
    -> [SeriesExpansionCache]
  {
    Series.all(of: events, orphans: orphans, in: zone).map(SeriesExpansionCache.init)
  }

  /// Calls `body` with each instance that overlaps [from, to), in seconds since 1970, ordered by start.
  ///
  /// - Returns: whether these are all instances and, if not, the reason.
  func forEach(
    from: Int, to: Int, pool: inout ExpansionPool, _ body: (Series.Instance) -> Void
  ) -> ExpansionEnd {
    let requestedRange = (from - maximumDuration..<max(from - maximumDuration, to)).clamped(to: startRange)
    guard !requestedRange.isEmpty else { return .complete }
    let period = period(for: requestedRange, pool: &pool)
    let limit = pool.limit(seconds: to - from)
    var count = 0
    defer { pool.spendInstances(count, seconds: to - from) }
    for instance in period.instances[period.firstIndex(startingAtOrAfter: requestedRange.lowerBound)...] {
      guard instance.start.seconds < to else { break }
      guard instance.end.seconds > from || instance.start.seconds >= from else { continue }
      guard count < limit else { return .tooManyStarts(limit) }
      count += 1
      body(instance)
    }
    return period.end
  }

  private func period(for requestedRange: Range<Int>, pool: inout ExpansionPool) -> CachedPeriod {
    cachedPeriod.withLock { cachedPeriod in
      if let cachedPeriod, cachedPeriod.starts.contains(requestedRange) { return cachedPeriod }
      let period =
        cachedPeriod.flatMap { extended($0, by: requestedRange, pool: &pool) }
        ?? expanded(requestedRange, pool: &pool)
      // If the series has too many instances, only the earliest ones are known, and the next query may need
      // others.
      if case .tooManyStarts = period.end { cachedPeriod = nil } else { cachedPeriod = period }
      return period
    }
  }

  /// Returns the cached period, extended to include the queried one; nil if there is a gap between them, or
  /// if the result would be too large.
  private func extended(
    _ cachedPeriod: CachedPeriod, by requestedRange: Range<Int>, pool: inout ExpansionPool
  ) -> CachedPeriod? {
    let starts =
      min(
        cachedPeriod.starts.lowerBound, requestedRange.lowerBound)..<max(
        cachedPeriod.starts.upperBound, requestedRange.upperBound)
    guard starts.count <= cachedPeriod.starts.count + requestedRange.count,
      starts.count <= Self.maximumPeriod,
      cachedPeriod.instances.count <= Self.maximumInstances
    else { return nil }
    let earlierPeriod = expanded(starts.lowerBound..<cachedPeriod.starts.lowerBound, pool: &pool)
    let laterPeriod = expanded(cachedPeriod.starts.upperBound..<starts.upperBound, pool: &pool)
    return CachedPeriod(
      starts: starts, instances: earlierPeriod.instances + cachedPeriod.instances + laterPeriod.instances,
      end: [earlierPeriod.end, cachedPeriod.end, laterPeriod.end].first { $0 != .complete } ?? .complete)
  }

  private func expanded(_ starts: Range<Int>, pool: inout ExpansionPool) -> CachedPeriod {
    guard !starts.isEmpty else { return CachedPeriod(starts: starts, instances: [], end: .complete) }
    let range = Instant(seconds: starts.lowerBound)..<Instant(seconds: starts.upperBound)
    let result = series.instances(startingIn: range, budget: pool.budget(seconds: starts.count))
    pool.spendSteps(of: result)
    return CachedPeriod(starts: starts, instances: result.instances, end: result.end)
  }
}
