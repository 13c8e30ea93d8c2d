import CalendarDocument
import CalendarModel
import CalendarStore
import CalendarText

/// A file that is dropped and left out, and why.
public struct LeftOutFile: Error, Sendable {
  /// Why nothing is taken of a file.
  public enum Reason: Sendable {
    /// It cannot be read.
    case unread(StoreError)
    /// It is read, and not taken.
    case refused(ImportRefusal)
  }

  /// The file's name.
  public let name: String
  /// Why.
  public let reason: Reason

  /// Why, in one calm line.
  public func message(_ t: Translator) -> String {
    switch reason {
    case .unread(let error): error.message(t)
    case .refused(let refusal): refusal.messageOfFile(t)
    }
  }

  /// The same with the file's name, among others.
  public func line(_ t: Translator) -> String {
    t.tr("“{file}” is left out: {reason}", ["file": name, "reason": message(t)])
  }
}

extension CalendarSession {
  /// Reads files that are dropped: what they have to add, and which are left out.
  public func read(dropped paths: [String]) async -> DroppedFiles {
    var dropped = DroppedFiles()
    for path in paths {
      let name = CalendarLocation.path(path).lastName
      switch await contents(of: path) {
      case .failure(let error): dropped.refusals.append(LeftOutFile(name: name, reason: .unread(error)))
      case .success(let bytes):
        do throws(ImportRefusal) {
          try dropped.take(await EventImport.reading(bytes).get(), named: name, size: bytes.count)
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
  public static func reading(_ bytes: [UInt8]) async -> Result<EventImport, ImportRefusal> {
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
