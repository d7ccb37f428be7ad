"""A long session that was compacted, and an answer that ran into its limit after it."""

# ruff: noqa: E501 (the stories keep their long lines)

from __future__ import annotations

from samples.teller import Teller, bash, edit, glob, read, web_search, write

CWD = "/home/noor/code/fernhouse"
SENSOR = """
def read_moisture(adc):
    raw = adc.read_u16()
    return 100 - raw * 100 // 65535
"""
MEDIAN = """
def read_moisture(adc, samples=9):
    \"\"\"Percent of moisture: the median of a few samples, between the dry and the wet mark.\"\"\"
    raws = sorted(adc.read_u16() for _ in range(samples))
    raw = raws[samples // 2]
    dry, wet = CALIBRATION[adc.pin]
    return max(0, min(100, (dry - raw) * 100 // (dry - wet)))
"""


def build() -> Teller:
    log = Teller("session-2a90f5d8-66e3-4b7c-a1d4-d35b7fe81c02", cwd=CWD, started="2026-07-05T06:58:20+00:00")
    log.user(
        "The moisture readings of the fern beds jump between 31 % and 58 % within a minute. "
        "Nobody waters that fast. Where does the noise come from?"
    )
    log.title("Moisture readings jump", by="provider")
    log.tools(
        [
            glob("**/*.py", ["main.py", "lib/sensors.py", "lib/radio.py", "tools/plot.py"]),
            read(CWD, "lib/sensors.py", SENSOR),
        ]
    )
    log.tools(
        [
            bash(
                "python tools/plot.py --text logs/2026-07-04.csv",
                """bed  pump  min  median  max  spread
A    off    41      43   45       4
A    ON     29      44   60      31   <-
B    off    38      39   41       3
B    ON     27      40   57      30   <-""",
            )
        ],
        text="The code takes a single sample. Let me see when the jumps happen.",
    )
    log.assistant(
        """Every wild value falls into a time when the **pump** runs. It shares the 5 V rail with the probes, \
and one sample is taken at any moment, also in the middle of a dip.

Two remedies, and I would take both:

- *software*: the median of nine samples;
- *hardware*: a 470 µF capacitor beside the probes."""
    ).end_turn()
    log.later(21).user(
        "Capacitor is in. Do the median, and calibrate each bed: dry/wet marks are in notes.md"
    )
    log.tools(
        [
            read(
                CWD,
                "notes.md",
                "# Marks\n\nbed A (pin 26): dry 52100, wet 20300\nbed B (pin 27): dry 50800, wet 19900",
            ),
            edit(CWD, "lib/sensors.py", SENSOR, MEDIAN),
            write(CWD, "lib/calibration.py", "CALIBRATION = {26: (52100, 20300), 27: (50800, 19900)}\n"),
        ]
    )
    log.tools(
        [bash("mpremote run main.py --once", "bed A  43 %\nbed B  40 %\nuptime 00:00:07", took_ms=7200)]
    )
    log.assistant(
        "Both beds read steadily now: `43 %` and `40 %`, spread over ten runs at most **1 %**. 🌿"
    ).end_turn()
    log.compaction(
        """## Where we are

- Noise came from the pump on the shared 5 V rail; a capacitor is fitted.
- `lib/sensors.py` takes the median of nine samples and uses `CALIBRATION` by pin.
- Both beds read steadily (43 % and 40 %).

## Open

Nothing. The next wish is an alarm by radio.""",
        keep=1,
    )
    log.later(190).user(
        "Next: an alarm by radio when a bed stays under 25 % for an hour. What would you send?"
    )
    log.tools(
        [
            web_search(
                "LoRa payload small alarm message duty cycle 868 MHz",
                [
                    ("Airtime of small payloads", "https://radio.example/airtime", "12 bytes at SF9: 165 ms"),
                    (
                        "Duty cycle in the 868 band",
                        "https://radio.example/duty",
                        "1 %, that is 36 s in an hour",
                    ),
                ],
            )
        ],
        thinking="Keep it tiny: bed, value, minutes, counter. Six bytes.",
    )
    log.assistant(
        """Six bytes are enough, about 0.15 s of airtime:

| byte | meaning |
| ---: | --- |
| 0 | version and bed |
| 1 | moisture, percent |
| 2-3 | minutes under the mark |
| 4-5 | counter, so that a repeat is seen |

```python
import struct

def alarm(bed: int, percent: int, minutes: int, counter: int) -> bytes:
    return struct.pack(">BBHH", 0x10 | bed, percent, min(minutes, 0xFFFF), counter & 0xFFFF)
```"""
    ).end_turn()
    log.later(4).user("Write the whole handbook page for it, with every case.")
    log.max_tokens(
        """# Alarm by radio

## When it is sent

A bed that stays under 25 % for 60 minutes sends one alarm, then one every six hours, until it has been \
over 30 % for ten minutes. The two marks differ on purpose: at a single mark the alarm would flicker.

## What the gateway does

1. It checks the counter and drops repeats.
2. It looks the bed up in `beds.toml`.
3. It writes a line to the"""
    )
    log.later(1).user("Shorter. Three sentences.")
    log.assistant(
        "A bed under 25 % for an hour sends a six-byte alarm, repeated every six hours. It ends once the bed "
        "has been over 30 % for ten minutes. The gateway drops repeats by their counter."
    ).end_turn()
    return log
