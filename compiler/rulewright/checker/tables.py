"""Tables of the game: roll tables and other tables of effects, lookups, relations."""

from __future__ import annotations

from rulewright.checker import calls
from rulewright.checker.cells import Column, codes_of_cell, column_type, columns_of, expand
from rulewright.checker.context import Context
from rulewright.checker.errors.data import BadCell, MissingColumn
from rulewright.checker.errors.wellformed import TableGap, ValueTwice
from rulewright.checker.kinds import printed
from rulewright.checker.parameters import declare_parameters, make_parameters
from rulewright.checker.ranges import n_values
from rulewright.checker.sizes import check_dice
from rulewright.checker.symbols import DieSymbol, TableSymbol
from rulewright.checker.typerefs import is_scalar, resolve_type
from rulewright.checker.types import NumberType, ScalarType
from rulewright.checker.words import counted, listed, text_of
from rulewright.syntax import ast


def make_table(ctx: Context, node: ast.Table) -> TableSymbol | None:
    """A lookup has a type behind `->`; effects are calls, or `nothing`, in the last column; else it is a relation."""
    columns = columns_of(ctx, node.table)
    if columns is None:
        return None
    if node.result is not None:
        return _lookup(ctx, node, node.result, columns)
    if is_effect_table(node):
        return _effects(ctx, node, columns)
    return _relation(ctx, node, columns)


def is_effect_table(node: ast.Table) -> bool:
    """Whether the last column of a table without an answer says what is done."""
    if node.result is not None:
        return False
    last = [item for row in node.table.rows if row.cells for item in row.cells[-1].items]
    return node.on is not None or any(isinstance(item, ast.Call | ast.Nothing) for item in last)


def _keys(
    ctx: Context, node: ast.Table, columns: list[Column], types: list[ScalarType]
) -> list[tuple[int, tuple[int, ...]]] | None:
    rows: list[list[list[int]]] = [[] for _ in node.table.rows]
    right = True
    for column, type_ in zip(columns, types, strict=False):
        for row, cell in zip(rows, column.cells, strict=True):
            found = codes_of_cell(ctx, cell, type_, column)
            right = right and found is not None
            row.append(found or [])
    return expand(rows) if right else None


def _parameter_types(ctx: Context, node: ast.Table) -> list[ScalarType] | None:
    types = [resolve_type(ctx, parameter.type) for parameter in node.parameters]
    scalars = [each for each in types if each is not None and is_scalar(each)]
    if len(scalars) == len(types):
        return scalars
    if None not in types:
        ctx.report(MissingColumn(
            span=node.name.span, name=node.name.text, given="a parameter that is no single value",
            needed="players, values, kinds or numbers",
        ))
    return None


def _each_once(
    ctx: Context, node: ast.Table, keys: list[tuple[int, tuple[int, ...]]], types: list[ScalarType]
) -> bool:
    first: dict[tuple[int, ...], int] = {}
    for number, key in keys:
        other = first.setdefault(key, number)
        if other != number:
            told = ", ".join(printed(type_, code) for type_, code in zip(types, key, strict=True))
            rows = node.table.rows
            ctx.report(ValueTwice(
                span=rows[number].span, table=node.name.text, value=told, also=((rows[other].span, "here first"),)
            ))
            return False
    return True


def _lookup(ctx: Context, node: ast.Table, result: ast.Type, columns: list[Column]) -> TableSymbol | None:
    types = _parameter_types(ctx, node)
    answer = resolve_type(ctx, result)
    if types is None or answer is None:
        return None
    if not is_scalar(answer) or len(columns) != len(types) + 1:
        ctx.report(MissingColumn(
            span=node.name.span, name=node.name.text, given=counted(len(columns), "column"),
            needed=f"{counted(len(types), 'column')} for what it is asked, and one for the answer, a single value",
        ))
        return None
    keys = _keys(ctx, node, columns, [*types, answer])
    if keys is None:
        return None
    asked = [(number, key[:-1]) for number, key in keys]
    if not _each_once(ctx, node, asked, types) or not _total(ctx, node, {key for _, key in asked}, types):
        return None
    values = {key[:-1]: key[-1] for _, key in keys}
    params = make_parameters(ctx, node.parameters)
    if params is None:
        return None
    return TableSymbol(node.name.text, params, tuple(types), answer, (), values, {}, {}, {}, node)


def _total(ctx: Context, node: ast.Table, keys: set[tuple[int, ...]], types: list[ScalarType]) -> bool:
    """Whether each combination has a row; up to six that have none are told."""
    total = 1
    for type_ in types:
        total *= n_values(type_)
    if len(keys) == total:
        return True
    missing: list[str] = []
    for number in range(total):
        key: list[int] = []
        for type_ in reversed(types):
            number, code = divmod(number, n_values(type_))
            key.insert(0, code + (type_.lo if isinstance(type_, NumberType) else 0))
        if tuple(key) not in keys:
            missing.append(", ".join(printed(type_, code) for type_, code in zip(types, key, strict=True)))
        if len(missing) > 6:
            break
    ctx.report(TableGap(span=node.name.span, table=node.name.text, missing=listed(missing) or ""))
    return False


def _relation(ctx: Context, node: ast.Table, columns: list[Column]) -> TableSymbol | None:
    types = _parameter_types(ctx, node)
    if types is None:
        return None
    if len(columns) != len(types):
        ctx.report(MissingColumn(
            span=node.name.span, name=node.name.text, given=counted(len(columns), "column"),
            needed=f"{len(types)}, one for each of its values in brackets",
        ))
        return None
    keys = _keys(ctx, node, columns, types)
    if keys is None or not _each_once(ctx, node, keys, types):
        return None
    rows = tuple(key for _, key in keys)
    params = make_parameters(ctx, node.parameters)
    return None if params is None else TableSymbol(
        node.name.text, params, tuple(types), None, rows, {}, {}, {}, {}, node
    )


# ---------------------------------------------------------------- effects
def _effects(ctx: Context, node: ast.Table, columns: list[Column]) -> TableSymbol | None:
    """The first column is what is looked up, the last what is done; a column between them prints the result."""
    if len(columns) < 2:
        ctx.report(MissingColumn(
            span=node.name.span, name=node.name.text, given=counted(len(columns), "column"),
            needed="one for what is looked up and one for the effect",
        ))
        return None
    key = _key_type(ctx, node, columns[0])
    params = make_parameters(ctx, node.parameters)
    if key is None or params is None:
        return None
    keys = _keys(ctx, node, columns[:1], [key])
    if keys is None or not _each_once(ctx, node, keys, [key]):
        return None
    if node.on is not None and not _total(ctx, node, {code for _, code in keys}, [key]):
        return None
    with ctx.scopes.block(f"`table {node.name.text}`"):
        declare_parameters(ctx, node.parameters)
        effects = [_effect(ctx, cell, columns[-1]) for cell in columns[-1].cells]
    results = {
        code[0]: item.string
        for number, code in keys
        for column in columns[1:-1]
        for item in column.cells[number].items
        if isinstance(item, ast.Quoted)
    }
    return TableSymbol(
        node.name.text, params, (key,), None, (), {},
        {code[0]: effects[number] for number, code in keys}, results,
        {code[0]: node.table.rows[number].span for number, code in keys}, node,
    )


def _key_type(ctx: Context, node: ast.Table, column: Column) -> ScalarType | None:
    match node.on:
        case ast.Dice(count, sides):
            return NumberType(count, count * sides) if check_dice(ctx, node.on) else None
        case ast.Name(text):
            die = ctx.symbol(text, node.on)
            if isinstance(die, DieSymbol):
                ctx.refs[id(node.on)] = die
                return die.type
            calls.report_no_die(ctx, node.on)
            return None
    wanted = ctx.looked_up.get(node.name.text)
    if wanted is not None and column.heading.type is None:
        return wanted
    found = column_type(ctx, column)
    if found is None or is_scalar(found):
        return found
    ctx.report(BadCell(
        span=column.heading.span, what="none stands", column=column.name, needed="a row is found by a value"
    ))
    return None


def _effect(ctx: Context, cell: ast.Cell, column: Column) -> ast.Expr | None:
    if len(cell.items) == 1:
        match cell.items[0]:
            case ast.Nothing():
                return None
            case ast.Call() as call:
                calls.check_effect(ctx, call)
                return call
            case ast.Name() as name:
                calls.check_effect(ctx, name)
                return name
    what = f"`{text_of(cell)}` stands" if cell.items else "nothing stands"
    ctx.report(BadCell(
        span=cell.span, what=what, column=column.name,
        needed="an effect is one procedure with its brackets, or `nothing`",
    ))
    return None
