import { Link } from 'wouter-preact';
import type { Memory } from '../client/api.ts';
import { placeOf } from '../shell/places.ts';
import { useShared } from '../shell/shared.ts';
import { useLoad } from '../shell/use-load.ts';
import { shortened } from './format.ts';
import { nearest } from './nearest.ts';

const shown = 4;

/** What a search for a memory's own text finds beside it. */
export function Near({ memory }: { memory: Memory }) {
  const { client } = useShared();
  const { id, characterId, revision } = memory;
  const found = useLoad(`${id} ${revision}`, (signal) => nearest(client, memory, shown, signal));
  const others = found.value ?? [];
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
