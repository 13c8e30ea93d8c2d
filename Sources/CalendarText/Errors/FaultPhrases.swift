import CalendarModel

extension FaultReason {
  /// Returns the reason as part of a sentence.
  package func phrase(_ t: Translator) -> String {
    switch self {
    case .system(let reason): reason.phrase(t)
    case .symbolicLink: t.tr("symbolic links inside a calendar folder are not followed")
    case .changing: t.tr("it changed while it was being read")
    case .notPreserved: t.tr("the existing file could not be preserved")
    case .service(let message): message
    case .unknownZone(let zone):
      t.tr("the calendar service does not know the time zone “{zone}”", ["zone": zone])
    case .subscription(let fault): fault.phrase(t)
    }
  }
}

extension SystemReason {
  /// Returns the reason as part of a sentence.
  package func phrase(_ t: Translator) -> String {
    switch self {
    case .notPermitted: t.tr("permission denied")
    case .inputOutput: t.tr("input/output error")
    case .tooManyOpen: t.tr("too many files are open")
    case .nameTooLong: t.tr("the file name is too long")
    case .timedOut: t.tr("the connection timed out")
    case .unreachable: t.tr("the server cannot be reached")
    case .busy: t.tr("the device or resource is busy")
    case .outOfMemory: t.tr("there is not enough memory")
    case .unsupported: t.tr("the operation is not supported")
    case .other(let code): t.tr("system error {number}", ["number": "\(code)"])
    }
  }
}

extension PictureFailure {
  /// Returns a message that says what happened, and what to do instead.
  package func message(_ t: Translator) -> String {
    switch self {
    case .tooLarge(let width, let height, let limit):
      t.tr(
        "An image of {width} × {height} pixels is too large. The maximum is {limit} × {limit}.",
        ["width": t.number(width), "height": t.number(height), "limit": t.number(limit)])
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
    case .folder: t.tr("the folder is missing or read-only, or the disk is full")
    case .painting(let code): t.tr("drawing error {number}", ["number": "\(code)"])
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
