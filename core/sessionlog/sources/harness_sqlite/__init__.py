"""The harness's own database as a source: schema 17, read only (spec 01 section 11).

A session in a database has the path `<database>/<encoded session id>`, as if the database were a
folder; that is what it is known by in lists, imports and libraries.
"""
