import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { listed, t, tn } from '../../languages/translate.ts';
import { SearchField } from '../filters.tsx';

/** From how many parts on they are found by letters, and up to how many memories are shown at first. */
const [manyParts, fewMemories] = [8, 15];

/** A part of an import: a document or a conversation. */
export interface Part {
  id: string;
  name: string;
  about?: ComponentChildren;
  /** How many new memories it gives, and the first of them; undefined: it could not be read. */
  added: number | undefined;
  examples: readonly string[];
  /** What it is, before the count, what gives no memory, after it, and what else is to be said. */
  kind?: string | undefined;
  rest?: string | undefined;
  notes?: ComponentChildren;
}

/** The parts of an import with ticks, each with what it would give. */
export function Ticks(props: {
  label: string;
  find: string;
  all: readonly Part[];
  others: ReadonlySet<string>;
  choose: (others: ReadonlySet<string>) => void;
  children?: ComponentChildren;
}) {
  const { label, find, all, others, choose, children } = props;
  const [letters, setLetters] = useState('');
  const sought = letters.trim().toLocaleLowerCase();
  const shown = all.filter(({ name }) => name.toLocaleLowerCase().includes(sought));
  const open = shown.filter(isOpen);
  const isShort = all.reduce((sum, { examples }) => sum + examples.length, 0) <= fewMemories;
  const isWanted = ({ id }: Part) => !others.has(id);
  const toggle = (id: string) => {
    const next = new Set(others);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  return (
    <fieldset class="ticks">
      <legend>{label}</legend>
      {children}
      {all.length > 1 && (
        <div class="buttons">
          <button
            type="button"
            class="quiet"
            disabled={open.every(isWanted)}
            onClick={() => choose(new Set([...others].filter((id) => !open.some((one) => one.id === id))))}
          >
            {t('Select all')}
          </button>
          <button
            type="button"
            class="quiet"
            disabled={!open.some(isWanted)}
            onClick={() => choose(new Set([...others, ...open.map(({ id }) => id)]))}
          >
            {t('Select none')}
          </button>
          {all.length > manyParts && <SearchField label={find} placeholder={find} value={letters} set={setLetters} />}
        </div>
      )}
      <ul aria-label={label}>
        {shown.map((part) => (
          <Tick
            key={part.id}
            part={part}
            isOn={isOpen(part) && isWanted(part)}
            toggle={() => toggle(part.id)}
            isShownFirst={isShort}
          />
        ))}
      </ul>
    </fieldset>
  );
}

/** Whether there is a choice: it gives something. */
function isOpen({ added = 0 }: Part): boolean {
  return added > 0;
}

function Tick(props: { part: Part; isOn: boolean; toggle: () => void; isShownFirst: boolean }) {
  const { part, isOn, toggle, isShownFirst } = props;
  const { name, about, added = 0, examples, kind, rest, notes } = part;
  const gives = added > 0 ? tn(added, '{n} new memory', '{n} new memories') : t('nothing new');
  const count = listed([kind, gives, rest]);
  return (
    <li>
      <label class="ticked">
        <input type="checkbox" checked={isOn} disabled={!isOpen(part)} onChange={toggle} />
        <span dir="auto">{name}</span>
        {about !== undefined && <small>{about}</small>}
      </label>
      {examples.length > 0 ? (
        <details open={isShownFirst}>
          <summary>{count}</summary>
          <Examples examples={examples} />
        </details>
      ) : (
        part.added !== undefined && <p class="muted">{count}</p>
      )}
      {notes}
    </li>
  );
}

function Examples({ examples }: { examples: readonly string[] }) {
  return (
    <ul class="near">
      {examples.map((example) => (
        <li key={example}>
          <bdi>{example}</bdi>
        </li>
      ))}
    </ul>
  );
}
