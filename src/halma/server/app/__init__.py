"""A server put together: its settings, its parts, and how it runs."""
