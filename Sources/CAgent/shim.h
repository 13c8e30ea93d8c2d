#pragma once

// GLib's main loop and D-Bus, and its descriptors and signals of Unix.
#include <gio/gio.h>
#include <glib-unix.h>

// Timers and the allocator's settings, which Swift's Glibc module does not include.
#include <malloc.h>
#include <sys/timerfd.h>
#include <unistd.h>

// Returns a descriptor that becomes readable at a moment of the wall clock, or -1. Reading it fails with ECANCELED if the
// clock was set.
static inline int cagent_timer(void) { return timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK); }

// Sets the moment, in seconds since 1970.
static inline int cagent_set_timer(int timer, long seconds) {
  struct itimerspec moment = {.it_value = {.tv_sec = seconds, .tv_nsec = seconds > 0 ? 0 : 1}};
  if (seconds < 0) moment.it_value.tv_sec = 0;
  return timerfd_settime(timer, TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET, &moment, NULL);
}

// Lets all threads allocate from one arena, so that what one of them frees is not kept for it.
static inline void cagent_use_one_arena(void) { mallopt(M_ARENA_MAX, 1); }
