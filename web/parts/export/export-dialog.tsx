import { useState } from 'preact/hooks';
import { known } from '../../languages/known.ts';
import { listed, numeral, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { Check } from '../check.tsx';
import { download } from '../download.ts';
import { FailureNote } from '../failure.tsx';
import { SearchField } from '../filters.tsx';
import { groupedBy, shortened } from '../format.ts';
import { plainText } from '../memory/marking.ts';
import { Modal } from '../modal.tsx';
import { useAction } from '../use-action.ts';
import { type FormatName, formats } from './formats.ts';
import { asMarkdown, isOver, type Outgoing, type ReadOutgoing, withNames } from './outgoing.ts';

/** How many memories of a group are shown at first, and by each "show more". */
const shownAtOnce = 20;
/** How much of a text is shown (UTF-16 units). */
const maxShown = 240;

/** Shows which memories go out, lets the user take some out, and saves them as a file. */
export function ExportDialog(props: {
  /** What is exported, and the name of the file. */
  title: string;
  name: string;
  /** How many are read. */
  count: number;
  read: ReadOutgoing;
  /** All memories of one character: the service exports them as a whole. */
  isWhole?: boolean;
  close: () => void;
  saved?: () => void;
}) {
  const { title, name, count, close, saved = close } = props;
  const { client, toasts } = useDashboard();
  const { run, failure, isBusy } = useAction();
  const [format, setFormat] = useState<FormatName>('Text');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [ticks, setTicks] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [read, setRead] = useState(0);
  /** The kinds of what is private that may go out. */
  const [free, setFree] = useState<ReadonlySet<string>>(new Set());
  const found = useLoad(title, async (signal) => withNames(client, await props.read(setRead, signal), signal));
  const all = found.value ?? [];
  const categories = groupedBy(all, ({ category }) => category);
  const offered = all.filter(({ category }) => !left.has(category));
  const kinds = groupedBy(all.flatMap(kindsOf), (kind) => kind);
  const isPrivate = (one: Outgoing) => kindsOf(one).some((kind) => !free.has(kind));
  // A move takes them along with their ends.
  const isLeft = (one: Outgoing) => format !== 'Markdown' && isOver(one) && !isPrivate(one);
  const goesOut = (one: Outgoing) => ticks.get(one.id) ?? !(isPrivate(one) || isLeft(one));
  const chosen = offered.filter(goesOut);
  const personal = offered.filter(isPrivate);
  const over = offered.filter(isLeft);
  const toggle = (one: Outgoing) => setTicks(new Map([...ticks, [one.id, !goesOut(one)]]));
  const save = async () => {
    const isWhole = props.isWhole === true && chosen.length === all.length;
    const { ending, type, write } = formats[format];
    download(`${name}.${ending}`, await (write?.(chosen, name) ?? asMarkdown(client, chosen, isWhole)), type);
    toasts.show(tn(chosen.length, 'Exported {n} memory', 'Exported {n} memories'));
    saved();
  };
  return (
    <Modal label={t('Export')} class="import" close={close}>
      <h2>{title}</h2>
      <FailureNote failure={found.failure} again={found.again} />
      {!found.value && found.isLoading && (
        <p class="muted" role="status">
          {t('Reading {at} of {n}…', { at: numeral(read), n: numeral(count) })}
        </p>
      )}
      {found.value && (
        <>
          <div class="fields">
            <label>
              {t('The file')}
              <select value={format} onChange={(event) => setFormat(event.currentTarget.value as FormatName)}>
                {Object.entries(formats).map(([one, { purpose }]) => (
                  <option key={one} value={one}>
                    {t(purpose)}
                  </option>
                ))}
              </select>
            </label>
            {categories.length > 1 && (
              <Kinds
                legend={t('Categories')}
                all={categories}
                isOn={(one) => !left.has(one)}
                toggle={(one) => setLeft(toggled(left, one))}
              />
            )}
            {kinds.length > 0 && (
              <Kinds
                legend={t('Private: it stays here unless you tick it')}
                all={kinds}
                isOn={(one) => free.has(one)}
                toggle={(one) => setFree(toggled(free, one))}
              />
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
          {over.length > 0 && (
            <Group
              title={tn(
                over.length,
                '{n} memory no longer holds: it stays here unless you tick it',
                '{n} memories no longer hold: they stay here unless you tick them',
              )}
              memories={over}
              isOn={goesOut}
              toggle={toggle}
            />
          )}
          <Group
            title={tn(chosen.length, '{n} memory goes out', '{n} memories go out')}
            about={t(
              'Private is what has an address, a telephone, bank, card or identity number, or a date of birth, is about health or somebody’s money, or names somebody. What else is private you know: untick it.',
            )}
            memories={offered.filter((one) => !(isPrivate(one) || isLeft(one)))}
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
  memories: readonly Outgoing[];
  isOn: (memory: Outgoing) => boolean;
  toggle: (memory: Outgoing) => void;
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

/** A tick for each kind of memory, with how many there are. */
function Kinds(props: {
  legend: string;
  all: readonly (readonly [kind: string, of: readonly unknown[]])[];
  isOn: (kind: string) => boolean;
  toggle: (kind: string) => void;
}) {
  return (
    <fieldset class="checks columned">
      <legend>{props.legend}</legend>
      {props.all.map(([kind, of]) => (
        <Check
          key={kind}
          label={`${known(kind)} (${numeral(of.length)})`}
          checked={props.isOn(kind)}
          change={() => props.toggle(kind)}
        />
      ))}
    </fieldset>
  );
}

/** A set with this one, or without it if it has it. */
const toggled = (all: ReadonlySet<string>, one: string): ReadonlySet<string> =>
  new Set(all.has(one) ? [...all].filter((other) => other !== one) : [...all, one]);

const kindsOf = ({ personal = [] }: Outgoing) => personal;
