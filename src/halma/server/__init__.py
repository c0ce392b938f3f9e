"""Tables on a server: seats and their secrets, storage, clocks, computers. It asks `play` for every rule."""
