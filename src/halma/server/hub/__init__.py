"""What the processes of a server tell each other: an interface, within one process, and over Redis."""
