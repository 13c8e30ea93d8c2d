import CalendarModel
import CalendarStore
import CalendarText

// The names and colors of calendars, and new calendars.
extension CalendarSession {
  /// Renames a calendar, as one undo step. A folder stores its name itself; the name of any other calendar is
  /// stored in the settings. Does nothing if the name has no words.
  package func rename(_ calendar: CalendarID, to name: String) async {
    let name = name.asCalendarName
    guard !name.isEmpty, name != self.name(of: calendar) else { return }
    await choose(.name(name), for: calendar)
  }

  /// Sets the color of a calendar, as one undo step. A folder stores its color itself; for any other
  /// calendar, and for a read-only folder, the color is stored in the settings. Does nothing if the calendar
  /// already has this color.
  package func setColor(_ color: EventColor, of calendar: CalendarID) async {
    guard calendars.first(where: { $0.id == calendar })?.color != color else { return }
    await choose(.color(color), for: calendar)
  }

  /// Creates a calendar, which is a folder of files, and opens it in addition to the others. If an open
  /// calendar already has the name, a number is added.
  ///
  /// - Parameter folder: the folder in which to create it; nil for Handspan's own folder.
  /// - Returns: the calendar; nil if it could not be created, in which case a message explains why.
  @discardableResult
  package func createCalendar(
    named name: String, color: EventColor? = nil, in folder: String? = nil
  ) async -> CalendarInfo? {
    let name = uniqueName(name.asCalendarName)
    do throws(StoreError) {
      let path = try await store.createCalendar(named: name, color: color, in: folder)
      return await add([path]).first
    } catch {
      onFailure(error.calendarMessage(phrases.translator), false)
      return nil
    }
  }

  private func uniqueName(_ name: String) -> String {
    let first = name.isEmpty ? phrases.translator.tr("New Calendar") : name
    let names = Set(calendars.map(\.name))
    guard names.contains(first) else { return first }
    var number = 2
    while names.contains("\(first) \(number)") { number += 1 }
    return "\(first) \(number)"
  }

  private func choose(_ property: CalendarProperty, for id: CalendarID) async {
    await propertyTask?.value
    guard let calendar = calendars.first(where: { $0.id == id }) else { return }
    var change = CalendarChange(calendar: id, property: property, oldName: calendar.name)
    // A choice in the settings would override what the folder stores.
    var chosen = property.removed
    if CalendarStore.storesProperties(calendar) {
      do throws(StoreError) {
        change.files = try await store.set(property, of: id)
      } catch {
        guard case .color = property, case .readOnly = error else {
          onFailure(error.calendarMessage(phrases.translator), false)
          return
        }
        chosen = property
      }
    } else {
      chosen = property
    }
    let before = chosenProperties.choose(chosen, for: id)
    if before != chosen {
      change.settings = CalendarChange.Settings(before: before, after: chosen)
      onChosenPropertiesChanged()
    }
    guard change.files != nil || change.settings != nil else { return }
    record(UndoStep(change))
    adopt(await store.snapshot(), isColorChange: property.isColor)
    var notice = Notice(text: change.text(phrases.translator), canUndo: true)
    if let announcement = announcement(of: change) { notice.announcement = announcement }
    onNotice(notice)
  }

  /// Returns the announcement of another color that has a name.
  private func announcement(of change: CalendarChange) -> String? {
    guard case .color(let color?) = change.property,
      let named = phrases.calendarColors.first(where: { $0.color == color })
    else { return nil }
    return phrases.translator.tr(
      "“{calendar}” is now {color}", ["calendar": change.oldName, "color": named.name])
  }

  /// Undoes or redoes a change to a calendar's name or color. If that fails, a message explains why, and the
  /// step is dropped.
  ///
  /// - Parameter change: the change to make: that of the step, or its inverse.
  /// - Returns: the notice to show.
  func perform(_ change: CalendarChange) -> HistoryStep {
    let previous = propertyTask
    propertyTask = Task { [weak self] in
      await previous?.value
      await self?.carryOut(change)
    }
    return HistoryStep(text: change.text(phrases.translator), occurrence: nil)
  }

  private func carryOut(_ change: CalendarChange) async {
    if let files = change.files {
      do throws(StoreError) {
        try await store.perform(files)
      } catch {
        forget(history.remove { $0.calendarChange?.id == change.id })
        onFailure(error.calendarMessage(phrases.translator), false)
        adopt(await store.snapshot())
        return
      }
    }
    if let settings = change.settings {
      _ = chosenProperties.choose(settings.after, for: change.calendar)
      onChosenPropertiesChanged()
    }
    adopt(await store.snapshot(), isColorChange: change.property.isColor)
  }

  /// The calendars in the configuration of other programs that are not open here.
  package var discoveredCalendars: [DiscoveredCalendar] {
    get async {
      let open = Set(calendars.map(\.id))
      return await store.discoverCalendars().filter { !open.contains(CalendarID($0.path)) }
    }
  }
}

/// A change to a calendar's name or color.
struct CalendarChange: Sendable {
  /// A change to the settings.
  struct Settings: Sendable {
    let before: CalendarProperty
    let after: CalendarProperty
  }

  let id = EditID()
  let calendar: CalendarID
  let property: CalendarProperty
  /// The displayed name before the change.
  let oldName: String
  /// The change to the folder that stores the property.
  var files: PropertyChange?
  var settings: Settings?
  private var isUndoing = false

  init(calendar: CalendarID, property: CalendarProperty, oldName: String) {
    (self.calendar, self.property, self.oldName) = (calendar, property, oldName)
  }

  /// The change that reverts this one.
  var inverse: CalendarChange {
    var change = self
    change.isUndoing.toggle()
    change.files = files?.inverse
    change.settings = settings.map { Settings(before: $0.after, after: $0.before) }
    return change
  }

  /// The notice to show for the change.
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
  /// Returns a one-line message about a failure to name, color or create a calendar, which says what happened
  /// and what to do.
  func calendarMessage(_ t: Translator) -> String {
    switch self {
    case .readOnly(let location):
      t.tr(
        "The folder “{path}” is read-only. Change its permissions and try again.", ["path": location.text])
    case .conflict(let location, _):
      t.tr(
        "Another program changed the calendar “{path}” in the meantime, so it was left as it is.",
        ["path": location.text])
    case .vanished(let location):
      t.tr(
        "The folder “{path}” is not available. Try again when it is.", ["path": location.text])
    default: message(t)
    }
  }
}
