"""What all tests share: how hard hypothesis tries."""

from __future__ import annotations

import os

from hypothesis import settings

# No deadline: on a busy machine a slow example is no fault of the code.
settings.register_profile("dev", max_examples=50, deadline=None)
# The same examples in every run, so that a change fails for what it changes.
settings.register_profile("ci", max_examples=100, deadline=None, derandomize=True, print_blob=True)
# As many as a night is long, new ones every time; a failure prints the line that reproduces it.
settings.register_profile("nightly", max_examples=10_000, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))
