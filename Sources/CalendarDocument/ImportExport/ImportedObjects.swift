import CalendarModel
import ICalendar

/// The objects in the files to import. An object that is in several files is imported once, in its newest revision.
package struct ImportedObjects: Sendable {
  /// The maximum size of a file in bytes.
  package static let sizeLimit = 256 << 20

  package private(set) var objects: [CalendarObject] = []
  /// The number of objects that had already been read from another file.
  package private(set) var repeatedCount = 0
  /// The days on which the first and the last event start; nil if no event can be read.
  package private(set) var days: ClosedRange<Day>?
  private var positions: [ByteString: Int] = [:]

  package init() {}

  /// The number of objects, by kind; a series counts as one. All objects are imported, but only events are shown.
  package var counts: [ObjectKind: Int] {
    objects.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
  }

  /// Adds the objects of a file.
  ///
  /// - Returns: how the text of the file had to be converted.
  /// - Throws: the reason why nothing in this file can be imported.
  @discardableResult
  package mutating func add(
    _ bytes: [UInt8], zones: any ZoneProvider
  ) throws(ImportRefusal) -> TextConversion {
    let document: CalendarDocument
    do {
      document = try CalendarDocument(
        bytes: bytes, calendar: CalendarID(""), file: nil, zones: zones, limit: Self.sizeLimit)
    } catch {
      switch error {
      case .tooLarge, .tooManyLines: throw .tooLarge(limit: Self.sizeLimit)
      case .empty, .noCalendar: throw .noCalendar
      }
    }
    // The missing end of a truncated file may contain changed occurrences of its series.
    guard document.isComplete else { throw .incomplete }
    let fileObjects = document.objects()
    guard !fileObjects.isEmpty else { throw .noEvents }
    for event in document.events {
      let day = event.times.start.wall.day
      days = days.map { min($0.lowerBound, day)...max($0.upperBound, day) } ?? day...day
    }
    for object in fileObjects { add(object, zones) }
    return document.conversion
  }

  private mutating func add(_ object: CalendarObject, _ zones: any ZoneProvider) {
    // Messages are taken one by one.
    guard object.method == .publish else { return objects.append(object) }
    guard let position = positions[object.uid] else {
      positions[object.uid] = objects.count
      objects.append(object)
      return
    }
    repeatedCount += 1
    let existing = objects[position]
    switch (existing.hasMaster, object.hasMaster) {
    case (true, true): if !object.isOlder(than: existing) { objects[position] = object }
    // One file has the series and the other one its changed occurrences.
    case (false, true): objects[position] = object.updated(by: existing, zones: zones)
    case (_, false): objects[position] = existing.updated(by: object, zones: zones)
    }
  }
}
