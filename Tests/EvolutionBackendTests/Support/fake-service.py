#!/usr/bin/python3
"""Evolution Data Server with one calendar in memory.

Like versions 3.51.3 to 3.54.2 and 3.55.0, it adds SCHEDULE-AGENT=CLIENT to the people of each component that is written
with the flag DISABLE_ITIP_MESSAGE.

    fake-service.py BUS-ADDRESS FOLDER

It writes the flags of each write to FOLDER/flags, one per line, and the calendar to FOLDER/calendar.
"""

import re
import sys

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

PREFIX = "org.gnome.evolution.dataserver."
DISABLE_ITIP_MESSAGE = 16
INTERFACES = Gio.DBusNodeInfo.new_for_xml(
    f"""
<node>
  <interface name="org.freedesktop.DBus.ObjectManager">
    <method name="GetManagedObjects"><arg type="a{{oa{{sa{{sv}}}}}}" direction="out"/></method>
  </interface>
  <interface name="{PREFIX}CalendarFactory">
    <method name="OpenCalendar">
      <arg type="s" direction="in"/><arg type="s" direction="out"/><arg type="s" direction="out"/>
    </method>
  </interface>
  <interface name="{PREFIX}Calendar">
    <method name="Open"><arg type="as" direction="out"/></method>
    <method name="Refresh"/>
    <method name="GetView"><arg type="s" direction="in"/><arg type="o" direction="out"/></method>
    <method name="GetObjectList"><arg type="s" direction="in"/><arg type="as" direction="out"/></method>
    <method name="GetTimezone"><arg type="s" direction="in"/><arg type="s" direction="out"/></method>
    <method name="AddTimezone"><arg type="s" direction="in"/></method>
    <method name="CreateObjects">
      <arg type="as" direction="in"/><arg type="u" direction="in"/><arg type="as" direction="out"/>
    </method>
    <method name="ModifyObjects">
      <arg type="as" direction="in"/><arg type="s" direction="in"/><arg type="u" direction="in"/>
    </method>
    <property name="Writable" type="b" access="read"/>
    <property name="Online" type="b" access="read"/>
  </interface>
  <interface name="{PREFIX}CalendarView">
    <method name="SetFlags"><arg type="u" direction="in"/></method>
    <method name="Start"/>
  </interface>
</node>"""
)

connection = Gio.DBusConnection.new_for_address_sync(
    sys.argv[1],
    Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION,
    None,
    None,
)
folder = sys.argv[2]
components = {}
zones = {}
versions = 0


def store(texts, flags):
    """Stores components, and returns their UIDs."""
    global versions
    uids = []
    for text in texts:
        uid = re.search(r"^UID:(.*?)\r?$", text, re.M).group(1)
        recurrence = re.search(r"^RECURRENCE-ID[^:]*:(.*?)\r?$", text, re.M)
        text = re.sub(r"^X-EVOLUTION-CALDAV-ETAG:.*\r?\n", "", text, flags=re.M)
        if flags & DISABLE_ITIP_MESSAGE:
            text = re.sub(r"^(ORGANIZER|ATTENDEE)", r"\1;SCHEDULE-AGENT=CLIENT", text, flags=re.M)
        versions += 1
        text = text.replace("END:VEVENT", f"X-EVOLUTION-CALDAV-ETAG:{versions}\r\nEND:VEVENT")
        components[uid, recurrence.group(1) if recurrence else ""] = text
        uids.append(uid)
    with open(f"{folder}/flags", "a") as file:
        file.write(f"{flags}\n")
    with open(f"{folder}/calendar", "w", newline="") as file:
        file.write("".join(components.values()))
    return uids


def matching(query):
    uids = re.findall(r'\(uid\? "((?:[^"\\]|\\.)*)"\)', query)
    return [text for (uid, _), text in components.items() if query == "#t" or uid in uids]


def source():
    data = "[Data Source]\nDisplayName=Fake\nEnabled=true\n\n[Calendar]\nBackendName=caldav\n"
    values = {"UID": "fake", "Data": data, "ConnectionStatus": "connected"}
    return {PREFIX + "Source": {name: GLib.Variant("s", value) for name, value in values.items()}}


def call(_connection, _sender, _path, _interface, method, parameters, invocation):
    arguments = parameters.unpack()
    results = {
        "GetManagedObjects": lambda: GLib.Variant("(a{oa{sa{sv}}})", ({"/source": source()},)),
        "OpenCalendar": lambda: GLib.Variant("(ss)", ("/calendar", connection.get_unique_name())),
        "Open": lambda: GLib.Variant("(as)", ([],)),
        "GetView": lambda: GLib.Variant("(o)", ("/view",)),
        "GetObjectList": lambda: GLib.Variant("(as)", (matching(*arguments),)),
        "CreateObjects": lambda: GLib.Variant("(as)", (store(*arguments),)),
        "ModifyObjects": lambda: store(arguments[0], arguments[2]) and None,
    }
    if method == "GetTimezone":
        return invocation.return_dbus_error(
            "org.gtk.GDBus.UnmappedGError.Quark._e_2dcal_2dclient_2derror_2dquark.Code1", "not found"
        )
    invocation.return_value(results.get(method, lambda: None)())


def value(*_arguments):
    return GLib.Variant("b", True)


for path, interface in [
    ("/org/gnome/evolution/dataserver/SourceManager", "org.freedesktop.DBus.ObjectManager"),
    ("/org/gnome/evolution/dataserver/CalendarFactory", PREFIX + "CalendarFactory"),
    ("/calendar", PREFIX + "Calendar"),
    ("/view", PREFIX + "CalendarView"),
]:
    connection.register_object(path, INTERFACES.lookup_interface(interface), call, value, None)
for name in ["Sources5", "Calendar8"]:
    Gio.bus_own_name_on_connection(connection, PREFIX + name, Gio.BusNameOwnerFlags.NONE, None, None)
GLib.MainLoop().run()
