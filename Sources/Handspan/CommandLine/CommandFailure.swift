import ArgumentParser
import CalendarModel
import CalendarStore
import CalendarText
import Glibc

/// The reason why a command failed: a line for standard error and an exit status.
struct CommandFailure: Error, Hashable {
  /// The documented exit statuses.
  enum Status: Int32 {
    /// The operation failed.
    case failed = 1
    /// The command line is invalid.
    case usage = 2
    /// Another program is writing the file: the same command may succeed later (EX_TEMPFAIL of sysexits.h).
    case tryAgain = 75
  }

  let status: Status
  /// The line; nil if everything has been reported already.
  let message: String?

  /// The operation failed.
  static func failed(_ message: String?) -> CommandFailure {
    CommandFailure(status: .failed, message: message)
  }

  /// The operation failed in the store.
  static func failed(_ error: StoreError) -> CommandFailure {
    let t = Language.translator
    switch error {
    case .beingWritten(let location):
      return CommandFailure(
        status: .tryAgain,
        message: t.tr(
          "“{path}” is being written by another program. Nothing was changed. Try again later.",
          ["path": location.text]))
    case .damaged(let location):
      return .failed(
        t.tr(
          "“{path}” is incomplete: its last BEGIN has no END. Use --force to change it as it is.",
          ["path": location.text]))
    default: return .failed(error.message(t))
    }
  }

  /// The command line is invalid.
  static func usage(_ message: String) -> CommandFailure { CommandFailure(status: .usage, message: message) }

  /// Reports an error of any kind on standard error.
  ///
  /// - Returns: the exit status. Requested help is not a failure.
  static func report(_ error: any Error) -> Int32 {
    switch error {
    case let failure as CommandFailure:
      if let message = failure.message { printError(message) }
      return failure.status.rawValue
    case let error as StoreError:
      return report(CommandFailure.failed(error))
    case _ where HandspanCommand.exitCode(for: error).isSuccess:
      print(HandspanCommand.fullMessage(for: error))
      return 0
    default:
      printError(HandspanCommand.message(for: error))
      return Status.usage.rawValue
    }
  }

  /// Writes one line to standard error.
  static func printError(_ message: String) {
    let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
    // Flushes standard output first, to keep the order of the output if both streams have the same
    // destination.
    fflush(nil)
    let bytes = Array("handspan: \(line)\n".utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }
}

/// Ends the process after flushing its output. Call it only if there are no unsaved changes.
func endProcess(status: Int32) -> Never {
  fflush(nil)
  exit(status)
}
