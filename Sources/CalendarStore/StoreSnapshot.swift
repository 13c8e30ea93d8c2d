import CalendarModel

/// One opened calendar, as a list of calendars would show it.
public struct CalendarInfo: Hashable, Sendable, Identifiable {
  /// What it was opened by.
  public var id: CalendarID
  /// What the calendar calls itself, else its file's or folder's name.
  public var name: String
  /// The calendar's own colour.
  public var color: EventColor?
  /// Whether it is a folder of files, or has an object for each event elsewhere.
  public var isFolder: Bool
  /// What can be done with it.
  public var state: CalendarState
  /// How many events it shows.
  public var eventCount: Int
  /// Why nothing of it is there; nil if it was read.
  public var absence: CalendarAbsence?
  /// Where it is, to be told and to be opened.
  public var location: CalendarLocation

  /// Whether nothing in it can be changed.
  public var isReadOnly: Bool { state == .readOnly || state == .needsSignIn }

  /// Whether its events are there, and new ones can come to it.
  public var isAvailable: Bool { absence == nil }
}

/// Why a calendar is listed and nothing of it is there. It is opened as soon as it can be.
public enum CalendarAbsence: Hashable, Sendable {
  /// Its file system has not answered yet.
  case awaited
  /// It was open before and cannot be read now: what it is on may not be mounted.
  case missing(StoreError)
}

/// A file that was read and can no longer be: what it said last is still there.
public struct StaleFile: Hashable, Sendable {
  /// The calendar.
  public var calendar: CalendarID
  /// The file's name within a folder.
  public var file: ByteString?
  /// The file, as the user named it.
  public var path: String
  /// What became of it; `vanished` if it is gone.
  public var error: StoreError
}

/// A file that was cut off, by its writer's end or before it was opened: it can be read, and is changed only once
/// somebody has said what to do with it; see `CalendarStore.settle`.
public struct DamagedFile: Hashable, Sendable {
  /// The calendar.
  public var calendar: CalendarID
  /// The file's name within a folder.
  public var file: ByteString?
  /// The file, as the user named it.
  public var path: String
  /// Whether the last version that was whole is still known.
  public var canRestore: Bool
  /// Whether what is there can be used as it is: there is something of a calendar in it.
  public var canUse: Bool
}

/// All that a store holds at one moment: a value that can be kept, compared against and thrown away.
public struct StoreSnapshot: Sendable {
  /// Counts up with every change; a snapshot with a lower number is older.
  public var revision: Int
  /// The opened calendars, in the order in which they were named.
  public var calendars: [CalendarInfo]
  /// Their events by time, in the display zone.
  public var index: OccurrenceIndex
  /// What was skipped or is wrong, by calendar and file.
  public var problems: [StoreProblem]
  /// The open files that are gone or turned to something unreadable since; their problems are told too.
  public var stale: [StaleFile]
  /// The open files that were cut off.
  public var damaged: [DamagedFile]
  /// The files that another program may just be writing: what is shown of them is what was there before, or, of those
  /// that were just opened, what there is so far.
  public var beingWritten: [CalendarLocation]
  /// The paths that could not be opened at all, and why.
  public var failures: [StoreError]

  /// Where an event is.
  public func location(of event: EventID) -> CalendarLocation? {
    calendars.first { $0.id == event.calendar }?.location.appending(event.file)
  }

  /// The events of all calendars, in no promised order.
  public var events: [CalendarEvent] { index.events }
}
