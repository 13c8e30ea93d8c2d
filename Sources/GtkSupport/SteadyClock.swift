import CGtk

/// A monotonic clock, which is unaffected by changes to the system time.
package enum SteadyClock {
  /// The current time in seconds.
  package static var seconds: Double { Double(g_get_monotonic_time()) / 1_000_000 }
}
