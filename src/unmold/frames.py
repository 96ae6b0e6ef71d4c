"""Arrow tables as DataFrames of pandas and Polars, each imported when it is used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unmold.errors import UsageError

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa


def arrow_to_pandas(table: pa.Table) -> pd.DataFrame:
    """A table as a DataFrame of pandas; whole numbers with gaps stay whole numbers."""
    try:
        import pandas as pd
    except ImportError as error:
        raise _missing("pandas") from error
    import pyarrow as pa

    nullable = {
        pa.int8(): pd.Int8Dtype(),
        pa.int32(): pd.Int32Dtype(),
        pa.int64(): pd.Int64Dtype(),
        pa.bool_(): pd.BooleanDtype(),
    }
    return table.to_pandas(types_mapper=nullable.get, date_as_object=False)


def arrow_to_polars(table: pa.Table) -> pl.DataFrame:
    """A table as a DataFrame of Polars."""
    try:
        import polars as pl
    except ImportError as error:
        raise _missing("polars") from error
    frame = pl.from_arrow(table)
    assert isinstance(frame, pl.DataFrame)
    return frame


def _missing(package: str) -> UsageError:
    return UsageError(
        f"to_{package} needs a package that is not installed: {package}",
        hint=f"pip install {package}",
    )
