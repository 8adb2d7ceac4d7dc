import { useState } from 'preact/hooks';
import { Link, useSearch } from 'wouter-preact';
import { FailureNote } from '../parts/failure.tsx';
import type { Change } from '../parts/memory/change.ts';
import { ChangeRow } from '../parts/memory/change-row.tsx';
import { Edits } from '../parts/memory/edits.ts';
import { ForgetRequests } from '../parts/review/forget-requests.tsx';
import { Links, readLinks } from '../parts/review/links.tsx';
import { OwnStatements } from '../parts/review/own-statements.tsx';
import { Proposals } from '../parts/review/proposals.tsx';
import { useAction } from '../parts/use-action.ts';
import { MoreOf, usePages } from '../parts/use-pages.tsx';
import { WithoutCharacter } from '../parts/welcome.tsx';
import { isEdit, type PageProps, useDashboard } from '../shell/dashboard.ts';
import { usePageKeys } from '../shell/page-keys.ts';
import { everyone, placeOf, queryOf, useScope } from '../shell/places.ts';
import { useLoad } from '../shell/use-load.ts';

/** The most proposals of a character at a time. */
const maxProposed = 100;

/** Changes and deletions by models, newest first, until a person keeps or undoes them. */
export default function Review({ character: id }: PageProps) {
  const dashboard = useDashboard();
  const { client } = dashboard;
  const { character, isAll: isEverybody } = useScope(id);
  const isAll = new URLSearchParams(useSearch()).get('show') === 'all';
  const [chosen, setChosen] = useState<string>();
  const [reviewed, setReviewed] = useState(0);
  const { run, failure, isBusy } = useAction();
  const scope = isEverybody ? everyone : character?.id;
  const characterId = character?.id;
  const found = usePages<Change>(`${scope} ${isAll}`, async (cursor, signal) => {
    if (scope === undefined) return { rows: [] };
    const asked = { characterId, ...(isAll ? { by: 'model' as const } : { toReview: true }), cursor, limit: 100 };
    const { changes, nextCursor } = await client.call('listChanges', asked, signal);
    return { rows: changes.filter(isEdit), nextCursor };
  });
  const waiting = dashboard.reviews.value?.characters ?? [];
  const withProposals = waiting.filter(({ proposals: count }) => count > 0).map((one) => one.characterId);
  const of = isEverybody ? withProposals : scope === undefined ? [] : [scope];
  const proposed = useLoad(`${of}`, async (signal) => {
    const answers = await Promise.all(
      of.map((one) => client.call('listMemories', { characterId: one, state: 'PROPOSED', limit: maxProposed }, signal)),
    );
    return answers.flatMap(({ memories }) => memories);
  });
  const proposals = proposed.value ?? [];
  const linked = useLoad(
    `${scope}`,
    scope === undefined ? undefined : (signal) => readLinks(client, characterId, signal),
  );
  const links = linked.value ?? [];
  const toForget = useLoad(
    `${scope}`,
    scope === undefined ? undefined : (signal) => client.call('listForgetRequests', { characterId }, signal),
  );
  const requests = toForget.value?.requests ?? [];
  const misplaced = useLoad(
    `${scope}`,
    scope === undefined ? undefined : (signal) => client.call('listOwnStatements', {}, signal),
  );
  const ofProjects = (misplaced.value?.projects ?? []).filter(
    (one) => characterId === undefined || one.characterId === characterId,
  );
  const changes = found.value?.rows ?? [];
  const waits = changes.length + proposals.length + links.length + requests.length + ofProjects.length;
  usePageKeys((key) => {
    if (key === 'Escape') setChosen(undefined);
    if (key !== 'j' && key !== 'k') return;
    const at = changes.findIndex((one) => one.id === chosen);
    const next = changes[at < 0 ? 0 : at + (key === 'j' ? 1 : -1)];
    if (!next) return;
    setChosen(next.id);
    // Its first button gets the focus: Enter keeps the change.
    document.querySelector<HTMLElement>(`[data-change="${next.id}"] button`)?.focus();
  });
  /** Every waiting edit, also those that are not shown yet. */
  const keepAll = async () => {
    setReviewed(0);
    for (let more = true; more; ) {
      const asked = { characterId, toReview: true, limit: 100 };
      const page = await client.call('listChanges', asked);
      for (const { id: changeId } of page.changes) {
        await client.call('reviewChange', { changeId, verdict: 'kept' });
        setReviewed((count) => count + 1);
      }
      more = page.changes.length > 0 && page.nextCursor !== undefined;
    }
  };
  if (scope === undefined) {
    return <WithoutCharacter />;
  }
  return (
    <div class="body">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="scroll" aria-label="Review" tabIndex={0} aria-busy={found.isLoading}>
        <div class="opening">
          <h1 class="page-title">
            Review <small>{character?.name ?? 'all characters'}</small>
          </h1>
          {!isAll && changes.length > 1 && (
            <button type="button" disabled={isBusy} onClick={() => void run(keepAll, 'All of them are kept')}>
              Keep all {reviewed > 0 && isBusy ? `(${reviewed} done)` : ''}
            </button>
          )}
        </div>
        <div class="facets">
          <Link class="chip" aria-current={!isAll} href={placeOf('review', scope)}>
            To review
          </Link>
          <Link class="chip" aria-current={isAll} href={placeOf('review', scope) + queryOf({ show: 'all' })}>
            All
          </Link>
          <Elsewhere characterId={characterId} />
        </div>
        <FailureNote
          failure={
            found.failure ?? proposed.failure ?? linked.failure ?? toForget.failure ?? misplaced.failure ?? failure
          }
          again={found.again}
        />
        <OwnStatements projects={ofProjects} />
        <ForgetRequests requests={requests} />
        <Links links={links} />
        <Proposals memories={proposals} />
        {found.value && proposed.value && linked.value && toForget.value && waits === 0 && (
          <div class="empty">
            <h2>Nothing to review</h2>
            <p>
              Changes and deletions by models, memories that may be outdated or that you asked to forget, doubtful
              captures of hooks, and conflicts between two machines are listed here until you decide.
            </p>
          </div>
        )}
        {changes.map((change) => (
          <Edit
            key={change.id}
            change={change}
            isChosen={change.id === chosen}
            characterName={isEverybody ? dashboard.character(change.characterId)?.name : undefined}
          />
        ))}
        <MoreOf found={found} />
      </section>
    </div>
  );
}

/** Other characters with waiting items, and how many; shown while one character is selected. */
function Elsewhere({ characterId }: { characterId: string | undefined }) {
  const dashboard = useDashboard();
  const others = (dashboard.reviews.value?.characters ?? []).filter((one) => one.characterId !== characterId);
  if (characterId === undefined || others.length === 0) return null;
  return (
    <span class="count">
      Elsewhere:{' '}
      {others.slice(0, 5).map(({ characterId: id, edits, proposals }, at) => (
        <>
          {at > 0 && ', '}
          <Link key={id} href={placeOf('review', id)}>
            {dashboard.character(id)?.name ?? 'another'}
          </Link>{' '}
          {edits + proposals}
        </>
      ))}
      {others.length > 1 && (
        <>
          {' · '}
          <Link href={placeOf('review', everyone)}>all of them</Link>
        </>
      )}
    </span>
  );
}

function Edit({
  change,
  isChosen,
  characterName,
}: {
  change: Change;
  isChosen: boolean;
  characterName: string | undefined;
}) {
  const dashboard = useDashboard();
  const { run, failure, isBusy } = useAction();
  const keep = () => dashboard.client.call('reviewChange', { changeId: change.id, verdict: 'kept' });
  return (
    <ChangeRow change={change} isChosen={isChosen} characterName={characterName}>
      {!change.seen && dashboard.may('reviewChange', change.characterId) && (
        <button type="button" disabled={isBusy} onClick={() => void run(keep, 'Kept')}>
          Keep
        </button>
      )}
      {dashboard.may('revertMemory', change.characterId) && (
        <button
          type="button"
          class="quiet"
          disabled={isBusy}
          onClick={() => void run(() => new Edits(dashboard).undo(change, true))}
        >
          Undo
        </button>
      )}
      {change.seen && <span class="muted">reviewed</span>}
      <FailureNote failure={failure} />
    </ChangeRow>
  );
}
