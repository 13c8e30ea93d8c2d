/// What can go wrong between memory and disk. `CalendarText` says it.
package enum StoreError: Error, Hashable, Sendable {
  /// Nothing is there of that name.
  case notFound(CalendarLocation)
  /// It is neither a file nor a folder of calendars (a device, a socket).
  case notCalendar(CalendarLocation)
  /// What it was on is not mounted: only the empty folder is there on which it was.
  case notMounted(CalendarLocation)
  /// The folder is empty, and another one than that which was open under its name.
  case emptied(CalendarLocation)
  /// The file or folder may not be read.
  case unreadable(CalendarLocation, reason: FaultReason)
  /// The file is larger than `limit` bytes, which no calendar is.
  case tooLarge(CalendarLocation, limit: Int)
  /// The file is not a calendar that can be shown.
  case broken(CalendarLocation, reason: DocumentError)
  /// The file cannot be replaced: it, its folder or its file system is read-only for the user.
  case readOnly(CalendarLocation)
  /// There is no space left, or the user's quota is used up.
  case diskFull(CalendarLocation)
  /// The file or its folder is gone.
  case vanished(CalendarLocation)
  /// Another program changed the same event; its version stays, the user's is kept in the file `kept`, or
  /// could not be kept if that is nil.
  case conflict(CalendarLocation, kept: String?)
  /// Another program is writing the file, or may not be done: nothing is written over it until it is.
  case beingWritten(CalendarLocation)
  /// The file was cut off and nobody is there to write the rest: nothing is written until somebody says what to do
  /// with it (`CalendarStore.settle`).
  case damaged(CalendarLocation)
  /// Another program went on writing to a file that had been replaced meanwhile. What it wrote is kept in the file
  /// `kept`, or could not be kept if that is nil.
  case wroteLate(CalendarLocation, kept: String?)
  /// The file was saved, and had another name (a hard link), under which it is what it was before.
  case hadOtherName(CalendarLocation)
  /// A new file would overwrite one that exists.
  case exists(CalendarLocation)
  /// The system refused for another reason.
  case failed(CalendarLocation, reason: FaultReason)
  /// The calendar cannot be reached; what is changed is kept until it can.
  case offline(CalendarLocation)
  /// The calendar is there once the user has signed in.
  case signInNeeded(CalendarLocation)
  /// Nobody answered, so that it is not known whether it was saved.
  case noAnswer(CalendarLocation)
  /// No event of that name is loaded.
  case unknownEvent(uid: String)
  /// An event did not go to another calendar, because that does not take it or could not be written.
  indirect case notMoved(StoreError)
  /// The document refuses the edit; nothing was changed.
  case refused(EditError)

  /// Whether trying again later, without any change, may help.
  package var mayPass: Bool {
    switch self {
    case .diskFull, .failed, .readOnly, .vanished, .unreadable, .notMounted, .beingWritten, .offline,
      .signInNeeded, .noAnswer:
      true
    default: false
    }
  }
}
