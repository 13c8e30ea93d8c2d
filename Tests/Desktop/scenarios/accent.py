"""The accent color of the desktop, which libadwaita has supported since version 1.6."""

from __future__ import annotations

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio  # noqa: E402

from checks.calendars import Calendar  # noqa: E402

from .keys import focus  # noqa: E402
from .registry import KEYS, scenario  # noqa: E402
from .stage import Stage  # noqa: E402

#: libadwaita's blue and orange.
_BLUE, _ORANGE = (0x35, 0x84, 0xE4), (0xED, 0x5B, 0x00)
_SCHEMA = "org.gnome.desktop.interface"


#: The event has a color of its own, because the first color that is assigned to a calendar is libadwaita's blue.
_CALENDAR = Calendar().add("Review", "10:00", "11:00", "COLOR:darkmagenta")
#: A user's style sheet with an orange accent color. The program draws with the same named colors as libadwaita.
_STYLE_SHEET = "@define-color accent_bg_color #ed5b00;\n@define-color accent_color #ed5b00;\n"


@scenario(KEYS, pictures=True)
def painted_parts_have_the_accent_color_of_the_style_sheet(stage: Stage) -> None:
    style_sheet = stage.folder / "settings" / "gtk-4.0" / "gtk.css"
    style_sheet.parent.mkdir(parents=True)
    style_sheet.write_text(_STYLE_SHEET)
    stage.open(_CALENDAR, environment={"XDG_CONFIG_HOME": str(stage.folder / "settings")})
    focus(stage, "Review")
    stage.expect_soon(lambda: stage.picture().bounds(_ORANGE), "nothing is painted in the accent color of the style sheet")
    stage.expect(not stage.picture().bounds(_BLUE), "something is painted in libadwaita's accent color")


@scenario(KEYS, pictures=True)
def painted_parts_follow_the_accent_color(stage: Stage) -> None:
    """Changes the setting of the desktop while the program is running. Before GNOME 47, there is no such setting, and the accent
    color is libadwaita's blue, whatever the settings file says."""
    schema = Gio.SettingsSchemaSource.get_default().lookup(_SCHEMA, True)
    has_setting = schema is not None and schema.has_key("accent-color")
    keyfile = stage.folder / "settings" / "glib-2.0" / "settings" / "keyfile"
    keyfile.parent.mkdir(parents=True)
    keyfile.write_text(f"[{_SCHEMA.replace('.', '/')}]\naccent-color='{'blue' if has_setting else 'orange'}'\n")
    stage.open(_CALENDAR, environment={
        "GSETTINGS_BACKEND": "keyfile", "XDG_CONFIG_HOME": str(stage.folder / "settings"), "ADW_DISABLE_PORTAL": "1"})
    focus(stage, "Review")
    if not has_setting:
        stage.expect_soon(lambda: stage.picture().bounds(_BLUE), "nothing is painted in libadwaita's accent color")
        stage.expect(not stage.picture().bounds(_ORANGE), "something is painted in a color that libadwaita does not know")
        return
    stage.precondition(stage.becomes_true(lambda: stage.picture().bounds(_BLUE)), "nothing is painted in the accent color")
    stage.expect(not stage.picture().bounds(_ORANGE), "something is orange from the start")

    def becomes_orange() -> bool:
        # The file is written at each attempt, because the program may overwrite it with its own settings.
        keyfile.write_text(f"[{_SCHEMA.replace('.', '/')}]\naccent-color='orange'\n")
        return stage.picture().bounds(_ORANGE) is not None

    stage.expect_soon(becomes_orange, "nothing becomes orange")
    stage.expect_soon(lambda: not stage.picture().bounds(_BLUE), "something is still blue")
