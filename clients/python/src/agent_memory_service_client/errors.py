"""Why a call failed."""

from __future__ import annotations

import json
from typing import Any

import httpx
from typing_extensions import TypedDict


class FieldFault(TypedDict):
    """One bad field of a ValidationError."""

    field: str
    message: str


class MemoryServiceError(Exception):
    """Why a call failed, as the service says it."""

    def __init__(
        self,
        type: str,
        message: str,
        *,
        status: int = 503,
        details: list[FieldFault] | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.type = type
        """One of the service's error types, such as `CharacterNotFound`; `Unreachable` when no answer of it came."""
        self.status = status
        """The HTTP status; 503 when no answer came, 400 for a call that was not sent."""
        self.message = message
        self.details = details
        self.request_id = request_id
        """Names the request in the server's log."""
        self.retry_after = retry_after
        """In how many seconds it is worth trying again, where the server says so."""

    @property
    def is_passing(self) -> bool:
        """Whether the same call may succeed a little later."""
        if self.type == "Unreachable":
            return self.status > 500
        return self.type in ("RequestInProgress", "ServiceUnavailable")


def invalid(message: str) -> MemoryServiceError:
    return MemoryServiceError("InvalidInput", message, status=400)


def error_of(answer: httpx.Response) -> MemoryServiceError:
    """The error of an answer that is none of success."""
    about: dict[str, Any] = {"status": answer.status_code, "request_id": answer.headers.get("x-request-id")}
    wait = answer.headers.get("retry-after", "")
    about["retry_after"] = float(wait) if wait.isdigit() else None
    try:
        error = json.loads(answer.text)["error"]
        return MemoryServiceError(error["type"], error["message"], details=error.get("details"), **about)
    except (ValueError, KeyError, TypeError):
        # A proxy in between speaks for itself.
        return MemoryServiceError("Unreachable", f"The service did not answer (HTTP {answer.status_code}).", **about)
