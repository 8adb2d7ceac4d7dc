import { Link } from 'wouter-preact';
import type { Memory } from '../client/api.ts';
import { placeOf } from '../shell/places.ts';
import { useShared } from '../shell/shared.ts';
import { useLoad } from '../shell/use-load.ts';
import { shortened } from './format.ts';

const shown = 4;
/** The longest question that a search takes is longer; a text's beginning says enough of it. */
const questionLength = 400;

/** What a search for a memory's own text finds beside it. */
export function Near({ memory }: { memory: Memory }) {
  const { client } = useShared();
  const { id, characterId, content, revision } = memory;
  const query = content.slice(0, questionLength);
  const found = useLoad(`${id} ${revision}`, (signal) =>
    client.call('searchMemories', { characterId, query, limit: shown + 1 }, signal),
  );
  const others = found.value?.memories.filter((one) => one.id !== id).slice(0, shown) ?? [];
  if (others.length === 0) return null;
  return (
    <section aria-label="Near it">
      <h3>Near it</h3>
      <ul class="near">
        {others.map((one) => (
          <li key={one.id}>
            <Link href={placeOf('memories', characterId, one.id)}>{shortened(one.content, 160)}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
