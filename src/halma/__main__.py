"""`python -m halma` is the `halma` command."""

from halma.cli import main

if __name__ == "__main__":
    main()
