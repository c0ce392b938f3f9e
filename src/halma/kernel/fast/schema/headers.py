"""The C++ side of a schema: enumerations, structs, and the reader that refuses every number out of its bounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from halma.kernel.fast.schema.description import Schema
from halma.kernel.fast.schema.records import Field, Record, Struct, Variant
from halma.kernel.fast.schema.types import WordType, snake_case

WIDTH = 120
NOTE = "// Written by `python -m halma.kernel.fast.schema`; change the schema, not this file."


def headers(schema: Schema) -> dict[str, str]:
    """The text of each generated header by its name."""
    schema.check()
    return {
        "words.hpp": _header(
            "The limits and the enumerations that Python and C++ share.",
            ("<cstddef>", "<cstdint>"),
            schema,
            _words_header(schema),
        ),
        "fields.hpp": _header(
            "The structs that Python writes. What is computed from their fields is added elsewhere.",
            (
                "<array>",
                "<cstdint>",
                "<optional>",
                "<vector>",
                '"../bounded_list.hpp"',
                '"../cells.hpp"',
                '"../seats.hpp"',
                '"words.hpp"',
            ),
            schema,
            _fields_header(schema),
        ),
        "read_fields.hpp": _header(
            "Reads the structs that Python writes, every number within its bounds.",
            ('"../reader.hpp"', f'"{schema.complete}"'),
            schema,
            _reader_header(schema),
        ),
    }


def _header(doc: str, includes: tuple[str, ...], schema: Schema, lines: Iterable[str]) -> str:
    groups = [[f"#include {one}" for one in includes if one.startswith(mark)] for mark in '<"']
    return "\n".join(
        [
            f"// {doc}",
            NOTE,
            "#pragma once",
            "",
            *"\n\n".join("\n".join(group) for group in groups if group).split("\n"),
            "",
            f"namespace {schema.namespace} {{",
            "",
            *lines,
            f"}}  // namespace {schema.namespace}",
            "",
        ]
    )


# ---- enumerations ---------------------------------------------------------------------------------------


def _words_header(schema: Schema) -> Iterator[str]:
    yield "// What compiled rules begin with after their mark: it changes with the schema."
    yield f"inline constexpr std::int32_t schema_digest = 0x{schema.digest:08X};"
    yield ""
    for limit in schema.limits:
        if limit.doc:
            yield f"// {limit.doc}"
        yield f"inline constexpr {limit.storage} {limit.name} = {int(limit)};"
    yield ""
    for words in schema.words:
        if words.doc:
            yield f"// {words.doc}"
        yield from _enumeration(words)
        yield f"constexpr int word_count({words.name}) {{ return {len(words.members)}; }}"
        yield ""


def _enumeration(words: WordType) -> Iterator[str]:
    listed = [name for _, name in words.members]
    line = f"enum class {words.name} : std::uint8_t {{ {', '.join(listed)} }};"
    if len(line) <= WIDTH:
        yield line
        return
    yield f"enum class {words.name} : std::uint8_t {{"
    yield from (f"    {name}," for name in listed)
    yield "};"


# ---- structs --------------------------------------------------------------------------------------------


def _fields_header(schema: Schema) -> Iterator[str]:
    extended = [record.name for record in schema.records if isinstance(record, Struct) and record.extended]
    if extended:
        yield from (f"struct {name};" for name in extended)
        yield ""
    for record in schema.records:
        if record.doc:
            yield f"// {record.doc}"
        yield f"struct {record.base if isinstance(record, Struct) else record.name} {{"
        if isinstance(record, Variant):
            yield f"    {record.words.name} word{record.words.initial};"
        for one in record.fields:
            if one.doc:
                yield f"    // {one.doc}"
            yield f"    {one.type.storage} {one.name}{one.type.initial};"
        if isinstance(record, Struct) and record.listed:
            yield from _visitor(record)
        yield "};"
        yield ""


def _visitor(record: Struct) -> Iterator[str]:
    yield ""
    yield f"    static constexpr std::size_t field_count = {len(record.fields)};"
    yield "    // Calls visit(field) with each field in the order in which Python has them."
    yield "    template <class Visit>"
    yield "    void each_field(Visit visit) const {"
    yield from (f"        visit({one.name});" for one in record.fields)
    yield "    }"


# ---- reading --------------------------------------------------------------------------------------------


def _reader_header(schema: Schema) -> Iterator[str]:
    yield "// How much of everything a game has. Rules bring these numbers with them; for all else they must be given."
    yield "struct Sizes {"
    yield from (f"    int {size.name} = 0;" for size in schema.sizes)
    yield "};"
    yield ""
    yield "class FieldReader {"
    yield "   public:"
    yield "    explicit FieldReader(Reader& in, Sizes sizes = {}) : in_(in), sizes_(sizes) {}"
    yield ""
    for record in schema.records:
        yield f"    {record.storage} read_{snake_case(record.name)}() {{"
        yield f"        {record.storage} into;"
        if isinstance(record, Variant):
            yield from _switch(record)
        else:
            yield from (line for one in record.fields for line in _assignment(record, one, "        "))
        yield "        return into;"
        yield "    }"
        yield ""
    yield "   private:"
    yield "    Reader& in_;"
    yield "    Sizes sizes_;"
    yield "};"
    yield ""


def _assignment(record: Record, one: Field, indent: str) -> Iterator[str]:
    reading = one.type.reading(f"{record.name}.{one.name}")
    line = f"{indent}into.{one.name} = {reading};"
    if len(line) <= WIDTH:
        yield line
        return
    # A line for each list in a list.
    first, *rest = line.split(" [&] {")
    yield first
    for depth, part in enumerate(rest, 1):
        yield f"{indent}{'    ' * depth}[&] {{{part}"


def _switch(record: Variant) -> Iterator[str]:
    yield f'        into.word = in_.word<{record.words.name}>("{record.name}.word");'
    yield "        switch (into.word) {"
    without: list[str] = []
    for case, name in record.words.members:
        label = f"            case {record.words.name}::{name}:"
        if case not in record.cases:
            without.append(label)
            continue
        yield label
        for one in record.cases[case]:
            yield from _assignment(record, one, "                ")
        yield "                break;"
    if without:
        yield from without
        yield "                break;"
    yield "        }"
