"""Another program to drag files from: a window in one color that offers the given files.

    dragsource.py FILE...
"""

from __future__ import annotations

import sys

import gi

gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, Gio, GObject, Gtk  # noqa: E402

#: A color that nothing else on the monitor has.
COLOR = (1, 254, 2)


def main() -> None:
    """Shows the window until the program is ended."""
    application = Gtk.Application()
    application.connect("activate", _show)
    application.run([])


def _show(application: Gtk.Application) -> None:
    window = Gtk.ApplicationWindow(application=application, default_width=160, default_height=120, decorated=False)
    style = Gtk.CssProvider()
    style.load_from_data(f"window {{ background: rgb{COLOR}; }}".encode())
    Gtk.StyleContext.add_provider_for_display(Gdk.Display.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_USER)
    files = Gdk.FileList.new_from_list([Gio.File.new_for_path(path) for path in sys.argv[1:]])
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    source.set_content(Gdk.ContentProvider.new_for_value(GObject.Value(Gdk.FileList, files)))
    window.add_controller(source)
    window.present()


if __name__ == "__main__":
    main()
