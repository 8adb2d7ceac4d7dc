import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { t, tn } from '../../languages/translate.ts';
import { everyone, placeOf, queryOf } from '../../shell/places.ts';
import { authorOf, type Change } from '../memory/change.ts';
import { ShortText } from '../memory/said.tsx';
import { type Running, UndoBatch } from './batch-row.tsx';
import { countOf, namesOf, type Row } from './batches.ts';
import { areAtOnce, runsOf, saidOnce } from './digest.ts';

/** How many rows are shown, and how many of them are imports at most. */
const [shown, shownImports] = [7, 2];

/** This week's new memories, a line each: what people and agents said, then files, then whole imports. */
export function Learnt(props: {
  characterId: string | undefined;
  changes: readonly Change[];
  /** Batches of new memories. */
  batches: readonly Row[];
  /** Whether the week has further changes, which were not read. */
  isMore: boolean;
  week: string;
  /** The memories that were stored in it and are still there. */
  added: number;
}) {
  const { characterId, changes, isMore, week, added } = props;
  const [running, run] = useState<Running>();
  // What is undone here stays: a second click must not undo what would move to its place.
  const seen = useRef(new Set<string>()).current;
  const batches = props.batches.filter(({ batchId, isUndone }) => !isUndone || seen.has(batchId));
  for (const { batchId } of batches) seen.add(batchId);
  const imports = batches.filter((one) => one.learntIn === undefined).slice(0, shownImports);
  const all = runsOf(changes, areAtOnce);
  const last = all.at(-1);
  const said = [...all.filter(([first]) => !isOfFile(first)), ...batches.filter((one) => one.learntIn)];
  const newest = saidOnce(
    said.toSorted((one, other) => timeOf(other).localeCompare(timeOf(one))),
    (row) => ('batchId' in row ? { content: row.content, count: countOf(row) } : { ...row[0], count: row.length }),
  );
  const rows = [...newest, ...all.filter(([first]) => isOfFile(first))].slice(0, shown - imports.length);
  return (
    <section aria-label={t('Learnt this week')}>
      <h2 class="heading">{t('Learnt this week')}</h2>
      {rows.length + imports.length === 0 && <p class="muted">{t('Nothing was stored in the last seven days.')}</p>}
      <ul class="lines">
        {rows.map((row) =>
          'batchId' in row ? (
            <LearntLine key={row.batchId} batch={row} undo={<UndoBatch batch={row} running={running} run={run} />}>
              {countOf(row) > 1 && `${moreOf(countOf(row) - 1, false)}${t(', ')}`}
              {t('by {author}', { author: authorOf(row.by) })}
              {row.isUndone && `${t(', ')}${t('undone')}`}
              {row.changedSince && `${t(', ')}${t('changed since')}`}
            </LearntLine>
          ) : (
            <li key={row[0].id}>
              <Link href={placeOf('memories', row[0].characterId, row[0].memoryId)}>
                <ShortText content={row[0].content} />
              </Link>
              <div class="meta">
                {row.length > 1 && `${moreOf(row.length - 1, isMore && row === last)}${t(', ')}`}
                {t(isOfFile(row[0]) ? 'from {author}' : 'by {author}', { author: authorOf(row[0].by) })}
              </div>
            </li>
          ),
        )}
        {imports.map((batch) => (
          <LearntLine key={batch.batchId} batch={batch}>
            {(batch.documents ?? []).length > 0
              ? tn(batch.memories, 'imported: {n} memory', 'imported: {n} memories')
              : moreOf(batch.memories - 1, false)}
          </LearntLine>
        ))}
      </ul>
      {rows.length + imports.length > 0 && (
        <Link href={placeOf('memories', characterId ?? everyone) + queryOf({ storedSince: week })}>
          {t('All {n} of this week', { n: added })}
        </Link>
      )}
    </section>
  );
}

/** A batch of new memories, which leads to them. */
function LearntLine(props: { batch: Row; undo?: ComponentChildren; children: ComponentChildren }) {
  const { batch, undo, children } = props;
  const { batchId, documents = [], content, characters, characterId } = batch;
  return (
    <li class={undo === undefined ? undefined : 'change'}>
      <Link href={placeOf('memories', characters > 1 ? everyone : characterId) + queryOf({ batchId })}>
        {documents.length > 0 ? (
          <span class="said" dir="auto">
            {namesOf(documents)}
          </span>
        ) : (
          <ShortText content={content} />
        )}
      </Link>
      <div class="meta">{children}</div>
      {undo}
    </li>
  );
}

const timeOf = (row: Row | [Change, ...Change[]]) => ('batchId' in row ? row : row[0]).createdAt;
const isOfFile = ({ by }: Change) => by.kind === 'file';

/** @param isAtLeast whether there may be further ones */
function moreOf(n: number, isAtLeast: boolean): string {
  return isAtLeast ? t('and at least {n} more at once', { n }) : t('and {n} more at once', { n });
}
