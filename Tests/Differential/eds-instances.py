#!/usr/bin/python3
"""Computes instances of events with Evolution Data Server, including events whose DTSTART does not match their rule.

    Tests/Differential/eds-instances.py Tests/Data/eds-instances.txt > new.txt

Development only; needs python3-gi and gir1.2-ecal-2.0, but no running server. Every paragraph of the file contains the
properties of an event. They are printed unchanged, followed by a line INSTANCES with the result of
ECal.recur_generate_instances_sync in the time zone of DTSTART. Comments are kept; those in the first paragraph state
the version of Evolution Data Server.
"""

import sys

import gi

gi.require_version("ECal", "2.0")
gi.require_version("ICalGLib", "3.0")
from gi.repository import ECal, ICalGLib  # noqa: E402

FROM, TO = "19900101T000000Z", "20500101T000000Z"


def instances(properties):
    text = "\r\n".join(["BEGIN:VEVENT", "UID:1", *properties, "DURATION:PT1H", "END:VEVENT", ""])
    if ";VALUE=DATE:" in properties[0]:
        text = text.replace("DURATION:PT1H", "DURATION:P1D")
    starts = []

    def collect(_component, start, _end, *_rest):
        starts.append(start.as_ical_string().rstrip("Z"))
        return True

    def find_zone(name, *_rest):
        return ICalGLib.Timezone.get_builtin_timezone(name)

    ECal.recur_generate_instances_sync(
        ICalGLib.Component.new_from_string(text),
        ICalGLib.Time.new_from_string(FROM),
        ICalGLib.Time.new_from_string(TO),
        collect,
        None,
        find_zone,
        None,
        ICalGLib.Timezone.get_utc_timezone(),
        None,
    )
    return starts


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        paragraphs = file.read().strip().split("\n\n")
    results = []
    for paragraph in paragraphs:
        lines = [line for line in paragraph.split("\n") if not line.startswith("INSTANCES:")]
        properties = [line for line in lines if not line.startswith("#")]
        if properties:
            lines.append("INSTANCES:" + ",".join(instances(properties)))
        results.append("\n".join(lines))
    print("\n\n".join(results))


if __name__ == "__main__":
    main()
