import CBuild

/// The application ID, which the build sets. The D-Bus name, desktop file, icon and settings schema have the
/// same name.
let applicationID = String(cString: handspan_application_id())

/// The version shown in the About window and by `handspan --version`.
let applicationVersion = HANDSPAN_VERSION
