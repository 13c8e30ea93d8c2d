import CalendarModel

/// The index of all open calendars, updated incrementally: the cost of a change by another program depends on
/// the number of changed events, not on the total number of events.
struct IncrementalIndex: Sendable {
  /// The part of the index that comes from one calendar.
  private struct Source {
    var id: CalendarID
    var color: EventColor?
    var files: [ByteString: EventList]
  }

  private var index: OccurrenceIndex?
  private var sources: [Source] = []
  /// The number of full rebuilds.
  private(set) var buildCount = 0

  /// The index is rebuilt if the number of changes exceeds both this threshold and an eighth of the number of
  /// events.
  private static let rebuildThreshold = 64

  /// Returns the index of the calendars in their current state.
  ///
  /// - Parameter series: the calendars' recurring events, with their cached expansions.
  mutating func index(of calendars: [OpenCalendar], series: [SeriesExpansionCache], in zone: Zone)
    -> OccurrenceIndex
  {
    if var previousIndex = index, previousIndex.zone == zone, let changes = changes(in: calendars),
      changes.removedIDs.count + changes.newEvents.count
        <= max(IncrementalIndex.rebuildThreshold, previousIndex.sharedEvents.count / 8)
    {
      index = nil
      previousIndex.replace(changes.removedIDs, with: changes.newEvents, series: series)
      index = previousIndex
    } else {
      buildCount += 1
      index = OccurrenceIndex(events: calendars.flatMap(\.events), series: series, zone: zone)
    }
    recordSources(calendars)
    return index ?? OccurrenceIndex(zone: zone)
  }

  /// Returns the changes since the last call; nil if different calendars are open now, or if the color of
  /// one has changed.
  private func changes(in calendars: [OpenCalendar]) -> (removedIDs: [EventID], newEvents: [SharedEvent])? {
    guard sources.count == calendars.count else { return nil }
    var removedIDs: [EventID] = []
    var newEvents: [SharedEvent] = []
    for (source, calendar) in zip(sources, calendars) {
      guard source.id == calendar.id, source.color == calendar.color else { return nil }
      var knownFileCount = 0
      for index in calendar.files.indices {
        guard let oldList = source.files[calendar.files.keys[index]] else {
          newEvents += calendar.files.values[index].document.events.sharedEvents.map(calendar.colored)
          continue
        }
        knownFileCount += 1
        if calendar.files.values[index].document.events.isIdentical(to: oldList) { continue }
        let changes = calendar.files.values[index].document.events.differences(from: oldList)
        removedIDs += changes.removedIDs
        newEvents += changes.newEvents.map(calendar.colored)
      }
      guard knownFileCount < source.files.count else { continue }
      for (name, oldList) in source.files where calendar.files[name] == nil {
        removedIDs += oldList.map(\.id)
      }
    }
    return (removedIDs, newEvents)
  }

  private mutating func recordSources(_ calendars: [OpenCalendar]) {
    guard sources.count == calendars.count, zip(sources, calendars).allSatisfy({ $0.id == $1.id }) else {
      sources = calendars.map { calendar in
        Source(
          id: calendar.id, color: calendar.color, files: calendar.files.mapValues { $0.document.events })
      }
      return
    }
    for (index, calendar) in calendars.enumerated() {
      sources[index].color = calendar.color
      for fileIndex in calendar.files.indices {
        let name = calendar.files.keys[fileIndex]
        if let oldList = sources[index].files[name],
          calendar.files.values[fileIndex].document.events.isIdentical(to: oldList)
        {
          continue
        }
        sources[index].files[name] = calendar.files.values[fileIndex].document.events
      }
      guard sources[index].files.count > calendar.files.count else { continue }
      for name in sources[index].files.keys where calendar.files[name] == nil {
        sources[index].files[name] = nil
      }
    }
  }
}
