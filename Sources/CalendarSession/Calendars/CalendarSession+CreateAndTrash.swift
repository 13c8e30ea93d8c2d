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
    await steps.perform { await create(named: name, color: color, in: folder) }
  }

  private func create(named name: String, color: EventColor?, in folder: String?) async -> CalendarInfo? {
    guard let path = await createFolder(named: name, color: color, in: folder),
      let calendar = await openAdditional([path]).first
    else { return nil }
    var creation = CalendarListChange([calendar.id], name: calendar.name, .creation)
    creation.color = color
    recordWithNotice(creation)
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
      reports.send(.failure(error.calendarMessage(phrases.translator)))
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
  package var colorOfNewCalendar: EventColor {
    choices.colorOfNewCalendar(beside: calendars.compactMap(\.color))
  }

  // MARK: The Trash

  /// Returns the number of files and folders in a calendar's folder that do not belong to the calendar.
  package func countOtherItems(of calendar: CalendarID) async -> Int {
    await store.countOtherItems(of: calendar)
  }

  /// Saves a calendar, moves its file or folder to the Trash and closes it, as one undo step.
  ///
  /// - Returns: the reason why the calendar was not moved; nil if it is in the Trash.
  package func moveToTrash(_ calendar: CalendarInfo) async -> String? {
    await steps.perform { await moveToTrashInTurn(calendar) }
  }

  /// Returns the removal of an open calendar, which is not in the Trash yet.
  func removal(of calendar: CalendarInfo) -> CalendarListChange {
    var removal = CalendarListChange([calendar.id], name: calendar.name, .removal)
    removal.followers = followers(of: calendar.id)
    return removal
  }

  private func moveToTrashInTurn(_ calendar: CalendarInfo) async -> String? {
    await steps.lastQueued?.value
    do throws(StoreError) {
      var removal = removal(of: calendar)
      let trashed = try await store.moveToTrash(calendar.id)
      await forgetClosedCalendar(calendar.id)
      await handleCalendarListChange()
      removal.trashed = trashed
      if trashed.canBeRestored { steps.record(UndoStep(removal)) }
      calendarListChanged()
      reports.send(
        .notice(
          Notice(
            text: removal.text(phrases.translator, isUndoing: false), canUndo: trashed.canBeRestored)))
      return nil
    } catch {
      return error.trashMessage(phrases.translator)
    }
  }

  // MARK: Opening and closing

  /// Records that calendars were opened, as one undo step.
  package func recordOpening(of calendars: [CalendarInfo]) {
    guard let first = calendars.first else { return }
    var opening = CalendarListChange(calendars.map(\.id), name: first.name, .opening)
    opening.isTemporary = choices.isTemporary(first.id)
    recordWithNotice(opening)
  }

  /// Closes a calendar as one undo step. Its unsaved changes are lost; to save them, call `flush(_:)` first.
  package func close(_ calendar: CalendarInfo) async {
    await steps.perform {
      await steps.lastQueued?.value
      var closing = CalendarListChange([calendar.id], name: calendar.name, .closing)
      (closing.isTemporary, closing.followers) = (
        choices.isTemporary(calendar.id), followers(of: calendar.id)
      )
      await closeCalendar(calendar.id)
      await handleCalendarListChange()
      recordWithNotice(closing)
    }
  }

  /// Stops offering a calendar of another program, as one undo step.
  package func dismiss(_ path: String, named name: String) {
    choices.setDismissed(true, for: path)
    recordWithNotice(CalendarListChange([CalendarID(path)], name: name, .dismissal))
  }

  private func recordWithNotice(_ change: CalendarListChange) {
    steps.record(UndoStep(change))
    calendarListChanged()
    reports.send(.notice(Notice(text: change.text(phrases.translator, isUndoing: false), canUndo: true)))
  }

  private func handleCalendarListChange() async {
    calendarListChanged()
    guard calendars.isEmpty else { return }
    if await steps.keepingListChanges(during: onNoCalendarsLeft) { calendarListChanged() }
  }

  // MARK: Undo

  /// Undoes or redoes a change to the list of calendars, and shows a notice once that is done.
  /// If it fails, a message explains why, and the step is dropped.
  func perform(_ change: CalendarListChange, isUndoing: Bool) {
    steps.enqueue { [weak self] in await self?.carryOut(change, isUndoing: isUndoing) }
  }

  /// Closes a calendar, provided that its changes can be saved.
  private func closeSaved(_ calendar: CalendarID, except step: EditID) async throws(StoreError) {
    if let unsaved = await store.flush().first(where: { $0.calendar == calendar }) { throw unsaved.error }
    _ = await store.close(calendar)
    await forgetClosedCalendar(calendar, except: step)
  }

  private func carryOut(_ change: CalendarListChange, isUndoing: Bool) async {
    do throws(StoreError) {
      try await make(change, isUndoing: isUndoing)
      await handleCalendarListChange()
      let text = change.text(phrases.translator, isUndoing: isUndoing)
      reports.send(.notice(Notice(text: text, canUndo: false)))
    } catch {
      steps.drop { $0.listChange?.id == change.id }
      reports.send(.failure(change.failureText(error, phrases.translator, isUndoing: isUndoing)))
      adopt(await store.snapshot())
    }
  }

  private func make(_ change: CalendarListChange, isUndoing: Bool) async throws(StoreError) {
    guard let calendar = change.calendars.first else { return }
    switch (change.kind, isUndoing) {
    case (.opening, true), (.closing, false):
      for calendar in change.calendars { try await closeSaved(calendar, except: change.id) }
    case (.opening, false), (.closing, true):
      let opened = await openAdditional(change.calendars.map(\.key), before: change.followers)
      if change.isTemporary { showTemporarily(opened) }
    case (.dismissal, _):
      for calendar in change.calendars { choices.setDismissed(!isUndoing, for: calendar.key) }
    case (.creation, true):
      try await store.removeEmptyCalendar(calendar)
      await forgetClosedCalendar(calendar, except: change.id)
    case (.creation, false):
      try await store.createCalendar(at: calendar.key, named: change.name, color: change.color)
      _ = await openAdditional([calendar.key])
    case (.removal, true): try await restore(calendar, change)
    case (.removal, false):
      let trashed = try await store.moveToTrash(calendar)
      await forgetClosedCalendar(calendar, except: change.id)
      steps.update { $0.listChange?.id == change.id ? $0.withTrashed(trashed) : $0 }
    }
  }

  /// Restores a calendar from the Trash.
  private func restore(_ calendar: CalendarID, _ removal: CalendarListChange) async throws(StoreError) {
    // When the user's own calendar is removed and no other is open, an empty one replaces it at the same path.
    let empty = calendars.first { $0.id == calendar && $0.eventCount == 0 }
    if empty != nil { try await store.removeEmptyCalendar(calendar) }
    do throws(StoreError) {
      if let trashed = removal.trashed { try await store.restore(trashed) }
    } catch {
      if let empty {
        try? await store.createCalendar(at: calendar.key, named: empty.name, color: nil)
        _ = await openAdditional([calendar.key])
      }
      throw error
    }
    _ = await openAdditional([calendar.key], before: removal.followers)
  }
}

/// A change to the list of calendars, as an undo step.
struct CalendarListChange: Sendable {
  enum Kind: Sendable {
    case creation, removal, opening, closing
    /// A calendar of another program is no longer offered.
    case dismissal
  }

  let id = EditID()
  /// The calendars: one, unless several were opened together.
  let calendars: [CalendarID]
  /// The name of the first calendar.
  let name: String
  let kind: Kind
  /// The color that the calendar was created with.
  var color: EventColor?
  /// The calendar in the Trash, if it was removed.
  var trashed: TrashedCalendar?
  /// The calendars that were listed after a removed or closed one.
  var followers: [CalendarID] = []
  /// Whether the calendars are shown only until the window is closed.
  var isTemporary = false

  init(_ calendars: [CalendarID], name: String, _ kind: Kind) {
    (self.calendars, self.name, self.kind) = (calendars, name, kind)
  }

  /// Returns the notice to show.
  func text(_ t: Translator, isUndoing: Bool) -> String {
    let (values, count): (KeyValuePairs, Int) = (["calendar": name], calendars.count)
    return switch (kind, isUndoing) {
    case (.creation, false): t.tr("“{calendar}” was created", values)
    case (.creation, true): t.tr("“{calendar}” was removed", values)
    case (.removal, false): t.tr("“{calendar}” is in the Trash", values)
    case (.removal, true): t.tr("“{calendar}” was restored", values)
    case (.opening, false) where count > 1, (.closing, true) where count > 1:
      t.trn("{count} calendar was opened", "{count} calendars were opened", count)
    case (.opening, false), (.closing, true): t.tr("“{calendar}” was opened", values)
    case (.opening, true) where count > 1:
      t.trn("{count} calendar was closed", "{count} calendars were closed", count)
    case (.opening, true), (.closing, false): t.tr("“{calendar}” was closed", values)
    case (.dismissal, false): t.tr("“{calendar}” is no longer offered", values)
    case (.dismissal, true): t.tr("“{calendar}” is offered again", values)
    }
  }

  /// Returns the reason why the change was not undone or redone.
  func failureText(_ error: StoreError, _ t: Translator, isUndoing: Bool) -> String {
    switch (kind, isUndoing, error) {
    case (.creation, true, .exists):
      t.tr(
        "“{calendar}” is no longer empty, so it was kept. Move it to the Trash to remove it.",
        ["calendar": name])
    case (.removal, true, .exists):
      t.tr(
        "There is another file or folder at “{path}” now. Restore the calendar from the Trash in Files.",
        ["path": calendars.first.map { CalendarLocation.path($0.key).text } ?? name])
    case (.removal, true, .vanished):
      t.tr("“{calendar}” is no longer in the Trash, or its folder is gone.", ["calendar": name])
    case (.removal, false, _): error.trashMessage(t)
    default: error.calendarMessage(t)
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
