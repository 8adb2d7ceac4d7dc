import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { listed, t, tn } from '../../languages/translate.ts';
import { SearchField } from '../filters.tsx';
import { plainText } from '../memory/marking.ts';
import type { Without } from './given.ts';

/** From how many parts on they are found by letters, and up to how many memories are shown at first. */
const [manyParts, fewMemories] = [8, 15];

/** A part of an import: a document or a conversation. */
export interface Part {
  id: string;
  name: string;
  about?: ComponentChildren;
  /** How many new memories it gives, and the first of them; undefined: it could not be read. */
  added: number | undefined;
  examples: readonly Example[];
  /** What it is, before the count, what gives no memory, after it, and what else is to be said. */
  kind?: string | undefined;
  rest?: string | undefined;
  notes?: ComponentChildren;
}

/** A memory that would be added: as the service names it, and as it is shown here. */
interface Example {
  id: string;
  text: string;
}

/** The parts of an import with ticks, each with what it would give, of which each memory has a tick. */
export function Ticks(props: {
  label: string;
  find: string;
  all: readonly Part[];
  without: Without;
  choose: (without: Without) => void;
  children?: ComponentChildren;
}) {
  const { label, find, all, without, choose, children } = props;
  const { parts, memories } = without;
  const [letters, setLetters] = useState('');
  const sought = letters.trim().toLocaleLowerCase();
  const shown = all.filter(({ name }) => name.toLocaleLowerCase().includes(sought));
  const open = shown.filter(isOpen);
  const isShort = all.reduce((sum, { examples }) => sum + examples.length, 0) <= fewMemories;
  const keptOf = ({ id, added = 0, examples }: Part) =>
    parts.has(id) ? 0 : added - examples.filter((one) => memories.has(one.id)).length;
  const put = (some: readonly Part[], isOn: boolean) => {
    const [nextParts, nextMemories] = [new Set(parts), new Set(memories)];
    for (const { id, examples } of some) {
      if (isOn) nextParts.delete(id);
      else nextParts.add(id);
      for (const one of examples) nextMemories.delete(one.id);
    }
    choose({ parts: nextParts, memories: nextMemories });
  };
  const toggleOne = (part: Part, id: string) => {
    const [nextParts, nextMemories] = [new Set(parts), new Set(memories)];
    // The first memory of a part that is out comes in alone.
    if (nextParts.delete(part.id)) for (const one of part.examples) nextMemories.add(one.id);
    if (!nextMemories.delete(id)) nextMemories.add(id);
    choose({ parts: nextParts, memories: nextMemories });
  };
  return (
    <fieldset class="ticks">
      <legend>{label}</legend>
      {children}
      {all.length > 1 && all.some(isOpen) && (
        <div class="buttons">
          <button
            type="button"
            class="quiet"
            disabled={open.every((one) => keptOf(one) === one.added)}
            onClick={() => put(open, true)}
          >
            {t('Select all')}
          </button>
          <button
            type="button"
            class="quiet"
            disabled={open.every((one) => keptOf(one) === 0)}
            onClick={() => put(open, false)}
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
            kept={keptOf(part)}
            toggle={(isOn) => put([part], isOn)}
            isKept={(id) => !parts.has(part.id) && !memories.has(id)}
            toggleOne={(id) => toggleOne(part, id)}
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

function Tick(props: {
  part: Part;
  /** How many of its memories are to be imported. */
  kept: number;
  toggle: (isOn: boolean) => void;
  isKept: (memory: string) => boolean;
  toggleOne: (memory: string) => void;
  isShownFirst: boolean;
}) {
  const { part, kept, toggle, isKept, toggleOne, isShownFirst } = props;
  const { name, about, added = 0, examples, kind, rest, notes } = part;
  const [isShown, setShown] = useState(isShownFirst);
  const isPartly = kept > 0 && kept < added;
  const gives = isPartly
    ? tn(added, '{kept} of {n} new memory', '{kept} of {n} new memories', { kept })
    : tn(added, '{n} new memory', '{n} new memories');
  const count = listed([kind, added > 0 ? gives : t('nothing new'), rest]);
  const more = added - examples.length;
  return (
    <li>
      <label class="ticked">
        <input
          type="checkbox"
          checked={kept > 0}
          indeterminate={isPartly}
          disabled={!isOpen(part)}
          onChange={() => toggle(kept === 0)}
        />
        <span dir="auto">{name}</span>
        {about !== undefined && <small>{about}</small>}
      </label>
      {examples.length > 0 ? (
        <details open={isShown} onToggle={(event) => setShown(event.currentTarget.open)}>
          <summary>{count}</summary>
          {isShown && (
            <ul class="singles">
              {examples.map(({ id, text }) => (
                <li key={id}>
                  <label class="ticked">
                    <input type="checkbox" checked={isKept(id)} onChange={() => toggleOne(id)} />
                    <bdi>{plainText(text)}</bdi>
                  </label>
                </li>
              ))}
              {more > 0 && <li class="muted">{tn(more, 'and {n} more memory', 'and {n} more memories')}</li>}
            </ul>
          )}
        </details>
      ) : (
        part.added !== undefined && <p class="muted">{count}</p>
      )}
      {notes}
    </li>
  );
}
