import CalendarModel

// Errors about files.
extension StoreError {
  static func notFound(path: String) -> StoreError { .notFound(.path(path)) }
  static func notMounted(path: String) -> StoreError { .notMounted(.path(path)) }
  static func emptied(path: String) -> StoreError { .emptied(.path(path)) }
  static func notCalendar(path: String) -> StoreError { .notCalendar(.path(path)) }
  static func unreadable(path: String, reason: FaultReason) -> StoreError {
    .unreadable(.path(path), reason: reason)
  }
  static func tooLarge(path: String, limit: Int) -> StoreError { .tooLarge(.path(path), limit: limit) }
  static func broken(path: String, reason: DocumentError) -> StoreError {
    .broken(.path(path), reason: reason)
  }
  static func readOnly(path: String) -> StoreError { .readOnly(.path(path)) }
  static func diskFull(path: String) -> StoreError { .diskFull(.path(path)) }
  static func vanished(path: String) -> StoreError { .vanished(.path(path)) }
  static func conflict(path: String, copyPath: String?) -> StoreError {
    .conflict(.path(path), copyPath: copyPath)
  }
  static func beingWritten(path: String) -> StoreError { .beingWritten(.path(path)) }
  static func damaged(path: String) -> StoreError { .damaged(.path(path)) }
  static func lateWrite(path: String, copyPath: String?) -> StoreError {
    .lateWrite(.path(path), copyPath: copyPath)
  }
  static func otherHardLinkNotUpdated(path: String) -> StoreError { .otherHardLinkNotUpdated(.path(path)) }
  static func exists(path: String) -> StoreError { .exists(.path(path)) }
}
