"""The client against a server, whose address and key are in URL and KEY, and against scripted answers."""

from __future__ import annotations

import asyncio
import os
import unittest
import uuid
from collections.abc import Callable
from typing import Any
from unittest.mock import patch

import httpx

from agent_memory_service_client import AsyncMemory, Memory, MemoryServiceError

URL, KEY = os.environ["URL"], os.environ["KEY"]


def scripted(*answers: httpx.Response | Exception) -> tuple[list[httpx.Request], httpx.MockTransport]:
    """A transport that gives these answers in turn, and the requests that it got."""
    sent: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(request)
        next_one = answers[len(sent) - 1]
        if isinstance(next_one, Exception):
            raise next_one
        return next_one

    return sent, httpx.MockTransport(answer)


def failure(status: int, type: str, message: str, **headers: str) -> httpx.Response:
    return httpx.Response(status, json={"error": {"type": type, "message": message}}, headers=headers)


class Live(unittest.TestCase):
    def setUp(self) -> None:
        self.user = f"u-{uuid.uuid4()}"

    def test_five_verbs(self) -> None:
        with Memory(URL, KEY) as memory:
            added = memory.add("I prefer pnpm to npm. I live in Porto.", user=self.user)
            self.assertEqual(len(added["memories"]), 2)
            found = memory.search("pnpm or npm?", user=self.user)
            self.assertEqual(found[0]["content"], "I prefer pnpm to npm.")
            memory.update(found[0]["id"], "I prefer yarn to pnpm.", user=self.user)
            self.assertIn("I prefer yarn to pnpm.", memory.context(user=self.user))
            memory.delete(found[0]["id"], user=self.user)
            self.assertEqual(memory.list_memories(user=self.user)["total"], 1)
            self.assertEqual(memory.search("pnpm?", user=f"{self.user}-other"), [])
            memory.add("We deploy on Fridays.", user=self.user, tags=["ops"], metadata={"team": "web"})
            for asked in ({"tags": ["ops"]}, {"tags": {"exists": True}}, {"metadata": {"team": {"in": ["web"]}}}):
                self.assertEqual([one["content"] for one in memory.search("deploy", user=self.user, **asked)], ["We deploy on Fridays."])
                self.assertIn("Fridays", memory.context("deploy", user=self.user, **asked))
            self.assertEqual(memory.add("We deploy on Fridays.", user=self.user)["memories"], [])

    def test_word_for_word_several_texts_and_messages(self) -> None:
        with Memory(URL, KEY) as memory:
            texts = ["Ask before you touch the schema; then wait.", "Tea, not coffee.", ""]
            kept = memory.add(texts=texts, user=self.user, extract=False, category="facts")
            self.assertEqual([one["content"] for one in kept["memories"]], texts[:2])
            self.assertEqual([one["operation"] for one in kept["operations"]], ["ADD", "ADD", "ERROR"])
            again = memory.add(texts[0], user=self.user, extract=False)
            self.assertEqual((again["memories"], again["operations"][0]["operation"]), ([], "NONE"))
            said = memory.add(messages=[{"role": "user", "content": "My sister Ana lives in Porto."}], user=self.user)
            self.assertEqual(said["memories"][0]["content"], "My sister Ana lives in Porto.")

    def test_lists_go_on_over_pages(self) -> None:
        with Memory(URL, KEY) as memory:
            memory.add(texts=[f"Ship {n} has {n} sails." for n in range(5)], user=self.user, extract=False)
            listed = [one["content"] for one in memory.each(memory.list_memories, user=self.user, limit=2)]
            self.assertEqual(len(set(listed)), 5)
            with self.assertRaises(MemoryServiceError):
                list(memory.each(memory.whoami))

    def test_none_empties_a_field_that_can_be_emptied(self) -> None:
        with Memory(URL, KEY) as memory:
            memory.create_character(name=self.user, profile={"background": "A sailor."})
            profile = memory.update_profile(character_id=self.user, personality="calm")["profile"]
            self.assertEqual(profile["background"], "A sailor.")
            emptied = memory.update_profile(character_id=self.user, background=None)["profile"]
            self.assertEqual((emptied.get("background"), emptied["personality"]), (None, "calm"))

    def test_several_users_in_one_search(self) -> None:
        with Memory(URL, KEY) as memory:
            users = [self.user, f"{self.user}-b"]
            for user in users:
                memory.add(f"The boat of {user} is red.", user=user, extract=False)
            found = memory.search_several(character_ids=[f"user:{user}" for user in users], query="red boat")
            self.assertEqual(found["total"], 2)

    def test_a_failure_names_the_arguments_of_the_caller(self) -> None:
        with Memory(URL, KEY) as memory:
            with self.assertRaises(MemoryServiceError) as raised:
                memory.search("x", user=self.user, min_relevance=7)
            self.assertEqual((raised.exception.type, raised.exception.status), ("ValidationError", 400))
            self.assertEqual([one["field"] for one in raised.exception.details or []], ["min_relevance"])
            self.assertNotIn("minRelevance", str(raised.exception))
            for call in (
                lambda: memory.get_memory(user=self.user, memory_id=""),
                lambda: memory.search("x"),
                lambda: memory.search("x", user="a", character_id="b"),
                lambda: memory.add(user=self.user),
                lambda: memory.add("x", texts=[], user=self.user),
            ):
                with self.assertRaises(MemoryServiceError) as raised:
                    call()
                self.assertEqual(raised.exception.status, 400)
            # A program that was written for another memory: no filter is ignored, which would find what others said.
            unknown: Any = {"filters": {"user_id": "bob"}}
            for ask in (memory.search, memory.search_memories):
                with self.assertRaises(TypeError):
                    ask(query="x", user=self.user, **unknown)
            with self.assertRaises(TypeError):
                memory.add("x", user=self.user, **unknown)
            with self.assertRaises(MemoryServiceError) as raised:
                memory.get_character(character_id="nobody")
            self.assertEqual((raised.exception.type, raised.exception.status), ("CharacterNotFound", 404))

    def test_asynchronous(self) -> None:
        async def run() -> None:
            async with AsyncMemory(URL, lambda: KEY) as memory:
                await memory.add("I prefer pnpm to npm.", user=self.user)
                found = await memory.search("pnpm or npm?", user=self.user)
                self.assertEqual(found[0]["content"], "I prefer pnpm to npm.")
                self.assertIn("pnpm", await memory.context(user=self.user))
                listed = [one async for one in memory.each(memory.list_memories, user=self.user)]
                self.assertEqual(len(listed), 1)
                await memory.delete(found[0]["id"], user=self.user)
                with self.assertRaises(MemoryServiceError):
                    await memory.get_character(character_id="nobody")

        asyncio.run(run())


class Scripted(unittest.TestCase):
    def calls(self, *answers: httpx.Response | Exception, retries: int = 3) -> tuple[Any, list[httpx.Request], list[float]]:
        """What an addition answers or raises, the requests that it sent, and its waits in seconds."""
        sent, transport = scripted(*answers)
        waits: list[float] = []
        with patch("time.sleep", waits.append), httpx.Client(transport=transport) as http:
            memory = Memory("http://memory.test/v1/", KEY, retries=retries, http=http)
            try:
                return memory.add_memory(user="u/1", content="x"), sent, waits
            except MemoryServiceError as error:
                return error, sent, waits

    def test_a_change_is_sent_again_with_the_same_key(self) -> None:
        done = httpx.Response(201, json={"memories": [], "operations": []})
        busy = failure(503, "ServiceUnavailable", "busy", **{"retry-after": "2"})
        answer, sent, waits = self.calls(httpx.ReadTimeout("late"), busy, done)
        self.assertEqual(answer, {"memories": [], "operations": []})
        self.assertEqual({str(one.url) for one in sent}, {"http://memory.test/v1/characters/user%3Au%2F1/memories"})
        self.assertEqual(len({one.headers["idempotency-key"] for one in sent}), 1)
        self.assertTrue(0.125 <= waits[0] <= 0.25 and waits[1] == 2)

    def test_what_waiting_does_not_help_is_raised_at_once(self) -> None:
        for answer in (
            failure(404, "CharacterNotFound", "no"),
            failure(429, "RateLimitExceeded", "no"),
            failure(429, "RateLimitExceeded", "no", **{"retry-after": "3600"}),
            httpx.Response(500, text="<html>"),
        ):
            error, sent, _ = self.calls(answer)
            self.assertIsInstance(error, MemoryServiceError)
            self.assertEqual((len(sent), error.status), (1, answer.status_code))

    def test_the_last_failure_is_raised(self) -> None:
        error, sent, _ = self.calls(*[httpx.ConnectError("refused")] * 3, retries=2)
        self.assertEqual((error.type, error.status, len(sent)), ("Unreachable", 503, 3))
        self.assertIsInstance(error.__cause__, httpx.ConnectError)
        error, _, _ = self.calls(httpx.Response(502, text="bad gateway"), retries=0)
        self.assertEqual((error.type, error.status), ("Unreachable", 502))

    def test_an_address_and_a_key_are_needed(self) -> None:
        makers: list[Callable[[], Memory]] = [lambda: Memory("localhost:8787", KEY), lambda: Memory(URL, "")]
        for make in makers:
            with self.assertRaises(MemoryServiceError):
                make()


if __name__ == "__main__":
    unittest.main()
