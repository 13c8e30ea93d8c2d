import CalendarDocument
import CalendarModel

/// What can go wrong between memory and disk. Each says what happened, to what, and what to do.
public enum StoreError: Error, Hashable, Sendable {
  /// Nothing is there of that name.
  case notFound(CalendarLocation)
  /// It is neither a file nor a folder of calendars (a device, a socket).
  case notCalendar(CalendarLocation)
  /// What it was on is not mounted: only the empty folder is there on which it was.
  case notMounted(CalendarLocation)
  /// The folder is empty, and another one than that which was open under its name.
  case emptied(CalendarLocation)
  /// The file or folder may not be read.
  case unreadable(CalendarLocation, reason: String)
  /// The file is larger than `limit` bytes, which no calendar is.
  case tooLarge(CalendarLocation, limit: Int)
  /// The file is not a calendar that can be shown.
  case broken(CalendarLocation, reason: String)
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
  case failed(CalendarLocation, reason: String)
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

  /// Words a message in the user's language: `Translator.tr` has this form.
  public typealias Wording = (_ message: String, _ values: KeyValuePairs<String, String>) -> String

  /// One calm line in English: what happened and what to do.
  public var message: String {
    message { message, values in
      values.reduce(message) { $0.replacing("{\($1.key)}", with: $1.value) }
    }
  }

  /// One calm line in the user's language: what happened and what to do.
  public func message(_ tr: Wording) -> String {
    switch self {
    case .notFound(let it):
      tr("“{path}” was not found. Check its name.", ["path": it.text])
    case .notCalendar(let it):
      tr("“{path}” is neither a calendar file nor a folder of calendar files.", ["path": it.text])
    case .notMounted(let it):
      tr("The volume of “{path}” is not mounted. Mount it and try again.", ["path": it.text])
    case .emptied(let it):
      tr(
        "“{path}” is empty and not the folder that was there before. Open it if you want to use it.",
        ["path": it.text])
    case .unreadable(let it, let reason):
      tr("“{path}” cannot be read: {reason}.", ["path": it.text, "reason": reason])
    case .tooLarge(let it, let limit):
      tr(
        "“{path}” has more than {limit} MB and was not opened.", ["path": it.text, "limit": "\(limit >> 20)"])
    case .broken(let it, let reason):
      tr("“{path}” cannot be shown. {reason}", ["path": it.text, "reason": reason])
    case .readOnly(let it):
      tr("“{path}” is read-only. Save a copy elsewhere to keep your change.", ["path": it.text])
    case .diskFull(let it):
      tr("There is no space left to save “{path}”. Free some space and try again.", ["path": it.text])
    case .vanished(let it):
      tr("“{path}” is no longer there. Save a copy elsewhere to keep your change.", ["path": it.text])
    case .conflict(let it, let kept?):
      tr(
        "“{path}” was changed by another program at the same place. Your version is kept in “{kept}”.",
        ["path": it.text, "kept": kept])
    case .conflict(let it, nil):
      tr(
        "“{path}” was changed by another program at the same place. Make your change again.",
        ["path": it.text])
    case .beingWritten(let it):
      tr(
        "“{path}” is being written by another program. Handspan waits until it is done.",
        ["path": it.text])
    case .damaged(let it):
      tr("“{path}” is incomplete. Choose what to do with it before you change it.", ["path": it.text])
    case .wroteLate(let it, let kept?):
      tr(
        "Another program was still writing “{path}” when it was saved. What it wrote is kept in “{kept}”.",
        ["path": it.text, "kept": kept])
    case .wroteLate(let it, nil):
      tr(
        "Another program was still writing “{path}” when it was saved. What it wrote could not be kept.",
        ["path": it.text])
    case .hadOtherName(let it):
      tr(
        "“{path}” has another name (a hard link). What you change is saved under this one alone.",
        ["path": it.text])
    case .exists(let it):
      tr("“{path}” exists already. Choose another name.", ["path": it.text])
    case .failed(let it, let reason):
      tr("“{path}” could not be saved: {reason}. Try again.", ["path": it.text, "reason": reason])
    case .offline(let it):
      tr(
        "“{path}” cannot be reached. Your changes are kept, and saved as soon as it can be.",
        ["path": it.text])
    case .signInNeeded(let it):
      tr("Sign in to “{path}” to save your changes. They are kept until then.", ["path": it.text])
    case .noAnswer(let it):
      tr("“{path}” does not answer. Your changes are kept. Try again.", ["path": it.text])
    case .unknownEvent(let uid):
      tr("There is no event with the UID “{uid}”. It may have been removed.", ["uid": uid])
    case .notMoved(.readOnly(let it)):
      tr("“{path}” is read-only, so the event stays in its calendar. Choose another one.", ["path": it.text])
    case .notMoved(.vanished(let it)), .notMoved(.notFound(let it)):
      tr(
        "“{path}” is no longer there, so the event stays in its calendar. Choose another one.",
        ["path": it.text])
    case .notMoved(.beingWritten(let it)):
      tr(
        "“{path}” is being written by another program, so the event stays in its calendar. Try again when it is done.",
        ["path": it.text])
    case .notMoved(.refused(.exists)):
      tr(
        "The other calendar has this event already, so it stays in its own. Delete one of the two, or choose another calendar.",
        [:])
    case .notMoved(.refused(.otherZone)):
      tr(
        "The other calendar has a time zone of the same name with other clocks, so the event stays in its own. Choose another calendar.",
        [:])
    case .notMoved(let reason):
      tr("The event stays in its calendar. {reason}", ["reason": reason.message(tr)])
    case .refused(let error):
      tr(error.message, [:])
    }
  }

  /// Whether trying again later, without any change, may help.
  public var mayPass: Bool {
    switch self {
    case .diskFull, .failed, .readOnly, .vanished, .unreadable, .notMounted, .beingWritten, .offline,
      .signInNeeded, .noAnswer:
      true
    default: false
    }
  }
}

// What is said of a file.
extension StoreError {
  static func notFound(path: String) -> StoreError { .notFound(.path(path)) }
  static func notMounted(path: String) -> StoreError { .notMounted(.path(path)) }
  static func emptied(path: String) -> StoreError { .emptied(.path(path)) }
  static func notCalendar(path: String) -> StoreError { .notCalendar(.path(path)) }
  static func unreadable(path: String, reason: String) -> StoreError {
    .unreadable(.path(path), reason: reason)
  }
  static func tooLarge(path: String, limit: Int) -> StoreError { .tooLarge(.path(path), limit: limit) }
  static func broken(path: String, reason: String) -> StoreError { .broken(.path(path), reason: reason) }
  static func readOnly(path: String) -> StoreError { .readOnly(.path(path)) }
  static func diskFull(path: String) -> StoreError { .diskFull(.path(path)) }
  static func vanished(path: String) -> StoreError { .vanished(.path(path)) }
  static func conflict(path: String, kept: String?) -> StoreError { .conflict(.path(path), kept: kept) }
  static func beingWritten(path: String) -> StoreError { .beingWritten(.path(path)) }
  static func damaged(path: String) -> StoreError { .damaged(.path(path)) }
  static func wroteLate(path: String, kept: String?) -> StoreError { .wroteLate(.path(path), kept: kept) }
  static func hadOtherName(path: String) -> StoreError { .hadOtherName(.path(path)) }
  static func exists(path: String) -> StoreError { .exists(.path(path)) }
  static func failed(path: String, reason: String) -> StoreError { .failed(.path(path), reason: reason) }
}
