import CBuild

/// The application ID, which the build sets. It is also the D-Bus name and the name of the desktop file, the icon and
/// the settings schema.
package let applicationID = String(cString: handspan_application_id())

/// The version shown in the About window and by `handspan --version`.
package let applicationVersion = HANDSPAN_VERSION
