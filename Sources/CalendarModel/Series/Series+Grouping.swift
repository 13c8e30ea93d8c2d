extension Series {
  /// Returns each series among a calendar's events, with its changed occurrences.
  ///
  /// - Parameter orphans: changed occurrences in other files of the same calendar, whose series may be in
  ///   `events`.
  package static func all(of events: [SharedEvent], orphans: [SharedEvent] = [], in zone: Zone) -> [Series] {
    var masters: [SharedEvent] = []
    var changes: [EventID: [SharedEvent]] = [:]
    for sharedEvent in events {
      switch sharedEvent.event.series {
      case nil: break
      case .master: masters.append(sharedEvent)
      case .changed where !sharedEvent.event.id.uid.isEmpty:
        changes[sharedEvent.event.id.ofSeriesInFile, default: []].append(sharedEvent)
      case .changed: break
      }
    }
    guard !masters.isEmpty else { return [] }
    let orphans = Dictionary(grouping: self.orphans(of: events) + orphans, by: \.event.id.ofSeries)
    return masters.compactMap { master in
      // A broken file may contain several series with the same UID. Changes apply only to the first one;
      // otherwise, two occurrences would have the same ID.
      let id = master.event.id
      let seriesChanges =
        id.duplicate == 0 ? (changes[id.ofSeriesInFile] ?? []) + (orphans[id.ofSeries] ?? []) : []
      return Series(master: master, changes: seriesChanges, displayZone: zone)
    }
  }

  /// Returns the changed occurrences in a file that does not contain their series. The series may be in a
  /// different file of the calendar, because UIDs are globally unique (RFC 5545 3.8.4.7), and some programs
  /// write a separate file for each occurrence.
  package static func orphans(of events: [SharedEvent]) -> [SharedEvent] {
    let changedOccurrences = events.filter { sharedEvent in
      if case .changed = sharedEvent.event.series { !sharedEvent.event.id.uid.isEmpty } else { false }
    }
    guard !changedOccurrences.isEmpty else { return [] }
    let masters = Set(
      events.compactMap { sharedEvent in
        if case .master = sharedEvent.event.series { sharedEvent.event.id.ofSeriesInFile } else { nil }
      })
    return changedOccurrences.filter { !masters.contains($0.event.id.ofSeriesInFile) }
  }
}

extension EventID {
  /// The ID of the series, which is the same for all its events in any file of the calendar.
  package var ofSeries: EventID { EventID(calendar: calendar, uid: uid) }

  /// The ID of the series within one file.
  fileprivate var ofSeriesInFile: EventID { EventID(calendar: calendar, file: file, uid: uid) }
}
