"""What a call does, as steps that a client takes: requests to send, whose answer or failure it gives back, and seconds to wait."""

from __future__ import annotations

import random
import re
import uuid
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeVar, Union
from urllib.parse import quote

import httpx
from typing_extensions import NotRequired, TypedDict

from .errors import FieldFault, MemoryServiceError, error_of, invalid
from .generated.routes import LISTS, NULLABLE, RENAMED, ROUTES

Result = TypeVar("Result")
Step = Union[httpx.Request, float]
Steps = Generator[Step, Any, Result]

FIRST_WAIT, LONGEST_WAIT = 0.25, 8.0
LONGEST_RETRY_AFTER = 60
"""Who is to come back later than that (s) learns so instead of waiting."""


class Unset(Enum):
    """The value of an argument that was not given, where None means something."""

    UNSET = "UNSET"


UNSET = Unset.UNSET


class CallOptions(TypedDict, total=False):
    """What every call may bring along."""

    timeout: float
    """How long one attempt may take (s); default: that of the client."""
    idempotency_key: str
    """Of a call that changes something; default: a new one, so that its retries change nothing twice."""


class AddedMemory(TypedDict):
    id: str
    content: str


class AddedOperation(TypedDict):
    operation: str
    memoryId: NotRequired[str]
    reason: NotRequired[str]


class Added(TypedDict):
    """What became of an addition: the memories that are new or changed, and an operation for each statement."""

    memories: list[AddedMemory]
    operations: list[AddedOperation]


@dataclass(frozen=True)
class Connection:
    url: str
    key: str | Callable[[], str]
    retries: int
    timeout: float


def connection(url: str, key: str | Callable[[], str], retries: int, timeout: float) -> Connection:
    """Raises MemoryServiceError (InvalidInput) without an address or a key."""
    if not re.match(r"https?://", url or "", re.IGNORECASE):
        raise invalid("url must be the address of a server, such as http://127.0.0.1:8787.")
    if not key:
        raise invalid("key must be an API key or a token, or a function that answers one.")
    # The routes begin with /v1.
    return Connection(re.sub(r"/v1$", "", url.rstrip("/")), key, retries, timeout)


def call(at: Connection, name: str, given: Mapping[str, Any]) -> Steps[Any]:
    """One operation: `given` has the arguments of its method, by their Python names, and its CallOptions as `options`."""
    options = _options(given)
    arguments = {one: value for one, value in given.items() if one not in ("self", "options")}
    request = _request(name, arguments)
    try:
        answer = yield from _attempts(at, request, ROUTES[name].startswith("!"), options)
    except MemoryServiceError as error:
        raise _in_words_of(error, arguments) from error.__cause__
    if not answer.content:
        return None
    return answer.json() if answer.headers.get("content-type", "").startswith("application/json") else answer.text


def add(at: Connection, given: Mapping[str, Any]) -> Steps[Added]:
    """Adds texts, or the messages of a chat, by the operation that fits; `given` has the arguments of the client's `add`."""
    own = ("self", "options", "text", "texts", "messages", "extract")
    options = _options(given)
    text, texts, messages = (given[one] for one in ("text", "texts", "messages"))
    fields = {one: value for one, value in given.items() if one not in own and value is not None}
    if sum(one is not None for one in (text, texts, messages)) != 1:
        raise invalid("Give one of text, texts and messages.")
    if given["extract"]:
        contents = [text] if texts is None else texts
        added: Added = {"memories": [], "operations": []}
        for i, content in enumerate(contents):
            own_options = options.copy()
            if i > 0 and "idempotency_key" in options:
                own_options["idempotency_key"] = f"{options['idempotency_key']}-{i}"
            asked = {**fields, "content": content, "messages": messages, "options": own_options}
            answer = yield from call(at, "add_memory", asked)
            changed = {one.get("memoryId") for one in answer["operations"] if one["operation"] != "NONE"}
            added["memories"] += [one for one in answer["memories"] if one["id"] in changed]
            added["operations"] += answer["operations"]
        return added
    if messages is not None:
        raise invalid("Messages are extracted: for word for word give text or texts.")
    of_all = ("user", "character_id", "allow_secret", "time_zone", "category_preset")
    shared = {one: fields.pop(one) for one in of_all if one in fields}
    memories = [
        {**{camel(one): value for one, value in fields.items()}, "content": content}
        for content in ([text] if texts is None else texts)
    ]
    answer = yield from call(at, "add_memories", {**shared, "memories": memories, "options": options})
    return _kept(memories, answer["results"])


def _kept(memories: Sequence[Mapping[str, Any]], results: Sequence[Mapping[str, Any]]) -> Added:
    added: Added = {"memories": [], "operations": []}
    for memory, result in zip(memories, results):
        became: AddedOperation = {"operation": result["operation"]}
        if "id" in result:
            became["memoryId"] = result["id"]
            if result["operation"] != "NONE":
                added["memories"].append({"id": result["id"], "content": memory["content"]})
        if "error" in result:
            became["reason"] = result["error"]["message"]
        added["operations"].append(became)
    return added


def _options(given: Mapping[str, Any]) -> CallOptions:
    """The options of a call. Raises TypeError for any other argument: a filter that is ignored would find too much."""
    options: CallOptions = given.get("options", {})
    for name in options:
        if name not in CallOptions.__annotations__:
            raise TypeError(f"there is no argument {name!r} here")
    return options


def items_field(name: str) -> str:
    """The field of the items of a list; raises MemoryServiceError for an operation that is none."""
    if name not in LISTS:
        raise invalid(f"{name} has no pages.")
    return LISTS[name]


def next_page(asked: Mapping[str, Any], answer: Mapping[str, Any]) -> dict[str, Any] | None:
    """The arguments of the page after this one, by cursor or by number; None after the last."""
    rest = {one: value for one, value in asked.items() if one != "page"}
    if answer.get("nextCursor"):
        return {**rest, "cursor": answer["nextCursor"]}
    if "cursor" in asked or "page" not in answer:
        return None
    return {**rest, "page": answer["page"] + 1} if (answer["page"] + 1) * answer["limit"] < answer["total"] else None


def camel(name: str) -> str:
    """The field of an argument; one that is a word of Python ends with an underscore."""
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), name.rstrip("_"))


def snake(name: str) -> str:
    return re.sub(r"[A-Z]", lambda found: f"_{found[0].lower()}", name)


@dataclass(frozen=True)
class _Request:
    method: str
    path: str
    body: dict[str, Any] | None
    query: dict[str, str]


def _request(name: str, arguments: Mapping[str, Any]) -> _Request:
    """Fields of an operation's path, its query or its body."""
    method, template = ROUTES[name].lstrip("!").split(" ")
    empties = NULLABLE.get(name, ())
    fields = {
        camel(one): value
        for one, value in arguments.items()
        if value is not UNSET and (value is not None or one in empties)
    }
    user = fields.pop("user", None)
    if user is not None:
        if "characterId" in fields:
            raise invalid("Give either character_id or user.")
        if not isinstance(user, str) or user == "":
            raise invalid("user must be an id.")
        fields["characterId"] = f"user:{user}"

    def segment(found: re.Match[str]) -> str:
        value = fields.pop(found[1], None)
        if not isinstance(value, str) or value == "":
            name = "user or character_id" if found[1] == "characterId" else snake(found[1])
            raise invalid(f"{name} is missing.")
        return quote(value, safe="")

    path = re.sub(r"\{(\w+)\}", segment, template)
    if method in ("GET", "DELETE"):
        query = {RENAMED.get(one, one): _text(value) for one, value in fields.items()}
        return _Request(method, path, None, query)
    return _Request(method, path, fields, {})


def _text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _attempts(at: Connection, request: _Request, changes: bool, options: CallOptions) -> Steps[httpx.Response]:
    """Sends a request, and again when that may help: after no answer, a busy server or a full bucket."""
    headers = {}
    if changes and (at.retries > 0 or "idempotency_key" in options):
        headers["idempotency-key"] = options.get("idempotency_key") or str(uuid.uuid4())
    timeout = httpx.Timeout(options.get("timeout", at.timeout)).as_dict()
    for failures in range(at.retries + 1):
        key = at.key if isinstance(at.key, str) else at.key()
        answer = yield httpx.Request(
            request.method,
            at.url + request.path,
            params=request.query or None,
            json=request.body,
            headers={**headers, "authorization": f"Bearer {key}"},
            extensions={"timeout": timeout},
        )
        if isinstance(answer, httpx.Response) and answer.is_success:
            return answer
        error, cause = _failure(answer)
        wait = wait_before(error, failures)
        if wait is None or failures == at.retries:
            raise error from cause
        yield wait
    raise AssertionError("the last attempt answers or raises")


def _failure(answer: httpx.Response | httpx.HTTPError) -> tuple[MemoryServiceError, Exception | None]:
    if isinstance(answer, httpx.Response):
        return error_of(answer), None
    why = "did not answer in time" if isinstance(answer, httpx.TimeoutException) else f"cannot be reached: {answer}"
    return MemoryServiceError("Unreachable", f"The service {why}."), answer


def wait_before(error: MemoryServiceError, failures: int) -> float | None:
    """Exponential backoff with jitter (s), or what the server says; None: trying again does not help."""
    if not error.is_passing and not (error.status == 429 and error.retry_after is not None):
        return None
    if error.retry_after is not None and error.retry_after > LONGEST_RETRY_AFTER:
        return None
    backoff = min(FIRST_WAIT * 2**failures, LONGEST_WAIT) * random.uniform(0.5, 1)
    return max(backoff, error.retry_after or 0)


def _in_words_of(error: MemoryServiceError, arguments: Iterable[str]) -> MemoryServiceError:
    """The same error, whose texts call the arguments as the caller does."""
    names = {camel(one): one for one in arguments if camel(one) != one}
    if not names:
        return error
    pattern = re.compile(rf"\b(?:{'|'.join(names)})\b")

    def reworded(text: str) -> str:
        return pattern.sub(lambda found: names[found[0]], text)

    details = error.details and [
        FieldFault(field=reworded(one["field"]), message=reworded(one["message"])) for one in error.details
    ]
    return MemoryServiceError(
        error.type,
        reworded(error.message),
        status=error.status,
        details=details,
        request_id=error.request_id,
        retry_after=error.retry_after,
    )
