#!/usr/bin/env bash
# A Chromium for the browser tests: the machine's own, else Debian's, else Playwright's.
set -euo pipefail
for name in "${MEUSE_CHROMIUM:-chromium}" chromium-browser google-chrome; do
  if command -v "$name" >/dev/null; then exit 0; fi
done
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
else
  "$(dirname "$0")/../.venv/bin/playwright" install chromium
fi
