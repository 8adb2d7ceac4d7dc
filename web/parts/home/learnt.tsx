import { Link } from 'wouter-preact';
import { placeOf, queryOf } from '../../shell/places.ts';
import { authorOf, type Change } from '../memory/change.ts';
import { ShortText } from '../memory/said.tsx';
import { runsOf } from './digest.ts';

const shown = 7;

/** This week's new memories, a line each; those of one import are one line. */
export function Learnt(props: { characterId: string | undefined; changes: readonly Change[]; week: string }) {
  const { characterId, changes, week } = props;
  const runs = runsOf(changes);
  return (
    <section aria-label="Learnt this week">
      <h2 class="heading">Learnt this week</h2>
      {runs.length === 0 && <p class="muted">Nothing was stored in the last seven days.</p>}
      <ul class="lines">
        {runs.slice(0, shown).map((run) => (
          <li key={run[0].id}>
            <Link href={placeOf('memories', run[0].characterId, run[0].memoryId)}>
              <ShortText content={run[0].content} />
            </Link>
            <span class="muted">
              {run.length > 1 && `and ${(run.length - 1).toLocaleString()} more at once, `}
              {run[0].by.kind === 'file' ? 'from' : 'by'} {authorOf(run[0].by)}
            </span>
          </li>
        ))}
      </ul>
      {runs.length > shown && characterId !== undefined && (
        <Link href={placeOf('memories', characterId) + queryOf({ since: week })}>All of this week</Link>
      )}
    </section>
  );
}
