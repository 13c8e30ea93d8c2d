import CalendarModel

extension FaultReason {
  /// Returns the reason as part of a sentence.
  package func phrase(_ t: Translator) -> String {
    switch self {
    case .system(let reason): reason.phrase(t)
    case .symbolicLink: t.tr("symbolic links inside a calendar folder are not followed")
    case .changing: t.tr("it changes while it is being read")
    case .notPreserved: t.tr("the existing file could not be preserved")
    }
  }
}

extension SystemReason {
  /// Returns the reason as part of a sentence.
  package func phrase(_ t: Translator) -> String {
    switch self {
    case .notPermitted: t.tr("Permission denied")
    case .inputOutput: t.tr("Input/output error")
    case .tooManyOpen: t.tr("Too many open files")
    case .nameTooLong: t.tr("File name too long")
    case .timedOut: t.tr("Connection timed out")
    case .unreachable: t.tr("the server cannot be reached")
    case .busy: t.tr("Device or resource busy")
    case .outOfMemory: t.tr("Cannot allocate memory")
    case .unsupported: t.tr("Operation not supported")
    case .other(let code): t.tr("system error {number}", ["number": "\(code)"])
    }
  }
}

extension PictureFailure {
  /// Returns a message that says what happened and what to do.
  package func message(_ t: Translator) -> String {
    switch self {
    case .tooLarge(let width, let height, let limit):
      t.tr(
        "A picture of {width} x {height} pixels is too large; at most {limit} x {limit} can be painted.",
        ["width": "\(width)", "height": "\(height)", "limit": "\(limit)"])
    case .notWritten(let path, let reason):
      t.tr(
        "Cannot write {path}: {reason}. Choose another location with -o.",
        ["path": path, "reason": reason.phrase(t)])
    }
  }
}

extension PictureFailure.Reason {
  fileprivate func phrase(_ t: Translator) -> String {
    switch self {
    case .folder: t.tr("the folder is missing, full or read-only")
    case .painting(let code): t.tr("painting error {number}", ["number": "\(code)"])
    }
  }
}

extension StoreProblem {
  package func message(_ t: Translator) -> String {
    switch detail {
    case .text(let text): text
    case .error(let error): error.message(t)
    }
  }

  /// Returns the problem in the format of compiler messages, `file:line: text`.
  package func diagnostic(_ t: Translator) -> String {
    line.map { "\(path):\($0): \(message(t))" } ?? "\(path): \(message(t))"
  }
}
