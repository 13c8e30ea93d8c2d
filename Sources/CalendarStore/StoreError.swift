import CalendarDocument

/// What can go wrong between memory and disk. Each says what happened, to which file, and what to do.
public enum StoreError: Error, Hashable, Sendable {
  /// Nothing is there under that path.
  case notFound(path: String)
  /// The path is neither a file nor a folder of calendars (a device, a socket).
  case notCalendar(path: String)
  /// What the path was on is not mounted: only the empty folder is there on which it was.
  case notMounted(path: String)
  /// The folder is empty, and another one than that which was open under its name.
  case emptied(path: String)
  /// The file or folder may not be read.
  case unreadable(path: String, reason: String)
  /// The file is larger than `limit` bytes, which no calendar is.
  case tooLarge(path: String, limit: Int)
  /// The file is not a calendar that can be shown.
  case broken(path: String, reason: String)
  /// The file cannot be replaced: it, its folder or its file system is read-only for the user.
  case readOnly(path: String)
  /// There is no space left, or the user's quota is used up.
  case diskFull(path: String)
  /// The file or its folder is gone.
  case vanished(path: String)
  /// Another program changed the same event; its version stays, the user's is kept in the file `kept`, or
  /// could not be kept if that is nil.
  case conflict(path: String, kept: String?)
  /// Another program is writing the file, or may not be done: nothing is written over it until it is.
  case beingWritten(path: String)
  /// The file was cut off and nobody is there to write the rest: nothing is written until somebody says what to do
  /// with it (`CalendarStore.settle`).
  case damaged(path: String)
  /// Another program went on writing to a file that had been replaced meanwhile. What it wrote is kept in the file
  /// `kept`, or could not be kept if that is nil.
  case wroteLate(path: String, kept: String?)
  /// The file was saved, and had another name (a hard link), under which it is what it was before.
  case hadOtherName(path: String)
  /// A new file would overwrite one that exists.
  case exists(path: String)
  /// The system refused for another reason.
  case failed(path: String, reason: String)
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
    case .notFound(let path):
      tr("“{path}” was not found. Check its name.", ["path": path])
    case .notCalendar(let path):
      tr("“{path}” is neither a calendar file nor a folder of calendar files.", ["path": path])
    case .notMounted(let path):
      tr("The volume of “{path}” is not mounted. Mount it and try again.", ["path": path])
    case .emptied(let path):
      tr(
        "“{path}” is empty and not the folder that was there before. Open it if you want to use it.",
        ["path": path])
    case .unreadable(let path, let reason):
      tr("“{path}” cannot be read: {reason}.", ["path": path, "reason": reason])
    case .tooLarge(let path, let limit):
      tr("“{path}” has more than {limit} MB and was not opened.", ["path": path, "limit": "\(limit >> 20)"])
    case .broken(let path, let reason):
      tr("“{path}” cannot be shown. {reason}", ["path": path, "reason": reason])
    case .readOnly(let path):
      tr("“{path}” is read-only. Save a copy elsewhere to keep your change.", ["path": path])
    case .diskFull(let path):
      tr("There is no space left to save “{path}”. Free some space and try again.", ["path": path])
    case .vanished(let path):
      tr("“{path}” is no longer there. Save a copy elsewhere to keep your change.", ["path": path])
    case .conflict(let path, let kept?):
      tr(
        "“{path}” was changed by another program at the same place. Your version is kept in “{kept}”.",
        ["path": path, "kept": kept])
    case .conflict(let path, nil):
      tr(
        "“{path}” was changed by another program at the same place. Make your change again.",
        ["path": path])
    case .beingWritten(let path):
      tr(
        "“{path}” is being written by another program. Handspan waits until it is done.",
        ["path": path])
    case .damaged(let path):
      tr("“{path}” is incomplete. Choose what to do with it before you change it.", ["path": path])
    case .wroteLate(let path, let kept?):
      tr(
        "Another program was still writing “{path}” when it was saved. What it wrote is kept in “{kept}”.",
        ["path": path, "kept": kept])
    case .wroteLate(let path, nil):
      tr(
        "Another program was still writing “{path}” when it was saved. What it wrote could not be kept.",
        ["path": path])
    case .hadOtherName(let path):
      tr(
        "“{path}” has another name (a hard link). What you change is saved under this one alone.",
        ["path": path])
    case .exists(let path):
      tr("“{path}” exists already. Choose another name.", ["path": path])
    case .failed(let path, let reason):
      tr("“{path}” could not be saved: {reason}. Try again.", ["path": path, "reason": reason])
    case .unknownEvent(let uid):
      tr("There is no event with the UID “{uid}”. It may have been removed.", ["uid": uid])
    case .notMoved(.readOnly(let path)):
      tr("“{path}” is read-only, so the event stays in its calendar. Choose another one.", ["path": path])
    case .notMoved(.vanished(let path)), .notMoved(.notFound(let path)):
      tr(
        "“{path}” is no longer there, so the event stays in its calendar. Choose another one.",
        ["path": path])
    case .notMoved(.beingWritten(let path)):
      tr(
        "“{path}” is being written by another program, so the event stays in its calendar. Try again when it is done.",
        ["path": path])
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
    case .diskFull, .failed, .readOnly, .vanished, .unreadable, .notMounted, .beingWritten: true
    default: false
    }
  }
}
