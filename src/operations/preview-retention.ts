import * as z from 'zod';
import { memory } from '../domain/memory.ts';
import { pageAsked, pagedFields, pageFields } from '../domain/page.ts';
import { operation, reads } from '../gate/operation.ts';
import { unrecalledSince } from '../service/batches.ts';
import { findCharacter } from '../service/characters.ts';
import { characterId, retentionDays } from './fields.ts';
import { pagePart, partFields } from './parts.ts';

export const previewRetention = operation({
  name: 'preview_retention',
  title: 'Preview retention',
  description: 'List the memories that apply_retention would delete, the newest first: never recalled in so many days.',
  group: 'review',
  input: z.object({ characterId, days: retentionDays, ...pageFields }),
  output: z.object({ memories: z.array(memory), ...pagedFields }).extend(partFields),
  hints: reads,
  rest: { method: 'GET', path: '/v1/characters/{id}/retention', status: 200 },
  bucket: 'SEARCH',
  role: 'VIEWER',
  errors: ['CharacterNotFound'],
  async run(context, { characterId: reference, days, ...page }) {
    const asked = pageAsked(page);
    const { store, principal, recalls } = context;
    const { id } = await findCharacter(context, reference);
    const since = unrecalledSince(context, days);
    await recalls?.written();
    const found = await store.memories.list(principal, id, { ...asked, state: 'ACTIVE', unrecalledSince: since });
    const { items, paged, stop } = pagePart(context, found.memories, found, asked);
    return { memories: items, ...paged, ...stop };
  },
});
