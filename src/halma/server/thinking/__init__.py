"""Computers at tables, hints and analyses: thought of in processes of their own, never where moves are acknowledged."""
