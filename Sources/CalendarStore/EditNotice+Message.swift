import CalendarDocument

extension EditNotice {
  /// What the user is told.
  ///
  /// - Parameter tr: translates a sentence and fills in its `{placeholders}`.
  public func message(_ tr: StoreError.Wording) -> String {
    switch self {
    case .zoneTooNarrow(let identifier):
      tr(
        "The file defines “{zone}” for other dates only. Other programs may show another time.",
        ["zone": identifier])
    }
  }
}
