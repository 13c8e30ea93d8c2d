import CalendarDocument
import CalendarModel
import CalendarStore
import CalendarText

/// A dropped or imported file that was skipped, and the reason why.
package struct SkippedFile: Sendable {
  /// The reason why a file was skipped.
  package enum Reason: Sendable {
    /// The file could not be read.
    case unreadable(StoreError)
    /// The file could be read, but its contents cannot be imported.
    case refused(ImportRefusal)
  }

  package let name: String
  package let reason: Reason

  /// Returns the reason as one line for the user.
  package func message(_ t: Translator) -> String {
    switch reason {
    case .unreadable(let error): error.message(t)
    case .refused(let refusal): refusal.messageForFile(t)
    }
  }

  /// Returns the reason preceded by the file's name, for a list of several files.
  package func line(_ t: Translator) -> String {
    t.tr("“{file}” was skipped: {reason}", ["file": name, "reason": message(t)])
  }
}

extension CalendarSession {
  /// Reads dropped files, and returns the events to add and the files that were skipped.
  package func readDroppedFiles(at paths: [String]) async -> EventsToPreview {
    var preview = EventsToPreview()
    for path in paths {
      let name = CalendarLocation.path(path).lastPathComponent
      switch await contents(of: path) {
      case .failure(let error):
        preview.skippedFiles.append(SkippedFile(name: name, reason: .unreadable(error)))
      case .success(let bytes):
        do throws(ImportRefusal) {
          try preview.add(await EventImport.parse(bytes).get(), named: name, size: bytes.count)
        } catch {
          preview.skippedFiles.append(SkippedFile(name: name, reason: .refused(error)))
        }
      }
    }
    return preview
  }
}

extension EventImport {
  /// Parses an iCalendar file that is not one of the open calendars, off the main thread.
  package static func parse(_ bytes: [UInt8]) async -> Result<EventImport, ImportRefusal> {
    let parsing = Task.detached { () -> Result<EventImport, ImportRefusal> in
      do throws(ImportRefusal) {
        return .success(try EventImport(bytes, zones: SystemZones.shared))
      } catch {
        return .failure(error)
      }
    }
    return await parsing.value
  }
}
