"""The algorithms of the native core, each by itself: `unmold._core.testing`.

Only a core that was built with the cargo feature `testing` has them, as `make setup` builds it;
with any other, the tests that ask for one of them are skipped.
"""

import pytest

pytest.importorskip(
    "unmold._core.testing",
    reason="the native core was built without the feature `testing`; `make setup` builds it with",
)

from unmold._core.testing import *  # noqa: F403
