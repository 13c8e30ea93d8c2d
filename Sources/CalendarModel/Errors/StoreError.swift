/// An error that occurred while calendars were read or written. `CalendarText` describes it to the user.
package enum StoreError: Error, Hashable, Sendable {
  /// There is no file or folder with that name.
  case notFound(CalendarLocation)
  /// The location is neither a file nor a folder, but, for example, a device or a socket.
  case notCalendar(CalendarLocation)
  /// The file system is not mounted: only the empty mount point is there.
  case notMounted(CalendarLocation)
  /// The folder is empty and is not the folder that was previously opened at this location.
  case emptied(CalendarLocation)
  /// The file or folder cannot be read.
  case unreadable(CalendarLocation, reason: FaultReason)
  /// The file is larger than `limit` bytes, the maximum for a calendar.
  case tooLarge(CalendarLocation, limit: Int)
  /// The file is not a calendar that can be shown.
  case broken(CalendarLocation, reason: DocumentError)
  /// The file cannot be replaced: it, its folder or its file system is read-only for the user.
  case readOnly(CalendarLocation)
  /// The disk is full, or the user's quota is used up.
  case diskFull(CalendarLocation)
  /// The file or its folder is gone.
  case vanished(CalendarLocation)
  /// Another program changed the same event, and that program's version remains. A copy of the user's
  /// version is saved at `copyPath`; nil if it could not be saved.
  case conflict(CalendarLocation, copyPath: String?)
  /// Another program changed the same event. No copy of the user's version could be saved, but the record of the unsaved
  /// change is kept and is offered again in the next run.
  case conflictKeptForNextRun(CalendarLocation)
  /// Another program is writing the file, or may not have finished writing it. Handspan waits before
  /// overwriting it.
  case beingWritten(CalendarLocation)
  /// The file is truncated and no program is writing the rest. Nothing is written until the user decides what
  /// to do with the file.
  case damaged(CalendarLocation)
  /// Another program continued writing to a file that had been replaced in the meantime. A copy of
  /// what it wrote is saved at `copyPath`; nil if it could not be saved.
  case lateWrite(CalendarLocation, copyPath: String?)
  /// The file was saved, but it also had another name (a hard link), under which the old content remains.
  case otherHardLinkNotUpdated(CalendarLocation)
  /// Another program saved its own version of the file at the same moment, on a file system where two files
  /// cannot be exchanged atomically. That version was overwritten.
  case overwrote(CalendarLocation)
  /// A new file would overwrite an existing one.
  case exists(CalendarLocation)
  /// The calendar cannot store the change, and trying again would not help, so the change was undone. The version
  /// with the change is saved in the file at `copyPath`; nil if there is no such file.
  case notStorable(CalendarLocation, reason: FaultReason, copyPath: String?)
  /// The operation failed for another reason.
  case failed(CalendarLocation, reason: FaultReason)
  /// The calendar cannot be reached. Changes are kept until it can be reached again.
  case offline(CalendarLocation)
  /// The calendar's server reports an internal error. Changes are kept until the server works again.
  case serverError(CalendarLocation, message: String)
  /// The calendar is available only after the user signs in.
  case signInNeeded(CalendarLocation)
  /// The calendar's server may notify people, and the user has not agreed to that.
  case consentNeeded(CalendarLocation, PossibleNotification)
  /// There was no answer, so it is not known whether the change was saved.
  case noAnswer(CalendarLocation)
  /// No event with this UID is loaded.
  case unknownEvent(uid: String)
  /// An event was not moved to another calendar, because that calendar does not accept it or could not be
  /// saved.
  indirect case transferFailed(StoreError)
  /// The document refused the edit; nothing was changed.
  case refused(EditError)
}
