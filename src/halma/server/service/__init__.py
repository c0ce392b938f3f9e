"""Tables in use: loaded, changed by one path, and told to everybody who looks at them."""
