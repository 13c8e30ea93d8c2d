/// Collects several answers, and calls a function once all of them have arrived.
@MainActor
final class Collector<Value: Sendable> {
  private var value: Value
  private var count: Int
  private let done: @MainActor (Value) -> Void

  /// - Parameter count: the number of answers; with none of them, `done` is called at once.
  init(_ value: Value, count: Int, done: @escaping @MainActor (Value) -> Void) {
    (self.value, self.count, self.done) = (value, count, done)
    if count == 0 { done(value) }
  }

  func add(_ change: (inout Value) -> Void) {
    change(&value)
    count -= 1
    if count == 0 { done(value) }
  }
}
