"""Tables on a server: seats and their secrets, storage, clocks, computers, live updates. It asks `play` for every rule."""
