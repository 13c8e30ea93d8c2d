import CalendarDocument
import CalendarModel
import Glibc

/// The contents of an export.
package enum ExportContents: Hashable, Sendable {
  case calendar(CalendarID)
  /// Events in one or more calendars. All components of a series are written.
  case events([CalendarID: ObjectSelection])
}

/// The result of an export.
package struct ExportedCalendar: Sendable {
  package let bytes: [UInt8]
  /// The number of events and series that were left out, because they or their calendar are no longer available,
  /// or because the export already contains a different event with the same UID.
  package let omittedCount: Int
}

// Writes calendars and events to files that are not open.
extension CalendarStore {
  /// Returns a calendar, or some events, as one iCalendar file. Unsaved changes are included.
  ///
  /// - Returns: nil if the calendar or all of the events are no longer available.
  package nonisolated func export(_ contents: ExportContents) async -> ExportedCalendar? {
    switch contents {
    case .calendar(let calendar):
      guard let (documents, name) = await documentsForExport(calendar) else { return nil }
      let bytes = await Task.detached { CalendarExport.bytes(of: documents, named: name) }.value
      return ExportedCalendar(bytes: bytes, omittedCount: 0)
    case .events(let selections):
      var parts: [CalendarExport.Part] = []
      var missingCount = 0
      for (calendar, selection) in selections.sorted(by: { $0.key.key < $1.key.key }) {
        if let (documents, name) = await documentsForExport(calendar) {
          parts.append(CalendarExport.Part(documents: documents, name: name, selection: selection))
        } else {
          missingCount += selection.count
        }
      }
      let export = await Task.detached { [parts] in CalendarExport.bytes(of: parts) }.value
      return export.map {
        ExportedCalendar(bytes: $0.bytes, omittedCount: $0.omittedCount + missingCount)
      }
    }
  }

  private func documentsForExport(_ id: CalendarID) -> (documents: [CalendarDocument], name: String?)? {
    processMailbox()
    guard let calendar = calendars.first(where: { $0.id == id }), calendar.unavailableReason == nil else {
      return nil
    }
    let files = calendar.files.sorted { $0.key < $1.key }.map {
      $0.value.damage?.lastComplete ?? $0.value.document
    }
    return (files, calendar.hasSeparateObjects ? calendar.info.name : nil)
  }

  /// Writes a file durably. An existing file is replaced, unless it belongs to an open calendar.
  ///
  /// - Throws: `StoreError.exists` if the file is open as a calendar, or if its folder is.
  package nonisolated func write(_ bytes: [UInt8], to path: String) async throws(StoreError) {
    let (files, openPaths) = (fileBackend.loader.files, await openPaths)
    let result = await Task.detached { () -> Result<Void, StoreError> in
      do throws(FileFault) {
        let newPath = FilePath(resolved: ByteString(path), displayPath: path)
        let kind: FileKind?
        do throws(FileFault) {
          kind = try files.kind(of: path)
        } catch {
          guard error == .system(ENOENT) else { throw error }
          kind = nil
        }
        switch kind {
        case .folder?: throw .notRegularFile
        case .file(let filePath)?:
          guard !openPaths.contains(filePath) else { throw .system(EEXIST) }
          let stamp = try files.read(filePath).stamp
          _ = try files.replace(filePath, with: bytes, expected: stamp)
        case nil:
          guard !openPaths.folders.contains(newPath.folder) else { throw .system(EEXIST) }
          _ = try files.create(newPath, bytes: bytes)
        }
        return .success(())
      } catch {
        return .failure(error.whileWriting(path))
      }
    }.value
    try result.get()
  }

  /// The files and folders that are open as calendars.
  private struct OpenPaths: Sendable {
    let folders: Set<ByteString>
    let files: Set<FilePath>

    func contains(_ path: FilePath) -> Bool {
      folders.contains(path.folder) || files.contains { $0.path == path.path }
    }
  }

  private var openPaths: OpenPaths {
    let fileBasedCalendars = calendars.filter(\.isFileBased)
    return OpenPaths(
      folders: Set(fileBasedCalendars.filter(\.hasSeparateObjects).map(\.filesFolder)),
      files: Set(
        fileBasedCalendars.filter { !$0.hasSeparateObjects }.flatMap {
          $0.files.values.compactMap(\.filePath)
        }))
  }
}
