import CalendarModel
import CalendarStore
import CalendarText

// The names and colors of calendars.
extension CalendarSession {
  /// Renames a calendar, as one undo step. A folder stores its name itself; the name of any other calendar is
  /// stored in the settings. Does nothing if the name is blank.
  package func rename(_ calendar: CalendarID, to name: String) async {
    let name = name.asCalendarName
    guard !name.isEmpty else { return }
    await set(.name(name), for: calendar)
  }

  /// Returns the reason why a calendar cannot be renamed; nil if it can. A single file can always be renamed,
  /// because its name is in the settings.
  package func renameRefusal(of calendar: CalendarInfo) async -> String? {
    guard CalendarStore.canHavePropertyFiles(calendar) else { return nil }
    guard calendar.isAvailable, !calendar.isGone else {
      return StoreError.vanished(calendar.location).calendarMessage(phrases.translator)
    }
    guard await !store.canChangeProperties(of: calendar.id) else { return nil }
    return StoreError.readOnly(calendar.location).calendarMessage(phrases.translator)
  }

  /// Sets the color of a calendar, as one undo step. A folder stores its color itself; for any other
  /// calendar, and for a read-only folder, the color is stored in the settings. Does nothing if the calendar
  /// already has this color.
  package func setColor(_ color: EventColor, of calendar: CalendarID) async {
    await set(.color(color), for: calendar)
  }

  private func set(_ property: CalendarProperty, for calendar: CalendarID) async {
    steps.enqueue { [weak self] in await self?.setInTurn(property, for: calendar) }
    await steps.lastQueued?.value
  }

  private func setInTurn(_ property: CalendarProperty, for id: CalendarID) async {
    // An earlier step in the queue may already have set this property.
    guard let calendar = calendars.first(where: { $0.id == id }), !calendar.has(property) else { return }
    var change = CalendarPropertyChange(calendar: id, property: property, oldName: calendar.name)
    // A property in the settings would override the one that the folder stores, so it is removed from the
    // settings.
    var propertyInSettings = property.withoutValue
    if CalendarStore.canHavePropertyFiles(calendar) {
      do throws(StoreError) {
        change.folderChange = try await store.set(property, of: id)
      } catch {
        guard case .color = property, case .readOnly = error else {
          reports.send(.failure(error.calendarMessage(phrases.translator)))
          return
        }
        propertyInSettings = property
      }
    } else {
      propertyInSettings = property
    }
    let previousProperty = choices.choose(propertyInSettings, for: id)
    if previousProperty != propertyInSettings {
      change.settingsChange = CalendarPropertyChange.SettingsChange(
        oldProperty: previousProperty, newProperty: propertyInSettings)
    }
    guard change.folderChange != nil || change.settingsChange != nil else { return }
    steps.record(UndoStep(change))
    adopt(await store.snapshot(), isColorChange: property.isColor)
    var notice = Notice(text: change.text(phrases.translator), canUndo: true)
    if let announcement = announcement(of: change) { notice.announcement = announcement }
    reports.send(.notice(notice))
  }

  /// Returns the announcement of a new color; nil unless the change sets a color that has a name.
  private func announcement(of change: CalendarPropertyChange) -> String? {
    guard case .color(let color?) = change.property,
      let named = phrases.calendarColors.first(where: { $0.color == color })
    else { return nil }
    return phrases.translator.tr(
      "Color of “{calendar}”: {color}", ["calendar": change.oldName, "color": named.name])
  }

  /// Undoes or redoes a change to a calendar's name or color. If that fails, a message explains why, and the
  /// step is dropped.
  ///
  /// - Parameter change: the change of the undo step, or its inverse.
  /// - Returns: the notice to show.
  func perform(_ change: CalendarPropertyChange) -> HistoryResult {
    steps.enqueue { [weak self] in await self?.carryOut(change) }
    return HistoryResult(text: change.text(phrases.translator), occurrence: nil)
  }

  private func carryOut(_ change: CalendarPropertyChange) async {
    if let folderChange = change.folderChange {
      do throws(StoreError) {
        try await store.perform(folderChange)
      } catch {
        steps.drop { $0.propertyChange?.id == change.id }
        reports.send(.failure(error.calendarMessage(phrases.translator)))
        adopt(await store.snapshot())
        return
      }
    }
    if let settingsChange = change.settingsChange {
      _ = choices.choose(settingsChange.newProperty, for: change.calendar)
    }
    adopt(await store.snapshot(), isColorChange: change.property.isColor)
  }
}

extension CalendarInfo {
  /// Returns whether the calendar already has the given name or color.
  fileprivate func has(_ property: CalendarProperty) -> Bool {
    switch property {
    case .name(let name): name == self.name
    case .color(let color): color == self.color
    }
  }
}

/// A change to a calendar's name or color.
struct CalendarPropertyChange: Sendable {
  /// A change to the settings.
  struct SettingsChange: Sendable {
    let oldProperty: CalendarProperty
    let newProperty: CalendarProperty
  }

  let id = EditID()
  let calendar: CalendarID
  let property: CalendarProperty
  /// The displayed name before the change.
  let oldName: String
  /// The change to the folder that stores the property.
  var folderChange: PropertyChange?
  /// The change to the settings that store the property.
  var settingsChange: SettingsChange?
  private var isUndoing = false

  init(calendar: CalendarID, property: CalendarProperty, oldName: String) {
    (self.calendar, self.property, self.oldName) = (calendar, property, oldName)
  }

  /// The change that reverts this one.
  var inverse: CalendarPropertyChange {
    var change = self
    change.isUndoing.toggle()
    change.folderChange = folderChange?.inverse
    change.settingsChange = settingsChange.map {
      SettingsChange(oldProperty: $0.newProperty, newProperty: $0.oldProperty)
    }
    return change
  }

  /// Returns the notice to show for the change.
  func text(_ t: Translator) -> String {
    switch property {
    case .name(let name):
      let newName = name ?? oldName
      return t.tr(
        "“{old}” is now called “{new}”",
        isUndoing ? ["old": newName, "new": oldName] : ["old": oldName, "new": newName])
    case .color where isUndoing:
      return t.tr("“{calendar}” has its former color again", ["calendar": oldName])
    case .color:
      return t.tr("Color of “{calendar}” changed", ["calendar": oldName])
    }
  }
}

extension StoreError {
  /// Returns a one-line message that says why a calendar could not be named, colored or created, and what to
  /// do.
  func calendarMessage(_ t: Translator) -> String {
    switch self {
    case .readOnly(let location):
      t.tr(
        "The folder “{path}” is read-only. Change its permissions and try again.", ["path": location.text])
    case .conflict(let location, _):
      t.tr(
        "Another program changed the calendar “{path}” in the meantime, so Handspan did not change it.",
        ["path": location.text])
    case .vanished(let location):
      t.tr(
        "The folder “{path}” is not available. Try again when it is.", ["path": location.text])
    default: message(t)
    }
  }
}
