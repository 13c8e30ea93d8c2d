import ArgumentParser
import CalendarModel
import CalendarStore
import CalendarText
import Glibc

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
    let t = Language.translator
    switch error {
    case .beingWritten(let location):
      return CommandFailure(
        status: .tryAgain,
        message: t.tr(
          "“{path}” is being written by another program. Nothing was changed. Try again later.",
          ["path": location.text]))
    case .offline(let location):
      return CommandFailure(
        status: .tryAgain,
        message: t.tr(
          "“{calendar}” is offline. Nothing was changed. Try again later.", ["calendar": location.text]))
    case .serverError(let location, let message):
      return CommandFailure(
        status: .tryAgain,
        message: t.tr(
          "The server for “{calendar}” reports an error: {reason}. Nothing was changed. Try again later.",
          ["calendar": location.text, "reason": message]))
    case .signInNeeded(let location):
      return .failed(
        t.tr(
          "“{calendar}” requires you to sign in to its account in Settings. Nothing was changed.",
          ["calendar": location.text]))
    case .consentNeeded(_, let notification):
      return .failed(
        t.trn(
          "The server may notify {count} person. Nothing was changed. Add --notify to allow that.",
          "The server may notify {count} people. Nothing was changed. Add --notify to allow that.",
          notification.people.count))
    case .noAnswer(let location):
      return CommandFailure(
        status: .tryAgain,
        message: t.tr(
          "“{calendar}” did not respond, so it is not known whether it was changed. Check it, then try again.",
          ["calendar": location.text]))
    case .transferFailed(.offline(let location)): return .failed(.offline(location))
    case .transferFailed(.serverError(let location, let message)):
      return .failed(.serverError(location, message: message))
    case .readOnly(let location):
      return .failed(t.tr("“{path}” is read-only. Nothing was changed.", ["path": location.text]))
    case .damaged(let location):
      return .failed(
        t.tr(
          "“{path}” is incomplete: its last BEGIN has no END. Use --force to change it anyway.",
          ["path": location.text]))
    default: return .failed(KnownCalendars.message(for: error))
    }
  }

  /// Creates the failure for errors that have already been reported. Its status is `tryAgain` if every error means that
  /// a calendar is unreachable or that its server reports an error.
  static func reported(_ errors: [StoreError]) -> CommandFailure {
    let areTemporary = errors.allSatisfy {
      switch $0 {
      case .offline, .serverError, .noAnswer: true
      default: false
      }
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

/// Ends the process after flushing its output. Call this only if there are no unsaved changes.
func endProcess(status: Int32) -> Never {
  fflush(nil)
  exit(status)
}
