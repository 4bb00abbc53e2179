"""Where things are kept: types to ranges and names, state to slots and zones, tables to constant arrays."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from rulewright.checker import symbols as sym
from rulewright.checker import types as ty
from rulewright.ir import nodes as ir
from rulewright.ir.values import in_language
from rulewright.lower.context import Context


def value_type(ctx: Context, type_: object) -> ir.ValueType:
    """The range and the printed names of a scalar type (or an optional one: its last name is `none`)."""
    match type_:
        case ty.BoolType():
            return ir.ValueType("yes or no", 0, 1, ("no", "yes"))
        case ty.NumberType(lo, hi):
            return ir.ValueType("number", lo, hi)
        case ty.EnumType(name, members) | ty.KindType(name, members) | ty.FaceType(name, members):
            return ir.ValueType(name, 0, len(members) - 1, members, texts_of(ctx, name))
        case ty.PlayerType(members):
            return ir.ValueType("Player", 0, len(members) - 1, members, texts_of(ctx, "Player"))
        case ty.ThingType(_, kind, _):
            return value_type(ctx, kind)
        case ty.OptionalType(inner):
            base = value_type(ctx, inner)
            if base.names is None:
                names = (*(str(value) for value in range(base.lo, base.hi + 1)), "none")
                return ir.ValueType("number or none", base.lo, base.hi + 1, names)
            texts = {language: (*values, None) for language, values in base.texts.items()}
            return ir.ValueType(f"{base.name} or none", base.lo, base.hi + 1, (*base.names, "none"), texts)
    raise AssertionError(type_)


def texts_of(ctx: Context, name: str) -> dict[str, tuple[str | None, ...]]:
    symbol = ctx.book.symbols.get(name)
    if isinstance(symbol, sym.KindsSymbol):
        return {
            language: tuple(_told_apart(ctx, symbol, texts, kind, language) for kind in range(len(texts)))
            for language, texts in symbol.texts.items()
        }
    if isinstance(symbol, sym.EnumSymbol):
        return dict(symbol.texts) | {
            language: texts for language, words in ctx.words.items() if any(texts := _worded(symbol, language, words))
        }
    return {}


def _worded(symbol: sym.EnumSymbol, language: str, words: Mapping[str, str]) -> tuple[str | None, ...]:
    """The printed name of each value: what its own column says, else the table of words."""
    members = symbol.type.members
    own = symbol.texts.get(language, (None,) * len(members))
    return tuple(text or words.get(member) for member, text in zip(members, own, strict=True))


def _told_apart(
    ctx: Context, symbol: sym.KindsSymbol, texts: tuple[str | None, ...], kind: int, language: str
) -> str | None:
    """A row that stands for several kinds has one printed name: what tells them apart is said behind it."""
    text = texts[kind]
    if text is None or texts.count(text) == 1:
        return text
    alike = [other for other, name in enumerate(symbol.rows) if name == symbol.rows[kind]]
    telling = [
        in_language(value_type(ctx, column.type), column.values[kind], language)
        for name, column in symbol.attributes.items()
        if name not in ("name", "copies") and len({column.values[other] for other in alike}) > 1
    ]
    return f"{text} ({', '.join(telling)})" if telling else text


def size_of(type_: object) -> int:
    """The number of values of a scalar type."""
    match type_:
        case ty.BoolType():
            return 2
        case ty.NumberType(lo, hi):
            return hi - lo + 1
        case ty.EnumType(_, members) | ty.KindType(_, members) | ty.FaceType(_, members):
            return len(members)
        case ty.PlayerType(members):
            return len(members)
        case ty.ThingType(_, kind, _):
            return len(kind.members)
        case ty.OptionalType(inner):
            return size_of(inner) + 1
    raise AssertionError(type_)


def low_of(type_: object) -> int:
    """The least code of a scalar type: 0, or the lower end of a range of numbers."""
    match type_:
        case ty.NumberType(lo, _):
            return lo
        case ty.OptionalType(inner):
            return low_of(inner)
    return 0


def declare_constants(ctx: Context) -> None:
    """Attribute tables of enumerations, kinds and dice; lookups and relations; params that have an index, or that the
    scope leaves open; readings."""
    for symbol in ctx.book.symbols.values():
        match symbol:
            case sym.EnumSymbol() | sym.KindsSymbol():
                for column in symbol.attributes.values():
                    _table(ctx, f"{symbol.name}.{column.name}", (len(column.values),), column.values, column.varies)
                if isinstance(symbol, sym.KindsSymbol):
                    _kind_set(ctx, symbol)
            case sym.DieSymbol():
                _table(ctx, f"{symbol.name}.weight", (len(symbol.weights),), symbol.weights)
                for column in symbol.attributes.values():
                    _table(ctx, f"{symbol.name}.{column.name}", (len(column.values),), column.values)
            case sym.ParamSymbol() if symbol.index or symbol.varies is not None:
                dims = tuple(size_of(index) for index in symbol.index)
                lows = tuple(low_of(index) for index in symbol.index)
                varies = () if symbol.varies is None else (symbol.varies,) * len(symbol.values)
                ctx.tables[symbol.name] = ir.Table(symbol.name, dims, symbol.values, lows, varies)
            case sym.TableSymbol():
                _lookup_table(ctx, symbol)
            case sym.ReadingSymbol():
                node = symbol.node
                ctx.readings[symbol.name] = ir.ReadingInfo(
                    symbol.name,
                    symbol.type.members,
                    texts(node.notes),
                    tuple(texts(option.notes) for option in node.options),
                    cites(node.notes),
                    node.span,
                )
            case _:
                pass
    n = len(ctx.book.players.members)
    seats = tuple((start + i) % n for start in range(n) for i in range(n + 1))
    ctx.tables["seat"] = ir.Table("seat", (n, n + 1), seats, (0, 0))
    back = tuple((start - i) % n for start in range(n) for i in range(n + 1))
    ctx.tables["seat back"] = ir.Table("seat back", (n, n + 1), back, (0, 0))


def _table(
    ctx: Context, name: str, dims: tuple[int, ...], values: tuple[int, ...],
    varies: tuple[tuple[int, int], ...] = (),
) -> None:
    ctx.tables[name] = ir.Table(name, dims, values, (0,) * len(dims), varies)


def _kind_set(ctx: Context, symbol: sym.KindsSymbol) -> None:
    ctx.kinds[symbol.name] = ir.KindSet(
        symbol.name,
        value_type(ctx, symbol.type),
        symbol.copies,
        {name: f"{symbol.name}.{name}" for name in symbol.attributes},
        {name: value_type(ctx, column.type) for name, column in symbol.attributes.items()},
    )


def _lookup_table(ctx: Context, symbol: sym.TableSymbol) -> None:
    dims = tuple(size_of(key) for key in symbol.keys)
    lows = tuple(low_of(key) for key in symbol.keys)
    values = [0] * prod(dims)

    def position(key: tuple[int, ...]) -> int:
        result = 0
        for cell, dim, low in zip(key, dims, lows, strict=True):
            result = result * dim + cell - low
        return result

    if symbol.result is not None:
        for key, value in symbol.values.items():
            values[position(key)] = value
    elif not symbol.effects:
        for key in symbol.rows:
            values[position(key)] = 1
    else:
        return
    ctx.tables[symbol.name] = ir.Table(symbol.name, dims, tuple(values), lows)


def declare_state(ctx: Context) -> None:
    """The slots and zones of the game, in the order of the text."""
    for symbol in ctx.book.symbols.values():
        if isinstance(symbol, sym.StateSymbol) and symbol.procedure is None:
            declare_variable(ctx, symbol, symbol.name, ir.Life.GAME)


def declare_variable(ctx: Context, symbol: sym.StateSymbol, name: str, life: ir.Life) -> None:
    """One state variable: a slot for each cell-like part (`x.field` for records), or a zone."""
    dims = tuple(size_of(index) for index in symbol.index)
    dim_types = tuple(value_type(ctx, index) for index in symbol.index)
    match symbol.type:
        case ty.BagType() | ty.ListType(ty.KindType() | ty.ThingType()):
            ctx.zones[name] = _zone(ctx, symbol, name, life, dims, dim_types)
        case ty.SetType(element):
            bits = (*dims, size_of(element))
            slot_type = ir.ValueType("yes or no", 0, 1, ("no", "yes"))
            ctx.slots[name] = ir.Slot(
                name, life, bits, 0, 1, (0,) * prod(bits), slot_type, (*dim_types, value_type(ctx, element)),
                symbol.node.span, is_set=True,
            )
        case ty.RecordType(_, fields):
            for field_name, field_type in fields:
                _slot(ctx, f"{name}.{field_name}", life, dims, dim_types, field_type, None, symbol)
        case _:
            _slot(ctx, name, life, dims, dim_types, symbol.type, symbol.initial, symbol)


def _slot(
    ctx: Context,
    name: str,
    life: ir.Life,
    dims: tuple[int, ...],
    dim_types: tuple[ir.ValueType, ...],
    type_: object,
    initial: tuple[int, ...] | None,
    symbol: sym.StateSymbol,
) -> None:
    shown = value_type(ctx, type_)
    start = initial if initial is not None else (shown.lo,) * prod(dims)
    ctx.slots[name] = ir.Slot(
        name, life, dims, shown.lo, shown.hi, start, shown, dim_types, symbol.node.span, starts_as=symbol.starts_as
    )


def _zone(
    ctx: Context,
    symbol: sym.StateSymbol,
    name: str,
    life: ir.Life,
    dims: tuple[int, ...],
    dim_types: tuple[ir.ValueType, ...],
) -> ir.Zone:
    type_ = symbol.type
    assert isinstance(type_, ty.BagType | ty.ListType)
    element = type_.element
    assert isinstance(element, ty.KindType | ty.ThingType)
    kind = element.kind if isinstance(element, ty.ThingType) else element
    kinds = ctx.kinds[kind.name]
    entries = prod(dims)
    bounded = type_.at_most is not None and not (isinstance(type_, ty.ListType) and type_.pile)
    if isinstance(type_, ty.ListType):
        form = ir.Form.LIST
    elif isinstance(element, ty.ThingType):
        form = ir.Form.MARKED
    else:
        form = ir.Form.BAG
    everything = sum(total_copies(ctx, kind.name))
    if form is ir.Form.BAG:
        capacity = max(total_copies(ctx, kind.name), default=0)
        bounded = False
    else:
        capacity = type_.at_most if type_.at_most is not None else everything
    full = kinds.copies if symbol.starts_full else (0,) * len(kinds.copies)
    sights = {"owner": ir.Sight.OWNER, "nobody": ir.Sight.NOBODY}
    sight = sights.get(symbol.seen_by or "", ir.Sight.NOBODY if symbol.starts_full else ir.Sight.ALL)
    owners = [i for i, index in enumerate(symbol.index) if _is_player(index)]
    return ir.Zone(
        name, life, dims, kind.name, form, capacity, marks_of(ctx, element), (full,) * entries, sight,
        owners[0] if owners else None, symbol.others_see, bounded, dim_types, symbol.node.span,
    )


def _is_player(type_: object) -> bool:
    return isinstance(type_, ty.PlayerType) or (
        isinstance(type_, ty.OptionalType) and isinstance(type_.inner, ty.PlayerType)
    )


def total_copies(ctx: Context, kinds: str) -> tuple[int, ...]:
    """How many of each kind the game holds: one set for every entry of every zone that starts full."""
    sets = 0
    for symbol in ctx.book.symbols.values():
        if isinstance(symbol, sym.StateSymbol) and symbol.starts_full:
            element = symbol.type.element if isinstance(symbol.type, ty.BagType | ty.ListType) else None
            kind = element.kind if isinstance(element, ty.ThingType) else element
            if isinstance(kind, ty.KindType) and kind.name == kinds:
                sets += prod(size_of(index) for index in symbol.index)
    return tuple(copies * sets for copies in ctx.kinds[kinds].copies)


def marks_of(ctx: Context, element: ty.KindType | ty.ThingType) -> tuple[ir.Mark, ...]:
    if isinstance(element, ty.KindType):
        return ()
    record = ctx.book.symbols[element.name]
    assert isinstance(record, sym.RecordSymbol)
    marks = []
    for name, index, type_ in element.marks:
        dims = tuple(size_of(part) for part in index)
        shown = value_type(ctx, type_)
        start = record.initial.get(name)
        marks.append(ir.Mark(name, dims, shown.lo, shown.hi, start or (shown.lo,) * prod(dims), shown))
    return tuple(marks)


def texts(notes: object) -> dict[str, str]:
    """The `text` sentences of a block by language; one without a language stands under `en`."""
    result: dict[str, str] = {}
    for text in getattr(notes, "texts", ()):
        result.setdefault(text.language or "en", text.string)
    return result


def cites(notes: object) -> tuple[str, ...]:
    return tuple(cite.passage for cite in getattr(notes, "cites", ()))


def rests(notes: object) -> tuple[str, ...]:
    return tuple(name.text for name in getattr(notes, "rests", ()))


def size(ctx: Context, ref: ir.ZoneRef) -> ir.Expr:
    """How much lies in a zone."""
    zone = ctx.zones[ref.zone]
    most = sum(total_copies(ctx, zone.kinds)) if zone.form is ir.Form.BAG else zone.capacity
    return ir.Size(ref, most)
