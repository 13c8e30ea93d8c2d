import CalendarDocument
import CalendarModel
import CalendarStore
import CalendarText

/// A dropped file that is skipped, and the reason.
package struct LeftOutFile: Error, Sendable {
  /// Why nothing is taken of a file.
  package enum Reason: Sendable {
    /// It cannot be read.
    case unread(StoreError)
    /// It is read, and not taken.
    case refused(ImportRefusal)
  }

  /// The file's name.
  package let name: String
  /// Why.
  package let reason: Reason

  /// Why, in one calm line.
  package func message(_ t: Translator) -> String {
    switch reason {
    case .unread(let error): error.message(t)
    case .refused(let refusal): refusal.messageOfFile(t)
    }
  }

  /// The same with the file's name, among others.
  package func line(_ t: Translator) -> String {
    t.tr("“{file}” was skipped: {reason}", ["file": name, "reason": message(t)])
  }
}

extension CalendarSession {
  /// Reads files that are dropped: what they have to add, and which are left out.
  package func read(dropped paths: [String]) async -> DroppedFiles {
    var dropped = DroppedFiles()
    for path in paths {
      let name = CalendarLocation.path(path).lastName
      switch await contents(of: path) {
      case .failure(let error): dropped.refusals.append(LeftOutFile(name: name, reason: .unread(error)))
      case .success(let bytes):
        do throws(ImportRefusal) {
          try dropped.add(await EventImport.reading(bytes).get(), named: name, size: bytes.count)
        } catch {
          dropped.refusals.append(LeftOutFile(name: name, reason: .refused(error)))
        }
      }
    }
    return dropped
  }
}

extension EventImport {
  /// The events of a calendar from elsewhere, read away from the main thread.
  package static func reading(_ bytes: [UInt8]) async -> Result<EventImport, ImportRefusal> {
    let reading = Task.detached { () -> Result<EventImport, ImportRefusal> in
      do throws(ImportRefusal) {
        return .success(try EventImport(bytes, zones: SystemZones.shared))
      } catch {
        return .failure(error)
      }
    }
    return await reading.value
  }
}
