// Generated from the OpenAPI document by `npm run docs`; do not edit.

/** Events that are sent to webhooks, with when each is sent. */
export const events = {
  "character.created": "A character was made, also as a clone.",
  "character.updated": "A character, its aliases, tags or categories were changed; `fields` names the given ones.",
  "character.archived": "A character was archived.",
  "character.deleted": "A character was deleted; it can be restored.",
  "character.restored": "A deleted character was restored.",
  "character.shared": "The sharing of a character was changed.",
  "memory.created": "A memory was stored.",
  "memory.updated": "A memory was changed.",
  "memory.deleted": "A memory was deleted.",
  "memory.restored": "A deleted memory was brought back.",
  "memory.ended": "A memory no longer holds: it ended, or another one replaced it.",
  "memory.erased": "Memories were erased for good: delete what you have of them. At most 100 ids each; of an erasure of more there are several.",
  "memory.batch": "In place of single events when one operation changes more than 10 memories: at most 100 each, all of one kind (`of`). Who subscribes to that kind gets it.",
  "file.synced": "A new version of a file was stored.",
  "import.committed": "An import was stored.",
  "extraction.failed": "A piece of a file or a turn of a session could not be extracted; it is tried again.",
  "member.changed": "A member was added, changed or removed.",
  "key.created": "A key was made.",
  "key.revoked": "A key was revoked.",
  "tier.changed": "Another tier came into force.",
  "webhook.disabled": "Another webhook was disabled: its receiver answered 410 (`GONE`), or only failures for five days (`FAILING`).",
  "webhook.test": "Somebody asked for it.",
} as const;
