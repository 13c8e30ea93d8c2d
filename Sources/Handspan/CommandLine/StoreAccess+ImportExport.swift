import CalendarDocument
import CalendarModel
import CalendarStore
import CalendarText
import Glibc
import UserSettings

// Imports and exports.
extension StoreAccess {
  /// Returns the contents of a file to import.
  func contents(of path: String) throws -> [UInt8] {
    let store = store
    return try unwrap(
      runBlocking {
        do throws(StoreError) {
          return .success(try await store.contents(ofFile: path, limit: ImportedObjects.sizeLimit))
        } catch {
          return .failure(error)
        }
      })
  }

  /// Returns what an import would do.
  func plan(_ objects: [CalendarObject], into calendar: CalendarID) throws -> ImportPlan {
    let store = store
    return try unwrap(
      runBlocking {
        do throws(StoreError) {
          return .success(try await store.plan(objects, into: calendar))
        } catch {
          return .failure(error)
        }
      })
  }

  /// Carries out an import and waits until the result is on disk.
  ///
  /// - Parameter consent: the people whom a server may notify.
  /// - Returns: the number of events that were skipped because they have changed since the plan was made.
  func perform(_ plan: ImportPlan, into calendar: CalendarID, consent: Consent) throws -> Int {
    let store = store
    let applied: AppliedImport? = try unwrap(
      runBlocking {
        do throws(ImportFailure) {
          return .success(try await store.perform(plan, into: calendar, ImportProgress(), consent: consent))
        } catch {
          switch error {
          case .canceled: return .success(nil)
          case .failed(let error): return .failure(error)
          }
        }
      })
    if let interruption = applied?.interruption {
      throw CommandFailure(
        status: CommandFailure.failed(interruption.error).status,
        message: interruption.error.importInterruptionMessage(
          Language.translator, writtenCount: interruption.writtenCount, totalCount: interruption.totalCount))
    }
    return applied?.skippedCount ?? 0
  }

  /// Writes a calendar, or some events, to a file.
  ///
  /// - Parameter path: the path of the file; nil for standard output.
  func export(_ contents: ExportContents, to path: String?) throws {
    let store = store
    guard let bytes = runBlocking({ await store.export(contents) })?.bytes else {
      throw CommandFailure.failed(nil)
    }
    guard let path else {
      fflush(nil)
      var unwritten = bytes[...]
      while !unwritten.isEmpty {
        let count = unwritten.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw CommandFailure.failed(nil) }
        unwritten = unwritten.dropFirst(count)
      }
      return
    }
    let result: Result<Void, StoreError> = runBlocking {
      do throws(StoreError) {
        return .success(try await store.write(bytes, to: path))
      } catch {
        return .failure(error)
      }
    }
    if case .failure(let error) = result {
      throw CommandFailure.failed(error.exportFailureMessage(Language.translator))
    }
  }

  private func unwrap<Value>(_ result: Result<Value, StoreError>) throws -> Value {
    switch result {
    case .success(let value): return value
    case .failure(let error): throw CommandFailure.failed(error)
    }
  }
}
