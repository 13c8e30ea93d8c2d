import CGtk
import GtkSupport

/// The desktop's settings for online accounts, in which the user signs in.
@MainActor
enum AccountSettings {
  private static let program = "gnome-control-center"

  /// Opens the settings.
  ///
  /// - Returns: whether the settings could be opened; false if the desktop has no such settings.
  static func open() -> Bool {
    guard let path = g_find_program_in_path(program) else { return false }
    g_free(path)
    guard
      let application = g_app_info_create_from_commandline(
        "\(program) online-accounts", nil, G_APP_INFO_CREATE_NONE, nil)
    else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(application)) }
    // With this context, the desktop brings the settings to the front.
    let context = gdk_display_get_app_launch_context(gdk_display_get_default())
    defer { g_object_unref(UnsafeMutableRawPointer(context)) }
    return g_app_info_launch(application, nil, context.map { UnsafeMutablePointer($0) }, nil) != 0
  }
}
