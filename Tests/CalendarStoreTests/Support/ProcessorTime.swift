import Foundation

/// What some work gives, and how many seconds of this thread alone it takes, so that a busy machine makes no difference.
func processorTime<Result>(_ work: () throws -> Result) rethrows -> (result: Result, seconds: Double) {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  let result = try work()
  return (result, now() - start)
}
