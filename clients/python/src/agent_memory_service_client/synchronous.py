"""The synchronous client; `npm run docs` makes the asynchronous one of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Literal

import httpx
from typing_extensions import Self, Unpack

from . import _steps as s
from .generated import records as r
from .generated.calls import Calls


class Memory(Calls):
    """A client of `agent-memory-service serve`: five short verbs, and a method for each operation.

    `user` is the id by which your program knows a user: each has a memory of their own, which the first addition makes.
    `character_id` names a character of the store in its place. Calls raise MemoryServiceError.
    """

    def __init__(
        self,
        url: str,
        key: str | Callable[[], str],
        *,
        retries: int = 3,
        timeout: float = 65.0,
        http: httpx.Client | None = None,
    ) -> None:
        """
        url: where the server is, such as http://127.0.0.1:8787
        key: an API key or a token, or a function that is called before each request
        retries: how often a call is tried again that may succeed then
        timeout: how long one attempt may take (s); additions may ask a model
        http: the httpx client to send with, which you close
        """
        self._at = s.connection(url, key, retries, timeout)
        self._own = http is None
        self._http = http or httpx.Client()

    def add(
        self,
        text: str | None = None,
        *,
        user: str | None = None,
        character_id: str | None = None,
        texts: Sequence[str] | None = None,
        messages: Sequence[r.AddMemoryMessagesItem] | None = None,
        extract: bool = True,
        category: str | None = None,
        importance: Literal["CRITICAL", "HIGH", "NORMAL", "LOW"] | None = None,
        session_id: str | None = None,
        occurred_at: str | None = None,
        valid_until: str | None = None,
        supersedes: list[str] | None = None,
        time_zone: str | None = None,
        allow_secret: bool | None = None,
        category_preset: Literal["developer", "standard"] | None = None,
        tags: list[str] | None = None,
        metadata: dict[str, str | float] | None = None,
        **options: Unpack[s.CallOptions],
    ) -> s.Added:
        """Adds a text, several texts or the messages of a chat: their statements, or with extract=False each text word for word."""
        return self._run(s.add(self._at, locals()))

    def search(
        self,
        query: str,
        *,
        user: str | None = None,
        character_id: str | None = None,
        limit: int | None = None,
        min_relevance: float | None = None,
        category: str | None = None,
        since: str | None = None,
        until: str | None = None,
        tags: list[str] | r.EraseMemoriesFilterTags2 | r.EraseMemoriesFilterTags3 | None = None,
        metadata: dict[str, str | float | r.EraseMemoriesFilterMetadata3] | None = None,
        **options: Unpack[s.CallOptions],
    ) -> list[r.FoundMemory]:
        """The memories that fit a question in plain words, best first. `search_memories` takes more filters."""
        answer: r.SearchMemoriesAnswer = self._call("search_memories", locals())
        return answer["memories"]

    def context(
        self,
        query: str | None = None,
        *,
        user: str | None = None,
        character_id: str | None = None,
        max_tokens: int | None = None,
        tags: list[str] | r.EraseMemoriesFilterTags2 | r.EraseMemoriesFilterTags3 | None = None,
        metadata: dict[str, str | float | r.EraseMemoriesFilterMetadata3] | None = None,
        **options: Unpack[s.CallOptions],
    ) -> str:
        """What a model should know at the start of a conversation, as a text for its prompt."""
        answer: r.AssembleContextAnswer = self._call("assemble_context", locals())
        return answer["text"]

    def update(
        self,
        memory_id: str,
        content: str,
        *,
        user: str | None = None,
        character_id: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> None:
        """Corrects the text of a memory; the earlier one stays in its history."""
        self._call("update_memory", locals())

    def delete(
        self,
        memory_id: str,
        *,
        user: str | None = None,
        character_id: str | None = None,
        **options: Unpack[s.CallOptions],
    ) -> None:
        """Forgets a memory; `restore_memory` brings it back."""
        self._call("delete_memory", locals())

    def each(self, call: Callable[..., Mapping[str, Any]], /, **arguments: Any) -> Iterator[Any]:
        """The items of all pages of a list: `memory.each(memory.list_memories, user="ada")`."""
        items = s.items_field(call.__name__)
        asked: dict[str, Any] | None = {"limit": 100, **arguments}
        while asked is not None:
            answer = call(**asked)
            for item in answer[items]:
                yield item
            asked = s.next_page(asked, answer)

    def close(self) -> None:
        if self._own:
            self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _call(self, name: str, given: dict[str, Any]) -> Any:
        return self._run(s.call(self._at, name, given))

    def _run(self, steps: s.Steps[s.Result]) -> s.Result:
        answer: httpx.Response | httpx.HTTPError | None = None
        try:
            while True:
                step = steps.send(answer)
                answer = None
                if isinstance(step, float):
                    time.sleep(step)
                    continue
                try:
                    answer = self._http.send(step)
                except httpx.HTTPError as error:
                    answer = error
        except StopIteration as end:
            result: s.Result = end.value
            return result
