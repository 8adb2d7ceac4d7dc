// Generated from the OpenAPI document by `npm run docs`; do not edit.

import { msg } from '../languages/translate.ts';

/** Events that are sent to webhooks, with when each is sent. */
export const events = {
  "character.created": msg("A character was made, also as a clone."),
  "character.updated": msg("A character, its aliases, tags or categories were changed; `fields` names the given ones."),
  "character.archived": msg("A character was archived."),
  "character.deleted": msg("A character was deleted; it can be restored."),
  "character.restored": msg("A deleted character was restored."),
  "character.shared": msg("The sharing of a character was changed."),
  "memory.created": msg("A memory was stored."),
  "memory.updated": msg("A memory was changed."),
  "memory.deleted": msg("A memory was deleted."),
  "memory.restored": msg("A deleted memory was brought back."),
  "memory.ended": msg("A memory no longer holds: it ended, or another one replaced it."),
  "memory.erased": msg("Memories were erased for good: delete what you have of them. At most 100 ids each; of an erasure of more there are several."),
  "memory.batch": msg("In place of single events when one operation changes more than 10 memories: at most 100 each, all of one kind (`of`). Who subscribes to that kind gets it."),
  "file.synced": msg("A new version of a file was stored."),
  "import.committed": msg("An import was stored."),
  "extraction.failed": msg("A piece of a file or a turn of a session could not be extracted; it is tried again."),
  "member.changed": msg("A member was added, changed or removed."),
  "key.created": msg("A key was made."),
  "key.revoked": msg("A key was revoked."),
  "tier.changed": msg("Another tier came into force."),
  "webhook.disabled": msg("Another webhook was disabled: its receiver answered 410 (`GONE`), or only failures for five days (`FAILING`)."),
  "webhook.test": msg("Somebody asked for it."),
} as const;
