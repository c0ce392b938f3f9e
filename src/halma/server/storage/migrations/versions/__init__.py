"""One file per step; a step that was shipped is never changed."""
