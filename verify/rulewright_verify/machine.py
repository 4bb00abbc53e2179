"""How much memory and time this process may take: kept by the system, so that foreign code keeps to it, too."""

from __future__ import annotations

import math
import os
import resource
import time

MEGABYTE = 1024 * 1024


def limit_memory(megabytes: int) -> None:
    """From now on, more raises `MemoryError`. A limit that the process was given from outside is not raised."""
    limit = megabytes * MEGABYTE
    outside = resource.getrlimit(resource.RLIMIT_AS)[1]
    if outside != resource.RLIM_INFINITY:
        limit = min(limit, outside)
    resource.setrlimit(resource.RLIMIT_AS, (limit, outside))


def limit_processor_time(seconds: float) -> None:
    """So much more, then the system ends the process with SIGXCPU."""
    end = math.ceil(time.process_time() + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (end, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def memory_of_the_machine() -> int:
    """In megabytes."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // MEGABYTE
