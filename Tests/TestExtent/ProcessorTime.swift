import Foundation

/// Returns the result of some work and the CPU time that this thread needed for it, in seconds. Unlike the
/// elapsed time, the CPU time does not depend on the load of the machine.
package func processorTime<Result>(
  _ work: () throws -> Result
) rethrows -> (result: Result, seconds: Double) {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  let result = try work()
  return (result, now() - start)
}
