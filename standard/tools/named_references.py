#!/usr/bin/env python3
"""Writes the table of named character references, from Python's html.entities, as Rust:

    python3 standard/tools/named_references.py > standard/src/parser/tokenizer/named_references/table.rs
"""

from html.entities import html5


def literal(text):
    return '"' + "".join(f"\\u{{{ord(c):X}}}" for c in text) + '"'


print("//! The named character references, made by tools/named_references.py from Python's html.entities.")
print("//!")
print("//! <https://html.spec.whatwg.org/multipage/named-characters.html>")
print()
print("/// Each name, without its `&`, and the characters it stands for; sorted by the names' bytes.")
print(f"pub(super) static NAMED_REFERENCES: [(&str, &str); {len(html5)}] = [")
for name in sorted(html5, key=str.encode):
    print(f'    ("{name}", {literal(html5[name])}),')
print("];")
