"""The log's contracts as pure functions over rows: no files, no SQL, no clocks.

Where each of the six contracts lives:

- model surface replay: `surface` (the fold), `node_order` (positions), `derive` (messages);
- request reconstruction: `request`, with `request_header` and `restore`;
- stream replay: `blocks` (the assembler), `attempts` (what became of each), `committed`;
- crash recovery: `closers`;
- client convergence: `history.live`, outside of this room because it is about pages;
- fork: `lineage.cut` and `lineage.fork`.

What may stand in a log: `validation` (three gates), `message_shape`, `json_rules`, `invariants`.
What it tells besides: `titles`, `statistics`, `inbox`. How payloads are read: `payload`, `views`.
"""
