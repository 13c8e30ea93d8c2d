import CalendarModel

extension Phrases {
  /// Returns a message saying that a change to an event was not made because another program had changed the event.
  ///
  /// - Parameter copyPath: the path of the copy that contains the change; nil if there is none.
  package func conflictMessage(_ event: CalendarEvent, in location: CalendarLocation, copyPath: String?)
    -> String
  {
    let (title, calendar) = (shortTitle(event), location.text)
    return if let copyPath {
      translator.tr(
        "Another program also changed “{title}” in “{path}”. Your version is kept in “{kept}”.",
        ["title": title, "path": calendar, "kept": copyPath])
    } else {
      translator.tr(
        "Another program also changed “{title}” in “{path}”. Make your change again.",
        ["title": title, "path": calendar])
    }
  }

  /// Returns a message saying that a change to an event was not made, because another program had changed the event, and
  /// is offered again in the next run.
  package func conflictKeptForNextRunMessage(_ event: CalendarEvent, in location: CalendarLocation) -> String
  {
    translator.tr(
      "Another program also changed “{title}” in “{path}”. Your change is kept and will be offered again when Handspan starts.",
      ["title": shortTitle(event), "path": location.text])
  }
}

extension StoreError {
  /// Returns a one-line message that says what happened and what to do.
  package func message(_ t: Translator) -> String {
    switch self {
    case .notFound(let location):
      t.tr("“{path}” was not found. Check the name.", ["path": location.text])
    case .notCalendar(let location):
      t.tr("“{path}” is neither a calendar file nor a folder of calendar files.", ["path": location.text])
    case .notMounted(let location):
      t.tr(
        "The volume that contains “{path}” is not mounted. Mount it and try again.", ["path": location.text])
    case .emptied(let location):
      t.tr(
        "“{path}” is empty and is not the folder that was used before. Open it again to use it.",
        ["path": location.text])
    case .unreadable(let location, let reason):
      t.tr("“{path}” cannot be read: {reason}.", ["path": location.text, "reason": reason.phrase(t)])
    case .tooLarge(let location, let limit):
      t.tr(
        "“{path}” is larger than {limit} MB and was not opened.",
        ["path": location.text, "limit": t.number(limit >> 20)])
    case .broken(let location, let reason):
      t.tr("“{path}” cannot be shown. {reason}", ["path": location.text, "reason": reason.message(t)])
    case .readOnly(let location):
      t.tr("“{path}” is read-only. Save a copy elsewhere to keep your change.", ["path": location.text])
    case .diskFull(let location):
      t.tr("There is no space left to save “{path}”. Free up space and try again.", ["path": location.text])
    case .vanished(let location):
      t.tr("“{path}” is no longer there. Save a copy elsewhere to keep your change.", ["path": location.text])
    case .conflict(let location, let copyPath?):
      t.tr(
        "Another program changed the same event in “{path}”. Your version is kept in “{kept}”.",
        ["path": location.text, "kept": copyPath])
    case .conflict(let location, nil):
      t.tr(
        "Another program changed the same event in “{path}”. Make your change again.",
        ["path": location.text])
    case .conflictKeptForNextRun(let location):
      t.tr(
        "Another program changed the same event in “{path}”. Your change is kept and will be offered again when Handspan starts.",
        ["path": location.text])
    case .beingWritten(let location):
      t.tr(
        "“{path}” is being written by another program. Handspan will wait until it is done.",
        ["path": location.text])
    case .damaged(let location):
      t.tr("“{path}” is incomplete. Choose what to do with it before you change it.", ["path": location.text])
    case .lateWrite(let location, let copyPath?):
      t.tr(
        "Another program was still writing “{path}” when it was saved. Its changes are kept in “{kept}”.",
        ["path": location.text, "kept": copyPath])
    case .lateWrite(let location, nil):
      t.tr(
        "Another program was still writing “{path}” when it was saved. Its changes could not be kept.",
        ["path": location.text])
    case .otherHardLinkNotUpdated(let location):
      t.tr(
        "“{path}” also has another name (a hard link). Changes are saved only under the name that was opened.",
        ["path": location.text])
    case .overwrote(let location):
      t.tr(
        "Another program saved “{path}” at the same moment. Its changes may be lost. If they are, make them again in that program.",
        ["path": location.text])
    case .exists(let location):
      t.tr("“{path}” already exists. Choose another name.", ["path": location.text])
    case .notStorable(let location, let reason, let copyPath?):
      t.tr(
        "“{path}” cannot store this change: {reason}. Your version is kept in “{kept}”.",
        ["path": location.text, "reason": reason.phrase(t), "kept": copyPath])
    case .notStorable(let location, let reason, nil):
      t.tr(
        "“{path}” cannot store this change: {reason}.",
        ["path": location.text, "reason": reason.phrase(t)])
    case .failed(let location, let reason):
      t.tr(
        "“{path}” could not be saved: {reason}. Try again.",
        ["path": location.text, "reason": reason.phrase(t)])
    case .offline(let location):
      t.tr(
        "“{path}” cannot be reached. Your changes are kept and will be saved when it is available again.",
        ["path": location.text])
    case .serverError(let location, let message):
      t.tr(
        "The server for “{calendar}” reports an error: {reason}. Your changes are kept and will be saved once the server works again.",
        ["calendar": location.text, "reason": message])
    case .signInNeeded(let location):
      t.tr("Sign in to “{path}” to save your changes. They are kept until then.", ["path": location.text])
    case .consentNeeded(let location, let notification):
      t.trn(
        "“{calendar}” was not changed, because its server may notify {count} person.",
        "“{calendar}” was not changed, because its server may notify {count} people.",
        notification.people.count, ["calendar": location.text])
    case .noAnswer(let location):
      t.tr("“{path}” is not responding. Your changes are kept. Try again.", ["path": location.text])
    case .unknownEvent(let uid):
      t.tr("There is no event with the UID “{uid}”. It may have been removed.", ["uid": uid])
    case .transferFailed(.readOnly(let location)):
      t.tr(
        "“{path}” is read-only, so the event stays in its calendar. Choose another calendar.",
        ["path": location.text])
    case .transferFailed(.vanished(let location)), .transferFailed(.notFound(let location)):
      t.tr(
        "“{path}” is no longer there, so the event stays in its calendar. Choose another calendar.",
        ["path": location.text])
    case .transferFailed(.beingWritten(let location)):
      t.tr(
        "“{path}” is being written by another program, so the event stays in its calendar. Try again when it is done.",
        ["path": location.text])
    case .transferFailed(.noAnswer(let location)):
      t.tr(
        "It is not known yet whether the event was added to “{calendar}”. Handspan will find out when “{calendar}” answers. Until then, the event stays in its calendar too.",
        ["calendar": location.text])
    case .transferFailed(.refused(.exists)):
      t.tr(
        "The other calendar already has this event, so it was not moved. Delete one of the two events, or choose another calendar."
      )
    case .transferFailed(.refused(.conflictingZone)):
      t.tr(
        "The other calendar defines the same time zone differently, so the event was not moved. Choose another calendar."
      )
    case .transferFailed(let reason):
      t.tr("The event stays in its calendar. {reason}", ["reason": reason.message(t)])
    case .refused(let error):
      error.message(t)
    }
  }
}

extension EditNotice {
  /// Returns a message that says what happened.
  package func message(_ t: Translator) -> String {
    switch self {
    case .timeOutsideZoneDefinition(let identifier):
      t.tr(
        "The file defines “{zone}” only for other dates. Other programs may show a different time.",
        ["zone": identifier])
    }
  }
}
