import { useState } from 'preact/hooks';
import type { Character } from '../../client/api.ts';
import type { Client, Output } from '../../client/client.ts';
import { known } from '../../languages/known.ts';
import { listed, type Message, msg, numeral, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { isUnspaced } from '../../shell/matches.ts';
import { useLoad } from '../../shell/use-load.ts';
import { Check } from '../check.tsx';
import { download } from '../download.ts';
import { FailureNote } from '../failure.tsx';
import { SearchField } from '../filters.tsx';
import { groupedBy, literal, shortened } from '../format.ts';
import { type ExportFormat, exported, exportFormats } from '../memories/export.ts';
import { plainText } from '../memory/marking.ts';
import { Modal } from '../modal.tsx';
import { useAction } from '../use-action.ts';
import { privateKindsIn } from './private-life.ts';

type Listed = Output<'listMemories'>['memories'][number];

/** What each format is for. */
const purposes: Readonly<Record<ExportFormat, Message>> = {
  Markdown: msg('Text for people, editors and an import (Markdown)'),
  CSV: msg('A table for spreadsheets (CSV)'),
  JSON: msg('Data for programs (JSON)'),
};

/** The API's maximum for one list, one export of chosen memories and one list of names. */
const [maxListed, maxExported, maxNames] = [100, 500, 300];
/** A kind of what is private beside those that the service marks. */
const namesOfPeople = 'names of people';
/** How many memories of a group are shown at first, and by each "show more". */
const shownAtOnce = 20;
/** How much of a text is shown (UTF-16 units). */
const maxShown = 240;

/** Shows which memories of a character go out, lets the user take some out, and saves them as a file. */
export function ExportDialog({ character, close }: { character: Character; close: () => void }) {
  const dashboard = useDashboard();
  const { client, toasts } = dashboard;
  const { id: characterId } = character;
  const name = dashboard.nameOf(character);
  const { run, failure, isBusy } = useAction();
  const [format, setFormat] = useState<ExportFormat>('Markdown');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [read, setRead] = useState(0);
  /** The kinds of what is private that go out all the same. */
  const [free, setFree] = useState<ReadonlySet<string>>(new Set());
  const found = useLoad(characterId, async (signal) => {
    const all = await readAll(client, characterId, setRead, signal);
    const names = await peopleOf(client, characterId, signal);
    return all.map((one) => ({ ...one, personal: allKindsOf(one, names) }));
  });
  const all = found.value ?? [];
  const categories = groupedBy(all, ({ category }) => category);
  const offered = all.filter(({ category }) => !left.has(category));
  const kinds = groupedBy(all.flatMap(kindsOf), (kind) => kind);
  const isPrivate = (one: Listed) => kindsOf(one).some((kind) => !free.has(kind));
  const goesOut = (one: Listed) => ticks.get(one.id) ?? !isPrivate(one);
  const chosen = offered.filter(goesOut);
  const personal = offered.filter(isPrivate);
  const toggle = (one: Listed) => setTicks(new Map([...ticks, [one.id, !goesOut(one)]]));
  const save = async () => {
    const { ending, type, content } = exported(chosen, format);
    const isWhole = chosen.length === all.length;
    const text = format === 'Markdown' ? await asMarkdown(client, characterId, isWhole ? undefined : chosen) : content;
    download(`${name}.${ending}`, text, type);
    toasts.show(tn(chosen.length, 'Exported {n} memory', 'Exported {n} memories'));
    close();
  };
  return (
    <Modal label={t('Export')} class="import" close={close}>
      <h2>{t('Export {name}', { name })}</h2>
      <FailureNote failure={found.failure} again={found.again} />
      {!found.value && found.isLoading && (
        <p class="muted" role="status">
          {t('Reading {at} of {n}…', { at: numeral(read), n: numeral(character.memoryCount) })}
        </p>
      )}
      {found.value && (
        <>
          <div class="fields">
            <label>
              {t('The file')}
              <select
                value={format}
                onChange={(event) =>
                  setFormat(exportFormats.find((one) => one === event.currentTarget.value) ?? 'Markdown')
                }
              >
                {exportFormats.map((one) => (
                  <option key={one} value={one}>
                    {t(purposes[one])}
                  </option>
                ))}
              </select>
            </label>
            {categories.length > 1 && (
              <Kinds legend={t('Categories')} all={categories} without={left} choose={setLeft} />
            )}
            {kinds.length > 0 && (
              <Kinds legend={t('Private, and stays here')} all={kinds} without={free} choose={setFree} />
            )}
          </div>
          {personal.length > 0 && (
            <Group
              title={tn(
                personal.length,
                '{n} memory is private: it stays here unless you tick it',
                '{n} memories are private: they stay here unless you tick them',
              )}
              memories={personal}
              isOn={goesOut}
              toggle={toggle}
            />
          )}
          <Group
            title={tn(chosen.length, '{n} memory goes out', '{n} memories go out')}
            about={t(
              'Private is what has an address, a telephone, bank, card or identity number, or a date of birth, is about health or somebody’s money, or names somebody. What else is private you know: untick it.',
            )}
            memories={offered.filter((one) => !isPrivate(one))}
            isOn={goesOut}
            toggle={toggle}
          />
        </>
      )}
      <FailureNote failure={failure} />
      <div class="buttons foot">
        <button type="button" class="main" disabled={isBusy || chosen.length === 0} onClick={() => void run(save)}>
          {chosen.length === 0 ? t('Export') : tn(chosen.length, 'Export {n} memory', 'Export {n} memories')}
        </button>
        <button type="button" onClick={close}>
          {t('Cancel')}
        </button>
      </div>
    </Modal>
  );
}

/** Memories with ticks, as many as are asked for. */
function Group(props: {
  title: string;
  about?: string;
  memories: readonly Listed[];
  isOn: (memory: Listed) => boolean;
  toggle: (memory: Listed) => void;
}) {
  const { title, about, memories, isOn, toggle } = props;
  const [letters, setLetters] = useState('');
  const [shown, setShown] = useState(shownAtOnce);
  const sought = letters.trim().toLocaleLowerCase();
  const found = memories.filter(({ content }) => content.toLocaleLowerCase().includes(sought));
  return (
    <fieldset class="ticks">
      <legend>{title}</legend>
      {about !== undefined && <p>{about}</p>}
      {memories.length > shownAtOnce && (
        <SearchField label={t('Find a memory')} placeholder={t('Find a memory')} value={letters} set={setLetters} />
      )}
      <ul>
        {found.slice(0, shown).map((one) => (
          <li key={one.id}>
            <label class="ticked">
              <input type="checkbox" checked={isOn(one)} onChange={() => toggle(one)} />
              <span dir="auto" title={one.content.length > maxShown ? one.content : undefined}>
                {shortened(plainText(one.content), maxShown)}
              </span>
              {kindsOf(one).length > 0 && <small>{listed(kindsOf(one).map(known))}</small>}
            </label>
          </li>
        ))}
      </ul>
      {found.length > shown && (
        <button type="button" class="quiet" onClick={() => setShown(shown + 5 * shownAtOnce)}>
          {t('Show more of {n}', { n: numeral(found.length) })}
        </button>
      )}
    </fieldset>
  );
}

/** A tick for each kind of memory, with how many there are. @param props.without the kinds that are not ticked */
function Kinds(props: {
  legend: string;
  all: readonly (readonly [kind: string, of: readonly unknown[]])[];
  without: ReadonlySet<string>;
  choose: (without: ReadonlySet<string>) => void;
}) {
  const { legend, all, without, choose } = props;
  return (
    <fieldset class="checks columned">
      <legend>{legend}</legend>
      {all.map(([kind, of]) => (
        <Check
          key={kind}
          label={`${known(kind)} (${numeral(of.length)})`}
          checked={!without.has(kind)}
          change={(isOn) => choose(new Set(isOn ? [...without].filter((one) => one !== kind) : [...without, kind]))}
        />
      ))}
    </fieldset>
  );
}

const kindsOf = ({ personal = [] }: Listed) => personal;

/** All that is private in a memory. @param names of people */
function allKindsOf({ content, personal = [] }: Listed, names: RegExp | undefined): string[] {
  const named = names?.test(content) ? [namesOfPeople] : [];
  return [...new Set([...personal, ...privateKindsIn(content), ...named])];
}

/** Finds the names of people whom the memories know; undefined: they know nobody. */
async function peopleOf(client: Client, characterId: string, signal: AbortSignal): Promise<RegExp | undefined> {
  // Asked by letters, here none, the service tells those in one memory too.
  const asked = { characterId, kind: 'person', words: ' ', limit: maxNames } as const;
  const { names } = await client.call('listNames', asked, signal);
  const sources = names.map(({ name }) => {
    const letters = literal(name);
    return isUnspaced(name) ? letters : `(?<![\\p{L}\\p{M}])${letters}(?![\\p{L}\\p{M}])`;
  });
  return sources.length > 0 ? new RegExp(sources.join('|'), 'u') : undefined;
}

async function readAll(
  client: Client,
  characterId: string,
  progress: (done: number) => void,
  signal: AbortSignal,
): Promise<Listed[]> {
  const all: Listed[] = [];
  for (let page = 0; ; page++) {
    const { memories, total } = await client.call('listMemories', { characterId, page, limit: maxListed }, signal);
    all.push(...memories);
    progress(all.length);
    // The list may have moved between two pages.
    if (memories.length === 0 || all.length >= total) return [...new Map(all.map((one) => [one.id, one])).values()];
  }
}

/** The service's own export, which keeps times and histories. @param chosen undefined: all of the character */
async function asMarkdown(client: Client, characterId: string, chosen: readonly Listed[] | undefined): Promise<string> {
  if (!chosen) return client.call('exportCharacter', { characterId });
  const ids = groupedBy(chosen, ({ category }) => category).flatMap(([, of]) => of.map(({ id }) => id));
  const parts: string[] = [];
  for (let at = 0; at < ids.length; at += maxExported) {
    parts.push(await client.call('exportMemories', { characterId, ids: ids.slice(at, at + maxExported) }));
  }
  return parts.join('');
}
