#pragma once

// Everything required for painting: Cairo, its PDF and SVG surfaces, and Pango's Cairo backend.
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <pango/pangocairo.h>
