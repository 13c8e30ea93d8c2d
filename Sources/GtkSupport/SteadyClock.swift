import CGtk

/// A clock that only goes on, whatever is done to that of the system.
package enum SteadyClock {
  /// Its present time in seconds.
  package static var seconds: Double { Double(g_get_monotonic_time()) / 1_000_000 }
}
