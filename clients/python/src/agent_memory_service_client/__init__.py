"""The client of agent-memory-service: `Memory`, and `AsyncMemory` for asyncio."""

from ._steps import Added, CallOptions
from .asynchronous import AsyncMemory
from .errors import FieldFault, MemoryServiceError
from .generated import records
from .generated.version import __version__
from .synchronous import Memory

__all__ = [
    "Added",
    "AsyncMemory",
    "CallOptions",
    "FieldFault",
    "Memory",
    "MemoryServiceError",
    "__version__",
    "records",
]
