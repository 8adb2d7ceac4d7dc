"""Uses the generated client on a server: PYTHONPATH=FOLDER python smoke.py URL KEY. Prints what came back as JSON."""

import json
import sys
import uuid

from agent_memory_client import AuthenticatedClient
from agent_memory_client.api.characters import create_character, get_character
from agent_memory_client.api.memories import add_memory, list_memories, search_memories
from agent_memory_client.models import AddMemoryRequest, CreateCharacterRequest, SearchMemoriesRequest

url, key = sys.argv[1:]
with AuthenticatedClient(base_url=url, token=key) as client:
    name = "Ada"
    create_character.sync(client=client, body=CreateCharacterRequest(name=name))
    said = AddMemoryRequest(content="Ada zieht Tee dem Kaffee vor.")
    once = str(uuid.uuid4())
    added = [add_memory.sync_detailed(name, client=client, body=said, idempotency_key=once) for _ in range(2)]
    found = search_memories.sync(name, client=client, body=SearchMemoriesRequest(query="Was trinkt Ada?"))
    refused = get_character.sync_detailed("nobody", client=client)
    print(
        json.dumps(
            {
                "statuses": [answer.status_code for answer in added],
                "replayed": added[1].headers.get("idempotency-replayed"),
                "total": list_memories.sync(name, client=client).total,
                "found": found.memories[0].content,
                "refused": [refused.status_code, refused.parsed.error.type_],
            }
        )
    )
