"""Learning to play: games to learn from, training, files, and matches that show whether it was worth it.

The steps in their order: `self_play` plays games, `train` makes a net of them (PyTorch), `export` writes it into a
file, `gate` lets it play. Each keeps what it has made in a `LearningRun`, a folder. See `docs/training.md`.
"""
