import ArgumentParser
import CalendarModel
import CalendarStore
import CalendarText
import Glibc
import UserSettings

/// The failure of a command, with a line for standard error and an exit status.
struct CommandFailure: Error, Hashable {
  /// The documented exit statuses.
  enum Status: Int32 {
    /// The operation failed.
    case failed = 1
    /// The command line is invalid.
    case usage = 2
    /// A part of what was asked for was done.
    case partial = 3
    /// Another program is writing the file, or the calendar's server cannot be reached or reports an error. The same
    /// command may succeed later (EX_TEMPFAIL in sysexits.h).
    case tryAgain = 75
  }

  let status: Status
  /// The line for standard error; nil if the error has already been reported.
  let message: String?

  /// Creates the failure of an operation.
  static func failed(_ message: String?) -> CommandFailure {
    CommandFailure(status: .failed, message: message)
  }

  /// Creates the failure for an error of the store.
  static func failed(_ error: StoreError) -> CommandFailure {
    let message = error.commandMessage(Language.translator) ?? KnownCalendars.message(for: error)
    return CommandFailure(status: error.isTemporary ? .tryAgain : .failed, message: message)
  }

  /// Creates the failure for errors that have already been reported. Its status is `tryAgain` if every error means that
  /// a calendar is unreachable or that its server reports an error.
  static func reported(_ errors: [StoreError]) -> CommandFailure {
    let areTemporary = errors.allSatisfy { error in
      if case .beingWritten = error { false } else { error.isTemporary }
    }
    return CommandFailure(status: areTemporary ? .tryAgain : .failed, message: nil)
  }

  /// Creates the failure for an invalid command line.
  static func usage(_ message: String) -> CommandFailure { CommandFailure(status: .usage, message: message) }

  /// Reports an error of any kind on standard error.
  ///
  /// - Returns: the exit status, which is 0 if the user requested help or the version.
  static func report(_ error: any Error) -> Int32 {
    switch error {
    case let failure as CommandFailure:
      if let message = failure.message { TerminalOutput.printError(message) }
      return failure.status.rawValue
    case let error as StoreError:
      return report(CommandFailure.failed(error))
    case _ where HandspanCommand.exitCode(for: error).isSuccess:
      TerminalOutput.printLines(HandspanCommand.fullMessage(for: error))
      return 0
    default:
      TerminalOutput.printError(HandspanCommand.message(for: error))
      return Status.usage.rawValue
    }
  }
}

extension StoreError {
  /// Whether the same command may succeed later.
  fileprivate var isTemporary: Bool {
    switch self {
    case .beingWritten, .offline, .serverError, .noAnswer, .transferFailed(.offline),
      .transferFailed(.serverError):
      true
    default: false
    }
  }
}

/// Ends the process after flushing its output. Call this only if there are no unsaved changes.
func endProcess(status: Int32) -> Never {
  fflush(nil)
  exit(status)
}
