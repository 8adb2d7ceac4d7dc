import type { Output } from '../../client/client.ts';
import { t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { batchesOf, Edits } from '../memory/edits.ts';
import { HeadedText } from '../memory/said.tsx';
import { type Settle, useDecision } from './use-decision.ts';

export type OfProject = Output<'listOwnStatements'>['projects'][number];

/** How many statements of a project are shown. */
const maxShown = 10;

/** What is about the user in memories of projects: one action moves it to their own memory. */
export function OwnCard({ projects, settle }: { projects: readonly OfProject[]; settle: Settle }) {
  const dashboard = useDashboard();
  const run = useDecision(settle);
  const total = projects.reduce((sum, one) => sum + one.total, 0);
  const memories = projects.flatMap((one) => one.memories);
  const move = () => new Edits(dashboard).changeMany(batchesOf(memories), { moveTo: 'me' });
  return (
    <article class="change" data-own-statements>
      <p>
        {t('{statements} about you: in the memory of {projects}, not in your own.', {
          statements: tn(total, '{n} statement', '{n} statements'),
          projects: tn(projects.length, '{n} project', '{n} projects'),
        })}
      </p>
      {projects.map(({ characterId, characterName, total: all, memories: of }) => (
        <section key={characterId} aria-label={characterName}>
          <b>{characterName}</b>
          {of.slice(0, maxShown).map(({ id, content }) => (
            <HeadedText key={id} content={content} link={placeOf('memories', characterId, id)} />
          ))}
          {all > maxShown && <p class="muted">{tn(all - maxShown, 'and {n} more', 'and {n} more')}</p>}
        </section>
      ))}
      {projects.every(({ characterId }) => dashboard.may('changeMemories', characterId)) && (
        <div class="buttons">
          <button type="button" onClick={() => run(move)}>
            {tn(memories.length, 'Move it to my own memory', 'Move all {n} to my own memory')}
          </button>
        </div>
      )}
    </article>
  );
}
