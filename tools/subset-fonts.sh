#!/usr/bin/env bash
# Writes web/src/ui/fonts: subsets of each font with the weights and features that the page uses, so
# that fonts load quickly. Run it after an update of the font packages. It needs fontTools with
# Brotli (Debian: apt-get install fonttools python3-brotli).
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# subset NAME FEATURES: weights 400 to 600, every character, no hinting
subset() {
  pyftsubset "node_modules/@fontsource-variable/$1/files/$1-latin-wght-normal.woff2" --unicodes='*' \
    --layout-features="$2" --no-hinting --output-file="$work/$1.ttf"
  fonttools varLib.instancer "$work/$1.ttf" wght=400:600 --output="$work/$1-narrow.ttf"
  fonttools ttLib.woff2 compress -o "web/src/ui/fonts/$1.woff2" "$work/$1-narrow.ttf"
}

subset inter kern,mark,mkmk,ccmp,locl,calt,tnum
subset newsreader kern,mark,mkmk,liga,rvrn,tnum,pnum
subset jetbrains-mono mark,mkmk,ccmp,locl
