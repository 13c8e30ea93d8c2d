/// Something in a file that was skipped, could not be read, or is against RFC 5545.
public struct StoreProblem: Hashable, Sendable {
  /// What a problem is.
  public enum What: Hashable, Sendable {
    /// Something in the file, in English, for whoever writes such files.
    case text(String)
    /// The file as a whole.
    case error(StoreError)
  }

  /// The file.
  public var path: String
  /// The line, from 1; nil if it concerns the whole file.
  public var line: Int?
  /// What it is.
  public var what: What
  /// Whether something is not shown for it, or not as it was meant; else it was understood all the same.
  public var isLoss: Bool

  /// That problem at that place.
  public init(path: String, line: Int? = nil, _ what: What, isLoss: Bool = true) {
    self.path = path
    self.line = line
    self.what = what
    self.isLoss = isLoss
  }
}
