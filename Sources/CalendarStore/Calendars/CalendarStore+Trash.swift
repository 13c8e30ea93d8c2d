import CalendarModel
import Glibc

// Moves calendars to the Trash and back, and removes new folders that are still empty.
extension CalendarStore {
  /// Returns the number of files and folders in a calendar's folder that do not belong to the calendar. Hidden
  /// files, calendar files and the files with the calendar's properties are not counted.
  package func countOtherItems(of calendar: CalendarID) -> Int {
    guard let calendar = calendars.first(where: { $0.id == calendar }), calendar.isFileBased,
      calendar.hasSeparateObjects
    else { return 0 }
    let names = Trash.names(in: calendar.id.path) ?? []
    return names.count { !$0.hasPrefix(".") && !$0.hasSuffix(".ics") && !Self.metadataNames.contains($0) }
  }

  /// The files in which programs store the properties of a folder, in vdirsyncer's vdir format.
  private static let metadataNames: Set<String> = ["displayname", "color", "description", "order"]

  /// Saves all changes to a calendar, moves its file or folder to the Trash and closes it.
  ///
  /// - Throws: An error if a change could not be saved or if the file system has no Trash. The calendar then
  ///   stays open, and its files stay where they are.
  package func moveToTrash(_ id: CalendarID) async throws(StoreError) -> TrashedCalendar {
    if let unsavedChanges = await flush().first(where: { $0.calendar == id }) { throw unsavedChanges.error }
    await checkReplacedFiles(isLast: true)
    // More changes may have been submitted in the meantime.
    processMailbox()
    if keysOfUnsavedFiles.contains(where: { $0.calendar == id }) { return try await moveToTrash(id) }
    let location = location(of: id)
    guard let calendar = calendars.first(where: { $0.id == id }), calendar.unavailableReason == nil else {
      throw .vanished(location)
    }
    guard calendar.isFileBased else { throw .readOnly(location) }
    let trashedCalendar: TrashedCalendar
    do throws(FileFault) {
      trashedCalendar = try Trash.move(id.path.withoutTrailingSlashes, of: id)
    } catch {
      throw error.whileWriting(location)
    }
    _ = await close(id)
    return trashedCalendar
  }

  /// Moves a calendar from the Trash to its original path. It is not opened.
  package func restore(_ trashedCalendar: TrashedCalendar) throws(StoreError) {
    do throws(FileFault) {
      try Trash.restore(trashedCalendar)
      try loader.files.makeDurable(
        try loader.files.openFolder(ByteString(trashedCalendar.path).splitPath.folder))
    } catch {
      throw error.whileWriting(location(of: trashedCalendar.calendar))
    }
  }

  /// Removes the folder of a calendar that has no events, and closes the calendar.
  ///
  /// - Throws: `StoreError.exists` if the folder contains anything other than the files with its name and
  ///   color. The folder then stays as it is.
  package func removeEmptyCalendar(_ id: CalendarID) async throws(StoreError) {
    if let unsavedChanges = await flush().first(where: { $0.calendar == id }) { throw unsavedChanges.error }
    let (path, location) = (id.path.withoutTrailingSlashes, location(of: id))
    let properties = [CalendarProperty.name(nil), .color(nil)].map(\.fileName)
    do throws(FileFault) {
      guard let names = Trash.names(in: path) else { throw .lastSystemError }
      guard Set(names).isSubset(of: properties.map(\.text)) else { throw .system(EEXIST) }
      var removedFiles: [(name: ByteString, bytes: [UInt8])] = []
      for name in properties {
        guard let contents = try loader.metadata(name, in: path) else { continue }
        try loader.replaceMetadata(name, in: path, expected: contents.bytes, by: nil)
        removedFiles.append((name, contents.bytes))
      }
      guard rmdir(path) == 0 else {
        let fault = FileFault.lastSystemError
        // Another program has added a file in the meantime.
        for (name, bytes) in removedFiles {
          try loader.replaceMetadata(name, in: path, expected: nil, by: bytes)
        }
        throw fault == .system(ENOTEMPTY) ? .system(EEXIST) : fault
      }
    } catch {
      throw error.whileWriting(location)
    }
    _ = await close(id)
  }
}
