import CalendarModel

extension StoreError {
  /// A calm one-line message that says what happened and what to do.
  package func message(_ t: Translator) -> String {
    switch self {
    case .notFound(let it):
      t.tr("“{path}” was not found. Check the name.", ["path": it.text])
    case .notCalendar(let it):
      t.tr("“{path}” is neither a calendar file nor a folder of calendar files.", ["path": it.text])
    case .notMounted(let it):
      t.tr("The volume of “{path}” is not mounted. Mount it and try again.", ["path": it.text])
    case .emptied(let it):
      t.tr(
        "“{path}” is empty and is not the folder that was used before. Open it again to use it.",
        ["path": it.text])
    case .unreadable(let it, let reason):
      t.tr("“{path}” cannot be read: {reason}.", ["path": it.text, "reason": reason.phrase(t)])
    case .tooLarge(let it, let limit):
      t.tr(
        "“{path}” is larger than {limit} MB and was not opened.",
        ["path": it.text, "limit": "\(limit >> 20)"])
    case .broken(let it, let reason):
      t.tr("“{path}” cannot be shown. {reason}", ["path": it.text, "reason": reason.message(t)])
    case .readOnly(let it):
      t.tr("“{path}” is read-only. Save a copy elsewhere to keep your change.", ["path": it.text])
    case .diskFull(let it):
      t.tr("There is no space left to save “{path}”. Free some space and try again.", ["path": it.text])
    case .vanished(let it):
      t.tr("“{path}” is no longer there. Save a copy elsewhere to keep your change.", ["path": it.text])
    case .conflict(let it, let kept?):
      t.tr(
        "Another program changed the same event in “{path}”. Your version is kept in “{kept}”.",
        ["path": it.text, "kept": kept])
    case .conflict(let it, nil):
      t.tr(
        "Another program changed the same event in “{path}”. Make your change again.",
        ["path": it.text])
    case .beingWritten(let it):
      t.tr(
        "“{path}” is being written by another program. Handspan waits until it is done.",
        ["path": it.text])
    case .damaged(let it):
      t.tr("“{path}” is incomplete. Choose what to do with it before you change it.", ["path": it.text])
    case .lateWrite(let it, let kept?):
      t.tr(
        "Another program was still writing “{path}” when it was saved. Its changes are kept in “{kept}”.",
        ["path": it.text, "kept": kept])
    case .lateWrite(let it, nil):
      t.tr(
        "Another program was still writing “{path}” when it was saved. Its changes could not be kept.",
        ["path": it.text])
    case .hadHardLink(let it):
      t.tr(
        "“{path}” has another name (a hard link). Changes are saved only under this name.",
        ["path": it.text])
    case .overwrote(let it):
      t.tr(
        "Another program saved “{path}” at the same moment. Its changes may be lost: make them there again.",
        ["path": it.text])
    case .exists(let it):
      t.tr("“{path}” already exists. Choose another name.", ["path": it.text])
    case .failed(let it, let reason):
      t.tr(
        "“{path}” could not be saved: {reason}. Try again.", ["path": it.text, "reason": reason.phrase(t)])
    case .offline(let it):
      t.tr(
        "“{path}” cannot be reached. Your changes are kept and will be saved when it is available again.",
        ["path": it.text])
    case .signInNeeded(let it):
      t.tr("Sign in to “{path}” to save your changes. They are kept until then.", ["path": it.text])
    case .noAnswer(let it):
      t.tr("“{path}” does not respond. Your changes are kept. Try again.", ["path": it.text])
    case .unknownEvent(let uid):
      t.tr("There is no event with the UID “{uid}”. It may have been removed.", ["uid": uid])
    case .notMoved(.readOnly(let it)):
      t.tr(
        "“{path}” is read-only, so the event stays in its calendar. Choose another one.", ["path": it.text])
    case .notMoved(.vanished(let it)), .notMoved(.notFound(let it)):
      t.tr(
        "“{path}” is no longer there, so the event stays in its calendar. Choose another one.",
        ["path": it.text])
    case .notMoved(.beingWritten(let it)):
      t.tr(
        "“{path}” is being written by another program, so the event stays in its calendar. Try again when it is done.",
        ["path": it.text])
    case .notMoved(.refused(.exists)):
      t.tr(
        "The other calendar already has this event, so it was not moved. Delete one of the two, or choose another calendar."
      )
    case .notMoved(.refused(.otherZone)):
      t.tr(
        "The other calendar defines the same time zone differently, so the event was not moved. Choose another calendar."
      )
    case .notMoved(let reason):
      t.tr("The event stays in its calendar. {reason}", ["reason": reason.message(t)])
    case .refused(let error):
      error.message(t)
    }
  }
}

extension EditNotice {
  /// The message for the user.
  package func message(_ t: Translator) -> String {
    switch self {
    case .zoneTooNarrow(let identifier):
      t.tr(
        "The file defines “{zone}” for other dates only. Other programs may show another time.",
        ["zone": identifier])
    }
  }
}
