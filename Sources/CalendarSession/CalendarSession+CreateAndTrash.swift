import CalendarModel
import CalendarStore
import CalendarText

// New calendars, and calendars that are moved to the Trash.
extension CalendarSession {
  // MARK: New calendars

  /// Creates a calendar, which is a folder of files, and opens it in addition to the others, as one undo step.
  /// If an open calendar already has the name, a number is added.
  ///
  /// - Parameter folder: the folder in which to create it; nil for Handspan's own folder.
  /// - Returns: the calendar; nil if it could not be created. In that case, a message explains why.
  @discardableResult
  package func createCalendar(
    named name: String, color: EventColor? = nil, in folder: String? = nil
  ) async -> CalendarInfo? {
    await performStep { await create(named: name, color: color, in: folder) }
  }

  private func create(named name: String, color: EventColor?, in folder: String?) async -> CalendarInfo? {
    guard let path = await createFolder(named: name, color: color, in: folder),
      let calendar = await openAdditional([path]).first
    else { return nil }
    let creation = CalendarListChange(
      calendar: calendar.id, name: calendar.name, color: color, kind: .creation)
    record(UndoStep(creation))
    onKeptCalendarsChanged()
    onNotice(Notice(text: creation.text(phrases.translator, isUndoing: false), canUndo: true))
    return calendar
  }

  /// Creates the folder of a new calendar without opening it.
  ///
  /// - Returns: the path of the folder; nil if it could not be created. In that case, a message explains why.
  package func createFolder(
    named name: String, color: EventColor? = nil, in folder: String? = nil
  ) async -> String? {
    do throws(StoreError) {
      return try await store.createCalendar(
        named: uniqueName(name.asCalendarName), color: color, in: folder)
    } catch {
      onFailure(error.calendarMessage(phrases.translator), false)
      return nil
    }
  }

  private func uniqueName(_ name: String) -> String {
    let baseName = name.isEmpty ? phrases.translator.tr("New Calendar") : name
    let names = Set(calendars.map(\.name))
    guard names.contains(baseName) else { return baseName }
    var number = 2
    while names.contains("\(baseName) \(number)") { number += 1 }
    return "\(baseName) \(number)"
  }

  /// The color that a new calendar would get by default.
  package var colorOfNewCalendar: EventColor { calendarColors.leastUsedColor(calendars.compactMap(\.color)) }

  // MARK: The Trash

  /// Returns the number of files and folders in a calendar's folder that do not belong to the calendar.
  package func countOtherItems(of calendar: CalendarID) async -> Int {
    await store.countOtherItems(of: calendar)
  }

  /// Saves a calendar, moves its file or folder to the Trash and closes it, as one undo step.
  ///
  /// - Returns: the reason why the calendar was not moved; nil if it is in the Trash.
  package func moveToTrash(_ calendar: CalendarInfo) async -> String? {
    await performStep { await moveToTrashInTurn(calendar) }
  }

  private func moveToTrashInTurn(_ calendar: CalendarInfo) async -> String? {
    await lastQueuedStep?.value
    do throws(StoreError) {
      let followers = followers(of: calendar.id)
      let trashed = try await store.moveToTrash(calendar.id)
      await forgetClosedCalendar(calendar.id)
      await handleCalendarListChange()
      var removal = CalendarListChange(
        calendar: calendar.id, name: calendar.name, color: nil, kind: .removal)
      removal.trashed = trashed
      removal.followers = followers
      if trashed.canBeRestored { record(UndoStep(removal)) }
      onKeptCalendarsChanged()
      onNotice(
        Notice(
          text: removal.text(phrases.translator, isUndoing: false), canUndo: trashed.canBeRestored))
      return nil
    } catch {
      return error.trashMessage(phrases.translator)
    }
  }

  private func handleCalendarListChange() async {
    onKeptCalendarsChanged()
    guard calendars.isEmpty else { return }
    var oldHistory = history
    await onNoCalendarsLeft()
    // Opening other calendars has cleared the history, but removed calendars can still be restored.
    guard history.nextUndo == nil, history.nextRedo == nil else { return }
    oldHistory.remove { $0.listChange == nil }
    history = oldHistory
    onKeptCalendarsChanged()
  }

  // MARK: Undo

  /// Undoes or redoes the creation of a calendar or its move to the Trash, and shows a notice once that is done.
  /// If it fails, a message explains why, and the step is dropped.
  func perform(_ change: CalendarListChange, isUndoing: Bool) {
    enqueueStep { await $0.carryOut(change, isUndoing: isUndoing) }
  }

  private func carryOut(_ change: CalendarListChange, isUndoing: Bool) async {
    let t = phrases.translator
    var replacement: CalendarInfo?
    do throws(StoreError) {
      switch (change.kind, isUndoing) {
      case (.creation, true):
        try await store.removeEmptyCalendar(change.calendar)
        await forgetClosedCalendar(change.calendar, except: change.id)
      case (.creation, false):
        try await store.createCalendar(at: change.calendar.key, named: change.name, color: change.color)
        _ = await openAdditional([change.calendar.key])
      case (.removal, true):
        // When the user's own calendar is removed and no other is open, an empty one replaces it at the same path.
        if let empty = calendars.first(where: { $0.id == change.calendar && $0.eventCount == 0 }) {
          try await store.removeEmptyCalendar(change.calendar)
          replacement = empty
        }
        if let trashed = change.trashed { try await store.restore(trashed) }
        _ = await openAdditional([change.calendar.key], before: change.followers)
      case (.removal, false):
        let trashed = try await store.moveToTrash(change.calendar)
        await forgetClosedCalendar(change.calendar, except: change.id)
        forget(history.update { $0.listChange?.id == change.id ? $0.withTrashed(trashed) : $0 })
      }
      await handleCalendarListChange()
      onNotice(Notice(text: change.text(t, isUndoing: isUndoing), canUndo: false))
    } catch {
      forget(history.remove { $0.listChange?.id == change.id })
      let text: String =
        switch (change.kind, isUndoing, error) {
        case (.creation, true, .exists):
          t.tr(
            "“{calendar}” is no longer empty, so it was kept. Move it to the Trash to remove it.",
            ["calendar": change.name])
        case (.removal, true, .exists):
          t.tr(
            "There is another file or folder at “{path}” now. Restore the calendar from the Trash in Files.",
            ["path": CalendarLocation.path(change.calendar.key).text])
        case (.removal, true, .vanished):
          t.tr("“{calendar}” is no longer in the Trash, or its folder is gone.", ["calendar": change.name])
        case (.removal, false, _): error.trashMessage(t)
        default: error.calendarMessage(t)
        }
      onFailure(text, false)
      if let replacement {
        try? await store.createCalendar(at: change.calendar.key, named: replacement.name, color: nil)
        _ = await openAdditional([change.calendar.key])
      } else {
        adopt(await store.snapshot())
      }
    }
  }
}

/// The creation of a calendar, or its move to the Trash.
struct CalendarListChange: Sendable {
  enum Kind: Sendable { case creation, removal }

  let id = EditID()
  let calendar: CalendarID
  let name: String
  /// The color that the calendar was created with.
  let color: EventColor?
  let kind: Kind
  /// The calendar in the Trash; nil for a creation.
  var trashed: TrashedCalendar?
  /// The calendars that were listed after a removed one.
  var followers: [CalendarID] = []

  init(calendar: CalendarID, name: String, color: EventColor?, kind: Kind) {
    (self.calendar, self.name, self.color, self.kind) = (calendar, name, color, kind)
  }

  /// Returns the notice to show.
  func text(_ t: Translator, isUndoing: Bool) -> String {
    let values: KeyValuePairs = ["calendar": name]
    return switch (kind, isUndoing) {
    case (.creation, false): t.tr("“{calendar}” was created", values)
    case (.creation, true): t.tr("“{calendar}” was removed", values)
    case (.removal, false): t.tr("“{calendar}” is in the Trash", values)
    case (.removal, true): t.tr("“{calendar}” was restored", values)
    }
  }
}

extension StoreError {
  /// Returns the reason why a calendar was not moved to the Trash.
  func trashMessage(_ t: Translator) -> String {
    switch self {
    case .failed(let location, .system(.unsupported)):
      t.tr(
        "The volume that contains “{path}” has no Trash. Nothing was changed. To delete the calendar for good, use Files.",
        ["path": location.text])
    case .readOnly(let location):
      t.tr(
        "You do not have permission to remove “{path}”. Nothing was changed.", ["path": location.text])
    case .vanished(let location), .notFound(let location):
      t.tr("“{path}” is not available. Try again when it is.", ["path": location.text])
    case .failed(let location, let reason):
      t.tr(
        "“{path}” could not be moved to the Trash: {reason}. Nothing was changed.",
        ["path": location.text, "reason": reason.phrase(t)])
    default: message(t)
    }
  }
}
