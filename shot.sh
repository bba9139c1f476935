#!/bin/bash
# shot.sh OUT FILE#frag WIDTH HEIGHT [dark]
chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=$3,$4 ${5:+--blink-settings=preferredColorScheme=0} --virtual-time-budget=4000 --screenshot=$PWD/$1 file://$PWD/$2 >/dev/null 2>&1
