"""The rulebook: a page for each game and rule in six languages, for the terminal, for HTML and for print."""
