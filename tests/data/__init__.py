"""Tables, files and plots of games."""
