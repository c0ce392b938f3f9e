"""Games as tables for Polars, pandas and everything else that speaks Arrow, as files, and as plots.

Tables and plots need `halma[data]`; rows and CSV files do not.
"""

from halma.data.columns import GAME_COLUMNS, PLY_COLUMNS, Column
from halma.data.plots import plot_analysis, plot_lengths, plot_match, plot_scores, plot_training, svg_of
from halma.data.rows import game_rows, ply_rows
from halma.data.tables import games_table, plies_table, write_csv, write_parquet

__all__ = [
    "GAME_COLUMNS",
    "PLY_COLUMNS",
    "Column",
    "game_rows",
    "games_table",
    "plies_table",
    "plot_analysis",
    "plot_lengths",
    "plot_match",
    "plot_scores",
    "plot_training",
    "ply_rows",
    "svg_of",
    "write_csv",
    "write_parquet",
]
