"""What all tests share."""

from hypothesis import settings

# Two workers on two cores make single examples slow now and then; a deadline would only make tests flaky.
settings.register_profile("halma", deadline=None, max_examples=60)
settings.load_profile("halma")
