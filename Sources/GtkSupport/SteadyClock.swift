import CGtk

/// A clock that only goes on, whatever is done to that of the system.
public enum SteadyClock {
  /// Its present time in seconds.
  public static var seconds: Double { Double(g_get_monotonic_time()) / 1_000_000 }
}
