#!/usr/bin/env python3
"""Prints random recurrence rules with the starts that python-dateutil computes for them.

    Tests/Differential/recurrence.py [COUNT [SEED]] > rules.txt
    HANDSPAN_DIFFERENTIAL=rules.txt swift test --filter DifferentialTests

Development only; needs python-dateutil. Each line has a rule that RFC 5545 allows, DTSTART, the end of the time
range and the starts before it (the first LIMIT of them), separated by bars. Where dateutil is known to interpret the
RFC differently from Handspan, this script computes the starts from dateutil's result for a simpler rule, and the line
begins with the name of the difference; docs/decisions/recurrence.md explains each. Handspan must find the
same starts for every line.
"""

import itertools
import random
import signal
import sys
from datetime import date, datetime, time, timedelta

from dateutil import rrule

LIMIT = 40
NAMES = ["YEARLY", "MONTHLY", "WEEKLY", "DAILY", "HOURLY", "MINUTELY", "SECONDLY"]
DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
# The time range for rules of each frequency.
HORIZON = [
    timedelta(days=days) for days in (40 * 365, 20 * 365, 8 * 365, 4 * 365, 60, 3, 0.15)
]


class Rule:
    """A random rule. Values are as in the RFC, except that BYDAY has pairs of a number (or None) and a weekday."""

    def __init__(self, rng):
        self.freq = rng.choices(range(7), weights=[6, 5, 4, 3, 2, 2, 1])[0]
        self.start = datetime(rng.randint(1985, 2045), rng.randint(1, 12), rng.randint(1, 28)) + timedelta(
            days=rng.randint(0, 5), hours=rng.randint(0, 23), minutes=rng.randint(0, 59), seconds=rng.choice([0, 0, 0, 5, 59])
        )
        self.interval = 1 if rng.random() < 0.5 else rng.choice([2, 2, 3, 4, 5, 7, 10, 12, 18, 25, 90])
        self.wkst = rng.randint(0, 6) if rng.random() < 0.4 else 0
        self.by = {}
        name = NAMES[self.freq]

        within_day = self.freq > NAMES.index("DAILY")

        def sample(values, maximum, value_of_start=None):
            # Without the value of DTSTART, a rule with FREQ below DAILY could match nothing for months, which dateutil
            # searches second by second.
            chosen = rng.choices(values, k=rng.randint(1, maximum))
            return sorted(set(chosen + ([value_of_start] if within_day and value_of_start is not None else [])))

        def signed(limit):
            return [n for n in range(-limit, limit + 1) if n]

        if rng.random() < 0.3:
            self.by["BYMONTH"] = sample(range(1, 13), 4, self.start.month)
        if name == "YEARLY" and rng.random() < 0.2:
            self.by["BYWEEKNO"] = sample(signed(53), 4)
        if name not in ("DAILY", "WEEKLY", "MONTHLY") and rng.random() < 0.12:
            self.by["BYYEARDAY"] = sample(signed(366), 12, self.start.timetuple().tm_yday)
        if name != "WEEKLY" and rng.random() < 0.3:
            self.by["BYMONTHDAY"] = sample(signed(31), 8, self.start.day)
        if rng.random() < 0.4:
            numbers = [None]
            if name in ("YEARLY", "MONTHLY") and "BYWEEKNO" not in self.by:
                maximum = 5 if name == "MONTHLY" or "BYMONTH" in self.by else 53
                numbers = rng.choice([[None], signed(maximum), [None, None] + signed(5)])
            days = {(rng.choice(numbers), rng.randint(0, 6)) for _ in range(rng.randint(1, 4))}
            if within_day:
                days.add((None, self.start.weekday()))
            self.by["BYDAY"] = sorted(days, key=lambda d: (d[0] or 0, d[1]))
        chance = 0.15 if name in ("YEARLY", "MONTHLY", "WEEKLY") else 0.35
        if rng.random() < chance:
            self.by["BYHOUR"] = sample(range(24), 5, self.start.hour)
        if rng.random() < chance:
            self.by["BYMINUTE"] = sample(range(60), 4, self.start.minute)
        if rng.random() < chance:
            self.by["BYSECOND"] = sample(range(60), 3)
        if self.by and rng.random() < 0.25:
            self.by["BYSETPOS"] = sample(signed(2 if within_day else rng.choice([2, 3, 3, 6, 20])), 3, 1)
        self.count = rng.randint(1, 60) if rng.random() < 0.25 else None
        self.until = None
        if self.count is None and rng.random() < 0.25:
            self.until = self.start + HORIZON[self.freq] * (rng.random() * 0.5)
            self.until = self.until.replace(microsecond=0)

    def __str__(self):
        parts = ["FREQ=" + NAMES[self.freq]]
        if self.interval != 1:
            parts.append(f"INTERVAL={self.interval}")
        if self.count:
            parts.append(f"COUNT={self.count}")
        if self.until:
            parts.append("UNTIL=" + stamp(self.until))
        if self.wkst:
            parts.append("WKST=" + DAYS[self.wkst])
        for name, values in self.by.items():
            texts = [f"{number or ''}{DAYS[weekday]}" for number, weekday in values] if name == "BYDAY" else map(str, values)
            parts.append(f"{name}={','.join(texts)}")
        return ";".join(parts)

    @property
    def end(self):
        return self.start + HORIZON[self.freq]

    def arguments(self):
        """The parts of the rule as keyword arguments of dateutil."""
        by = {name.lower(): values for name, values in self.by.items() if name != "BYDAY"}
        if "BYDAY" in self.by:
            by["byweekday"] = [rrule.weekday(weekday, number) if number else rrule.weekday(weekday) for number, weekday in self.by["BYDAY"]]
        return by

    def starts_by_dateutil(self):
        return self.expand_with_dateutil(self.freq, self.arguments(), self.start, self.interval)

    def expand_with_dateutil(self, freq, arguments, start, interval):
        try:
            yield from rrule.rrule(
                freq, dtstart=start, interval=interval, wkst=self.wkst, until=self.last_moment(), **arguments
            )
        except ValueError:
            return  # dateutil raises this error if a rule never matches.

    def last_moment(self):
        end = self.end - timedelta(seconds=1)
        return min(self.until, end) if self.until else end

    def starts_by_rfc(self):
        """The starts, and the name of the expected difference from dateutil, or None."""
        name = NAMES[self.freq]
        arguments = self.arguments()
        reason = None
        if name == "YEARLY" and not self.by.keys() & {"BYMONTH", "BYWEEKNO", "BYYEARDAY", "BYDAY"}:
            if "BYMONTHDAY" in self.by:
                reason = "month-of-start"
                arguments["bymonth"] = [self.start.month]
        numbers = [number for number, _ in self.by.get("BYDAY", [])]
        if None in numbers and any(numbers):
            reason = "numbered-and-plain-weekdays"
            maximum = 5 if name == "MONTHLY" or "BYMONTH" in self.by else 53
            arguments["byweekday"] = [
                rrule.weekday(weekday, ordinal) for number, weekday in self.by["BYDAY"] for ordinal in ([number] if number else range(1, maximum + 1))
            ]
        if "BYWEEKNO" in self.by:
            return self.starts_by_weeks(arguments), "week-numbering-years"
        if name == "WEEKLY" and "BYSETPOS" in self.by:
            return self.starts_by_period(rrule.DAILY, arguments, self.week_ordinal), "positions-in-the-first-week"
        return self.expand_with_dateutil(self.freq, arguments, self.start, self.interval), reason

    def starts_by_weeks(self, arguments):
        """The starts of a rule with BYWEEKNO: expands days, and assigns each to its week-numbering year."""
        del arguments["byweekno"]
        if not self.by.keys() & {"BYDAY", "BYMONTHDAY", "BYYEARDAY"}:
            arguments["byweekday"] = [rrule.weekday(self.start.weekday())]

        def matches(moment):
            week, weeks = self.week_number_and_count(moment.date())
            return week in self.by["BYWEEKNO"] or week - weeks - 1 in self.by["BYWEEKNO"]

        return self.starts_by_period(rrule.DAILY, arguments, self.week_year, matches)

    def name_of_week_difference(self, moments, limit):
        """The name of the difference from dateutil for a rule with BYWEEKNO."""
        arguments = self.arguments()
        if not self.by.keys() & {"BYDAY", "BYMONTHDAY", "BYYEARDAY"}:
            arguments["byweekday"] = [rrule.weekday(self.start.weekday())]
        starts = self.expand_with_dateutil(self.freq, arguments, self.start, self.interval)
        if moments == list(itertools.islice(starts, limit)):
            return "weekday-of-start"
        return "week-numbering-years" if self.interval > 1 or "BYSETPOS" in self.by else "weeks-at-new-year"

    def starts_by_period(self, freq, arguments, key, matches=lambda moment: True):
        """The starts, grouped into periods by `key`: applies INTERVAL and BYSETPOS without dateutil."""
        positions = arguments.pop("bysetpos", None)
        arguments.setdefault("byhour", [self.start.hour])
        arguments.setdefault("byminute", [self.start.minute])
        arguments.setdefault("bysecond", [self.start.second])
        if key == self.week_ordinal:
            arguments.setdefault("byweekday", [rrule.weekday(self.start.weekday())])
        before = self.start - timedelta(days=800 if key == self.week_year else 7)
        after = self.end + timedelta(days=800 if key == self.week_year else 7)
        moments = rrule.rrule(freq, dtstart=before, wkst=self.wkst, until=after, **arguments)
        groups = [(period, list(members)) for period, members in itertools.groupby(filter(matches, moments), key=key)]
        first = key(self.start)
        if key == self.week_year:
            start_matches = any(
                moment.date() == self.start.date() for period, members in groups if period == first for moment in members
            )
            first = first if start_matches else self.start.year
        for period, members in groups:
            if (period - first) % self.interval:
                continue
            if positions:
                indices = {position - 1 if position > 0 else len(members) + position for position in positions}
                members = [moment for index, moment in enumerate(members) if index in indices]
            yield from (moment for moment in members if self.start <= moment <= self.last_moment())

    def week_ordinal(self, moment):
        return (moment.date().toordinal() - 1 - self.wkst) // 7

    def week_year(self, moment):
        day = moment.date()
        year = day.year
        if day < self.first_week_start(year):
            return year - 1
        return year + 1 if day >= self.first_week_start(year + 1) else year

    def first_week_start(self, year):
        fourth = date(year, 1, 4)
        return fourth - timedelta(days=(fourth.weekday() - self.wkst) % 7)

    def week_number_and_count(self, day):
        year = self.week_year(datetime.combine(day, time()))
        first, end = self.first_week_start(year), self.first_week_start(year + 1)
        return (day - first).days // 7 + 1, (end - first).days // 7


def stamp(moment):
    return moment.strftime("%Y%m%dT%H%M%S")


class TooSlow(Exception):
    pass


def raise_too_slow(*_):
    raise TooSlow


def output_line(rule):
    """The line that is printed for a rule."""
    limit = min(LIMIT, rule.count or LIMIT)
    moments, reason = rule.starts_by_rfc()
    moments = list(itertools.islice(moments, limit))
    if reason and moments == list(itertools.islice(rule.starts_by_dateutil(), limit)):
        reason = None
    if reason == "week-numbering-years":
        reason = rule.name_of_week_difference(moments, limit)
    return "|".join([reason or "", str(rule), stamp(rule.start), stamp(rule.end), ",".join(map(stamp, moments))])


def output_line_unless_slow(rule):
    """The line that is printed for a rule, or None if dateutil takes too long: if a rule never matches, dateutil searches
    until the year 9999."""
    seconds = 0.5 if "BYWEEKNO" in rule.by else 0.05
    try:
        # The timer repeats because Python ignores an exception that is raised in a destructor.
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds)
        text = output_line(rule)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        return text
    except TooSlow:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        return None


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    rng = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 5545)
    signal.signal(signal.SIGVTALRM, raise_too_slow)
    slow_count = 0
    while count:
        text = output_line_unless_slow(Rule(rng))
        if text is None:
            slow_count += 1
        else:
            print(text)
            count -= 1
    print(f"{slow_count} rules were omitted because dateutil is too slow for them.", file=sys.stderr)


if __name__ == "__main__":
    main()
