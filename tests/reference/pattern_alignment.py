"""Matrix alignment and compression as they are described: a real matrix, with blanks."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby, pairwise

Cell = tuple[int, int]
Row = tuple[list[Cell], bool]
Entry = tuple[str, int, bool, bool, list[Cell]]


def span_of(symbol: int, columns: Sequence[Sequence[int]]) -> int:
    """The most distinct symbols between two consecutive occurrences in a column, plus one."""
    spans = [0]
    for column in columns:
        places = [place for place, other in enumerate(column) if other == symbol]
        for one, next_one in pairwise(places):
            spans.append(len(set(column[one + 1 : next_one])) + 1)
    return max(spans)


class Matrix:
    """Columns of symbols that are shifted down; None is a blank."""

    def __init__(self, columns: Sequence[Sequence[int]], is_data: Sequence[bool]) -> None:
        self.symbols = columns
        self.is_data = is_data
        # A cell is the position in its column, so that equal symbols differ.
        self.columns: list[list[int | None]] = [list(range(len(column))) for column in columns]
        self.variant_rows: set[int] = set()

    def symbol(self, column: int, row: int) -> int | None:
        cells = self.columns[column]
        position = cells[row] if row < len(cells) else None
        return None if position is None else self.symbols[column][position]

    def row(self, row: int) -> dict[int, int]:
        symbols = {column: self.symbol(column, row) for column in range(len(self.columns))}
        return {column: symbol for column, symbol in symbols.items() if symbol is not None}

    def height(self) -> int:
        return max((len(column) for column in self.columns), default=0)

    def shift(self, column: int, row: int, by: int) -> None:
        self.columns[column][row:row] = [None] * by

    def first_rule(self, row: int) -> bool:
        for column, symbol in self.row(row).items():
            seen = [above for above in range(row) if symbol in self.row(above).values()]
            if seen and row - seen[-1] < span_of(symbol, self.symbols):
                self.shift(column, row, 1)
                return True
        return False

    def second_rule(self, row: int) -> bool:
        best: tuple[int, int] | None = None
        for column, symbol in self.row(row).items():
            for below in range(row + 1, self.height()):
                others = {c: s for c, s in self.row(below).items() if c != column}
                if symbol in others.values():
                    best = min(best or (below, column), (below, column))
                    break
        if best is not None:
            self.shift(best[1], row, best[0] - row)
        return best is not None

    def fourth_rule(self, row: int) -> None:
        cells = self.row(row)
        counts = Counter(cells.values())
        kept = max(counts, key=lambda symbol: counts[symbol])
        for column in range(len(self.columns)):
            self.shift(column, row + 1 if cells.get(column) == kept else row, 1)

    def align_row(self, row: int) -> None:
        while len(set(self.row(row).values())) > 1:
            if self.first_rule(row) or self.second_rule(row):
                continue
            if all(self.is_data[symbol] for symbol in self.row(row).values()):
                self.variant_rows.add(row)
            else:
                self.fourth_rule(row)
            return


def align_slowly(columns: Sequence[Sequence[int]], is_data: Sequence[bool]) -> list[Row]:
    """The aligned rows; neighbouring rows of blanks are one."""
    matrix = Matrix(columns, is_data)
    row = 0
    while row < matrix.height():
        matrix.align_row(row)
        row += 1
    rows: list[Row] = []
    for row in range(matrix.height()):
        cells = [(c, p) for c in matrix.row(row) if (p := matrix.columns[c][row]) is not None]
        if cells or (rows and rows[-1][0]):
            rows.append((cells, row in matrix.variant_rows))
    while rows and not rows[-1][0]:
        rows.pop()
    return rows


def compress_slowly(
    columns: Sequence[Sequence[int]], structures: Sequence[int], is_data: Sequence[bool]
) -> list[Entry]:
    """The entries of the compressed matrix."""
    entries: list[Entry] = []
    variants = iter(range(1 << 30))

    def symbols(cells: list[Cell]) -> list[int]:
        return [columns[column][position] for column, position in cells]

    def run_of(numbered: tuple[int, Row]) -> tuple[str, int]:
        """Rows with the same key are compressed together; all others are by themselves."""
        number, (cells, is_variant) = numbered
        if cells and not is_variant and len(cells) < len(columns):
            return "run", structures[symbols(cells)[0]]
        return "single", number

    rows = align_slowly(columns, is_data)
    for (kind, _), group in groupby(enumerate(rows), key=run_of):
        members = list(group)
        cells = sorted(cell for _, (cells, _) in members for cell in cells)
        if not cells:
            continue
        is_variant = members[0][1][1] or (
            len(set(symbols(cells))) > 1 and is_data[symbols(cells)[0]]
        )
        per_column = Counter(column for column, _ in cells)
        is_set = kind == "run" and max(per_column.values()) > 1
        is_optional = len(per_column) < len(columns)
        if is_variant:
            symbol = ("variant", next(variants))
        elif len(set(symbols(cells))) > 1:
            symbol = ("structure", structures[symbols(cells)[0]])
        else:
            symbol = ("exact", symbols(cells)[0])
        entries.append((*symbol, is_set, is_optional, cells))
    return entries
