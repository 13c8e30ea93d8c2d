import CalendarModel
import Glibc

/// A change to the file that contains a folder's name or color. Reverting it restores the exact bytes.
package struct PropertyChange: Hashable, Sendable {
  package let calendar: CalendarID
  let file: ByteString
  let oldBytes: [UInt8]?
  let newBytes: [UInt8]?

  /// The change that reverts this one.
  package var inverse: PropertyChange {
    PropertyChange(calendar: calendar, file: file, oldBytes: newBytes, newBytes: oldBytes)
  }
}

// Changes the names and colors of folders, and creates new folders.
extension CalendarStore {
  /// Whether a calendar's name and color can be stored as files in its folder.
  package nonisolated static func canHavePropertyFiles(_ calendar: CalendarInfo) -> Bool {
    calendar.hasSeparateObjects && calendar.location.path != nil
  }

  /// Whether the user may change the name and the color of a folder.
  package func canChangeProperties(of calendar: CalendarID) -> Bool {
    var attributes = stat()
    guard let path = try? folder(of: calendar), stat(path, &attributes) == 0, !attributes.isWriteProtected,
      let folder = try? loader.files.openFolder(ByteString(path))
    else { return false }
    return loader.files.canWrite(".", in: folder)
  }

  /// Durably writes the name or the color of a folder. None of its other files is changed.
  ///
  /// - Returns: the change; nil if the folder already has this name or color.
  package func set(
    _ property: CalendarProperty, of calendar: CalendarID
  ) throws(StoreError) -> PropertyChange? {
    processMailbox()
    let (folder, loader) = (try folder(of: calendar), loader)
    let bytes: (old: [UInt8]?, new: [UInt8]?)
    do throws(FileFault) {
      bytes = try loader.setMetadata(property.fileName, to: property.text, in: folder)
    } catch {
      throw error.whileWriting(folder)
    }
    guard bytes.old != bytes.new else { return nil }
    refreshProperties(of: calendar)
    return PropertyChange(
      calendar: calendar, file: property.fileName, oldBytes: bytes.old, newBytes: bytes.new)
  }

  /// Applies a change to a folder's name or color, for undo or redo.
  ///
  /// - Throws: `StoreError.conflict` if another program has changed the name or color since the store last wrote
  ///   it. Nothing is changed in that case.
  package func perform(_ change: PropertyChange) throws(StoreError) {
    processMailbox()
    let (folder, loader) = (try folder(of: change.calendar), loader)
    do throws(FileFault) {
      try loader.replaceMetadata(change.file, in: folder, expected: change.oldBytes, by: change.newBytes)
    } catch {
      throw error.whileWriting(folder)
    }
    refreshProperties(of: change.calendar)
  }

  /// Returns the path of a calendar that is a folder.
  private func folder(of id: CalendarID) throws(StoreError) -> String {
    let location = location(of: id)
    guard let calendar = calendars.first(where: { $0.id == id }), calendar.unavailableReason == nil else {
      throw .vanished(location)
    }
    guard calendar.isFileBased, calendar.hasSeparateObjects else { throw .readOnly(location) }
    return id.path
  }

  private func refreshProperties(of id: CalendarID) {
    guard let calendarIndex = calendars.firstIndex(where: { $0.id == id }) else { return }
    loader.refreshMetadata(of: &calendars[calendarIndex])
  }

  /// Durably creates a folder for a new calendar, with its name and color. The calendar is not opened.
  ///
  /// - Parameter parent: the folder that will contain it; nil for `$XDG_DATA_HOME/handspan/calendars`.
  /// - Returns: the path of the folder, whose name is derived from the calendar's name and was not in use
  ///   before.
  package func createCalendar(
    named name: String, color: EventColor?, in parent: String? = nil
  ) throws(StoreError) -> String {
    let parent = parent ?? UserFolders.calendars
    try UserFolders.createFolder(parent)
    let slug = CalendarShortID.slug(name)
    var (path, number) = ("\(parent)/\(slug)", 1)
    while true {
      do throws(StoreError) {
        try createCalendar(at: path, named: name, color: color)
        return path
      } catch .exists {
        number += 1
        path = "\(parent)/\(slug)-\(number)"
      }
    }
  }

  /// Durably creates a folder for a new calendar, with its name and color. The calendar is not opened.
  ///
  /// - Throws: `StoreError.exists` if there is a file or folder at the path.
  package func createCalendar(at path: String, named name: String, color: EventColor?) throws(StoreError) {
    guard mkdir(path, 0o700) == 0 else { throw FileFault.lastSystemError.whileWriting(path) }
    do throws(FileFault) {
      for property in [CalendarProperty.name(name), .color(color)] where property.text != nil {
        _ = try loader.setMetadata(property.fileName, to: property.text, in: path)
      }
      try loader.files.makeDurable(try loader.files.openFolder(ByteString(path).splitPath.folder))
    } catch {
      for file in ["displayname", "color"] { unlink("\(path)/\(file)") }
      rmdir(path)
      throw error.whileWriting(path)
    }
    // A mount record may describe an earlier folder at this path.
    loader.mounts?.removeRecord(of: path)
  }
}
