#pragma once

// Cairo, its file surfaces and Pango's Cairo backend: all that painting needs.
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <pango/pangocairo.h>
