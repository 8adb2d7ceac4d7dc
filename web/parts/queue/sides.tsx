import type { ComponentChildren } from 'preact';
import { Link } from 'wouter-preact';
import type { Memory } from '../../client/api.ts';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { placeOf } from '../../shell/places.ts';
import { Diff } from '../memory/diff.tsx';
import { partsOf } from '../memory/marking.ts';
import { saidBy } from '../memory/origin.ts';
import { Headed, Said } from '../memory/said.tsx';
import { Time } from '../time.tsx';

/** An older memory beside a newer one. */
interface Older {
  memory: Memory;
  /** What of it stays: then only what goes of it is marked. */
  stays?: string | undefined;
  /** A button for it alone. */
  button?: ComponentChildren;
}

/** Older memories, then the newer one, each with what the other one lacks, and its headings apart. */
export function Sides({ newer, olders }: { newer: Memory; olders: readonly Older[] }) {
  const isOfSeveral = olders.some(({ memory }) => memory.characterId !== newer.characterId);
  const [first, ...others] = olders;
  const isMarked = first !== undefined && others.length === 0 && first.stays === undefined;
  const { text: said } = partsOf(newer);
  return (
    <>
      {olders.map(({ memory, stays, button }) => {
        const { before, text } = partsOf(memory);
        const rest = stays?.startsWith(before) ? stays.slice(before.length) : stays;
        return (
          <Side key={memory.id} memory={memory} age={t('older')} isNamed={isOfSeveral} button={button}>
            <Diff from={text} to={rest ?? said} isShort only="from" />
          </Side>
        );
      })}
      <Side memory={newer} age={t('newer')} isNamed={isOfSeveral}>
        {isMarked ? <Diff from={partsOf(first.memory).text} to={said} isShort only="to" /> : <Said content={said} />}
      </Side>
    </>
  );
}

function Side(props: {
  memory: Memory;
  age: string;
  /** Whether its character is named. */
  isNamed: boolean;
  button?: ComponentChildren;
  children: ComponentChildren;
}) {
  const { memory, age, isNamed, button, children } = props;
  const dashboard = useDashboard();
  return (
    <div class="side">
      <Headed path={partsOf(memory).path}>{children}</Headed>
      <div class="meta">
        <b>{age}</b>
        <span>{saidBy(memory)}</span>
        {isNamed && <bdi>{dashboard.character(memory.characterId)?.name}</bdi>}
        <Time at={memory.occurredAt ?? memory.createdAt} as="moment" />
        <Link href={placeOf('memories', memory.characterId, memory.id)}>{t('History')}</Link>
        {button}
      </div>
    </div>
  );
}
