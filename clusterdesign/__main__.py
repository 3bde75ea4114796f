"""``python -m clusterdesign``."""

from __future__ import annotations

import sys

from clusterdesign.cli import main

sys.exit(main())
