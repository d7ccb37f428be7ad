"""A tool round: invoices that are a cent off, found, fixed and tested."""

# ruff: noqa: E501 (the stories keep their long lines)

from __future__ import annotations

from samples.teller import Teller, bash, edit, grep, read, todo, web_fetch, write

CWD = "/home/mira/code/ledgerly"
RULES = """# Working on ledgerly

- Money is `Decimal`. A float that touches an amount is a bug.
- Every fix comes with a test that failed before it.
- Public functions carry types; run `make lint` before you are done.
- Commit messages say why, not what."""
BEFORE = '''
from ledgerly.models import Invoice, Line


def line_tax(line: Line) -> float:
    """Tax of one line, rounded to cents."""
    return round(line.quantity * line.unit_price * line.vat_rate, 2)


def invoice_tax(invoice: Invoice) -> float:
    return sum(line_tax(line) for line in invoice.lines)


def gross(invoice: Invoice) -> float:
    net = sum(line.quantity * line.unit_price for line in invoice.lines)
    return round(net + invoice_tax(invoice), 2)
'''
AFTER = '''
from collections import defaultdict
from decimal import ROUND_HALF_UP, Decimal

from ledgerly.models import Invoice, Line

CENT = Decimal("0.01")


def net(line: Line) -> Decimal:
    return Decimal(line.quantity) * line.unit_price


def invoice_tax(invoice: Invoice) -> Decimal:
    """VAT of an invoice: summed by rate, each sum rounded once, half away from zero."""
    by_rate: dict[Decimal, Decimal] = defaultdict(Decimal)
    for line in invoice.lines:
        by_rate[line.vat_rate] += net(line)
    return sum((_cents(total * rate) for rate, total in by_rate.items()), Decimal())


def gross(invoice: Invoice) -> Decimal:
    return _cents(sum(map(net, invoice.lines), Decimal())) + invoice_tax(invoice)


def _cents(amount: Decimal) -> Decimal:
    return amount.quantize(CENT, ROUND_HALF_UP)
'''
TEST = """
from decimal import Decimal

import pytest

from ledgerly.models import Invoice, Line
from ledgerly.tax import gross, invoice_tax


def invoice(*lines: tuple[int, str, str]) -> Invoice:
    return Invoice([Line(n, Decimal(price), Decimal(rate)) for n, price, rate in lines])


def test_forty_small_lines_are_rounded_once() -> None:
    assert invoice_tax(invoice(*[(1, "0.33", "0.19")] * 40)) == Decimal("2.51")


@pytest.mark.parametrize(("price", "tax"), [("0.50", "0.04"), ("2.50", "0.18"), ("-0.50", "-0.04")])
def test_half_a_cent_goes_away_from_zero(price: str, tax: str) -> None:
    assert invoice_tax(invoice((1, price, "0.07"))) == Decimal(tax)


def test_rates_are_kept_apart() -> None:
    mixed = invoice((3, "1.99", "0.19"), (1, "4.49", "0.07"))
    assert gross(mixed) == Decimal("11.90")
"""


def build() -> Teller:
    log = Teller("session-5b0e4c1a-7d2f-4a86-9c35-1e8f02d6b7a4", cwd=CWD, started="2026-07-14T09:12:04+00:00")
    _find(log)
    _fix(log)
    _migrate(log)
    _explain(log)
    return log


def _find(log: Teller) -> None:
    log.user(
        "A customer with forty small lines on one invoice says our VAT is **eleven cents** too low. "
        "The tax office form wants `2.51`, we print `2.40`. Please find out which of the two is right, "
        "and why we differ."
    )
    log.instructions("AGENTS.md", RULES)
    log.snapshot(environment="Linux, Python 3.12, git branch main, working tree clean")
    log.title("Invoices with many lines are cents off", by="provider")
    log.tools(
        [
            grep(
                r"round\(|vat_rate", "ledgerly/",
                [
                    "ledgerly/tax.py:6:    return round(line.quantity * line.unit_price * line.vat_rate, 2)",
                    "ledgerly/tax.py:15:    return round(net + invoice_tax(invoice), 2)",
                    "ledgerly/models.py:21:    vat_rate: float",
                    "ledgerly/export/datev.py:58:        rate = line.vat_rate",
                ],
            ),
            read(CWD, "ledgerly/tax.py", BEFORE),
        ],
        thinking="Two suspects: where the rounding happens, and floats. 40 lines of 0.33 at 19 % come to "
        "13.20 net; 19 % of that is 2.508, so 2.51. Rounding each line gives 0.0627 -> 0.06, times 40 "
        "is 2.40, which is exactly what we print. I should see the code before I say so.",
        text="I'll look at where tax is rounded.",
    )  # fmt: skip
    log.tool(
        "bash",
        {"command": "python scripts/replay_invoice.py 2026-0711 --explain"},
        "lines   net   rate  tax exact  tax rounded\n"
        "1-40   0.33   0.19     0.0627         0.06\n"
        "----------------------------------------\n"
        "sum of rounded lines          2.40   <- printed\n"
        "rounded sum                   2.51   <- expected by the form",
        text="The rule that is applied is `round(...)` on every line. I'll replay the customer's invoice to "
        "see how much that adds up to.",
        took_ms=1310,
    )
    log.tools(
        [
            web_fetch(
                "https://tax.example/guides/rounding",
                """
# Rounding of value added tax

Either method is allowed, **but one invoice uses one method**:

| method | what is rounded | typical for |
| --- | --- | --- |
| vertical | the sum for each tax rate | invoices |
| horizontal | every line | tills |

Half a cent is rounded away from zero.
""",
            )
        ],
        thinking="Need the rule itself, not my memory of it.",
    )
    log.assistant(
        """The form is right, and so is the customer.

1. `line_tax` rounds **every line**; the form rounds **once for each rate**. Both are lawful, but our \
own PDF footer already says "VAT by rate", so the two halves of one invoice disagree.
2. Amounts are `float`. That is not the cause today, yet `round(0.035, 2)` gives `0.04` and \
`round(2.675, 2)` gives `2.67`, so half cents fall either way.

| | sum of rounded lines | rounded sum |
| --- | ---: | ---: |
| this invoice | 2.40 | **2.51** |
| 40 lines of 0.34 | 2.40 | **2.58** |

Shall I move the whole of `tax.py` to `Decimal` and round by rate?"""
    ).end_turn()


def _fix(log: Teller) -> None:
    log.later(6.5).user("Yes, both. Test first, please, and keep `gross()` where it is.")
    plan = [
        "Write tests for rounding by rate and half cents",
        "Move tax.py to Decimal",
        "Models: Decimal fields",
        "Check the DATEV export",
    ]
    log.tools([todo(list(zip(plan, ["in_progress", "pending", "pending", "pending"])))])
    log.tools([write(CWD, "tests/test_tax.py", TEST)], text="The tests first; they should fail.")
    log.tools(
        [
            bash(
                "python -m pytest -q tests/test_tax.py",
                """FFFFF                                                                    [100%]
____________________ test_forty_small_lines_are_rounded_once ____________________
E   TypeError: unsupported operand type(s) for *: 'decimal.Decimal' and 'float'
ledgerly/tax.py:6: TypeError
=========================== short test summary info ============================
FAILED tests/test_tax.py::test_forty_small_lines_are_rounded_once
FAILED tests/test_tax.py::test_half_a_cent_goes_away_from_zero[0.50-0.04]
FAILED tests/test_tax.py::test_half_a_cent_goes_away_from_zero[2.50-0.18]
FAILED tests/test_tax.py::test_half_a_cent_goes_away_from_zero[-0.50--0.04]
FAILED tests/test_tax.py::test_rates_are_kept_apart
5 failed in 0.18s""",
                code=1,
                took_ms=940,
            )
        ]
    )
    log.tools(
        [
            edit(CWD, "ledgerly/tax.py", BEFORE, AFTER),
            edit(
                CWD, "ledgerly/models.py",
                "    quantity: int\n    unit_price: float\n    vat_rate: float",
                "    quantity: int\n    unit_price: Decimal\n    vat_rate: Decimal",
            ),
        ],
        thinking="Group by rate, sum the net, multiply once, quantize once. ROUND_HALF_UP in decimal is "
        "away from zero, which is what the guide asks for, also for the credit note.",
        text="They fail for the right reason. Now the code: group by rate, round each sum once.",
    )  # fmt: skip
    log.tools(
        [
            bash("python -m pytest -q", "." * 48 + "  [100%]\n148 passed in 2.07s", took_ms=2610),
            bash(
                "make lint",
                "ruff check .\nAll checks passed!\nmypy ledgerly\nSuccess: no issues found in 31 source files",
            ),
        ]
    )
    log.tools([todo(list(zip(plan, ["completed", "completed", "completed", "in_progress"])))])
    log.assistant(
        """Done so far. `invoice_tax` now reads:

```python
by_rate: dict[Decimal, Decimal] = defaultdict(Decimal)
for line in invoice.lines:
    by_rate[line.vat_rate] += net(line)
return sum((_cents(total * rate) for rate, total in by_rate.items()), Decimal())
```

All **148 tests** pass, five of them new. The DATEV export still reads `vat_rate` as a float; that is next."""
    ).end_turn()


def _migrate(log: Teller) -> None:
    log.later(2.2).user("Go on with the export. What happens to the invoices that are already stored?")
    log.tools(
        [
            read(
                CWD, "ledgerly/export/datev.py",
                """
        rate = line.vat_rate
        key = TAX_KEYS[f"{rate:.2f}"]
        rows.append([amount(line), key, line.account])
    return rows
""", offset=58, total=74,
            ),
            bash("sqlite3 var/ledger.db 'select typeof(unit_price), count(*) from line group by 1'",
                 "real|48210\ntext|0"),
        ],
        thinking="Stored amounts are REAL. Decimal(0.1) from a float keeps the binary error, so go over repr.",
    )  # fmt: skip
    log.tools(
        [
            write(
                CWD, "migrations/0031_amounts_as_text.sql",
                """
-- Amounts become text, so that what was typed is what is stored.
ALTER TABLE line RENAME TO line_old;
CREATE TABLE line (
    id INTEGER PRIMARY KEY,
    invoice INTEGER NOT NULL REFERENCES invoice (id),
    quantity INTEGER NOT NULL,
    unit_price TEXT NOT NULL CHECK (unit_price GLOB '*[0-9].[0-9][0-9]'),
    vat_rate TEXT NOT NULL
) STRICT;
INSERT INTO line SELECT id, invoice, quantity, printf('%.2f', unit_price), printf('%.2f', vat_rate)
FROM line_old;
DROP TABLE line_old;
""",
            ),
            bash("python -m ledgerly.migrate --dry-run",
                 "0031_amounts_as_text: 48210 rows, 0 differ after the round trip", took_ms=3820),
        ],
        text="Stored amounts are `REAL`. A migration to text is safe if every value survives the round trip; "
        "the dry run says so.",
    )  # fmt: skip
    log.assistant(
        """Nothing that was sent changes:

- **Stored lines** get exact text amounts; the dry run compared all 48,210 rows, none differs.
- **Printed invoices** keep the total that was printed (`invoice.total` is its own column).
- **New invoices**, and drafts, are rounded by rate.

> If you ever need the old totals explained, `scripts/replay_invoice.py --explain --method line` still \
computes them.

The migration is written and *not* applied. Apply it with `python -m ledgerly.migrate`."""
    ).end_turn()


def _explain(log: Teller) -> None:
    log.later(14).user(
        "Perfect. Two sentences for the customer, please: one in English, one in Chinese. 谢谢 🙏"
    )
    log.assistant(
        """**English.** You were right: we rounded the tax of every single line, and from now on we round \
once for each tax rate, so invoice 2026-0711 comes to €2.51 of VAT and a corrected copy is on its way.

**中文。** 您说得对：我们之前对每一行分别四舍五入，现在改为按税率合计后只舍入一次，因此 2026-0711 号发票的增值税为 \
2.51 欧元，更正后的发票将随后寄出。"""
    ).end_turn()
