import { type ComponentChildren, type Ref, toChildArray, type VNode } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { inWords } from '../languages/times.ts';
import { t } from '../languages/translate.ts';

/** Instants: since inclusive, until exclusive. */
interface Times {
  since?: string | undefined;
  until?: string | undefined;
}

/** A choice of values to filter by. */
export function Chip(props: { class?: string; isOn?: boolean; run: () => void; children: ComponentChildren }) {
  return (
    <button type="button" class={`chip ${props.class ?? ''}`} aria-pressed={props.isOn ?? false} onClick={props.run}>
      {props.children}
    </button>
  );
}

/** A choice of one value, or any. */
export function Choice<Value extends string>(props: {
  label: string;
  value: Value | undefined;
  any: string;
  choices: readonly (readonly [value: Value, name: string])[];
  choose: (value: Value | undefined) => void;
}) {
  const { label, value, any, choices, choose } = props;
  return (
    <select
      class={value === undefined ? 'chip' : 'chip on'}
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => choose(choices.find(([one]) => one === event.currentTarget.value)?.[0])}
    >
      <option value="">{any}</option>
      {choices.map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Choices of which those without a value wait behind one chip, then what clears all. */
export function FewChoices(props: { children: ComponentChildren; clear: (() => void) | undefined }) {
  const { children, clear } = props;
  const [isOpen, setOpen] = useState(false);
  const choices = toChildArray(children) as VNode<{ value: unknown }>[];
  const chosen = choices.filter((one) => one.props.value !== undefined);
  return (
    <>
      {isOpen ? choices : chosen}
      {chosen.length < choices.length && (
        <button type="button" class="chip" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? t('Fewer filters') : t('Filter…')}
        </button>
      )}
      {clear && (
        <button type="button" class="quiet" onClick={clear}>
          {t('Clear')}
        </button>
      )}
    </>
  );
}

/** A search field that filters while the user types. */
export function SearchField(props: {
  label: string;
  placeholder: string;
  value: string;
  set: (value: string) => void;
  field?: Ref<HTMLInputElement>;
}) {
  const { label, placeholder, value, set, field } = props;
  return (
    <input
      {...(field && { ref: field })}
      type="search"
      dir="auto"
      aria-label={label}
      placeholder={placeholder}
      value={value}
      onInput={(event) => set(event.currentTarget.value)}
    />
  );
}

/** Text to filter by, typed or chosen; applied on blur or Enter. */
export function TextFilter(props: {
  label: string;
  /** The placeholder; default: the label. */
  hint?: string;
  value: string | undefined;
  options?: readonly string[];
  set: (value: string | undefined) => void;
}) {
  const { label, value = '', options, set } = props;
  // A draft of its own: the page may render again while the user types.
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  const id = useId();
  return (
    <>
      <input
        class="chip"
        type={options ? 'text' : 'search'}
        aria-label={label}
        placeholder={props.hint ?? label}
        list={options && id}
        size={16}
        maxLength={200}
        autocomplete="off"
        value={draft}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onChange={(event) => set(event.currentTarget.value.trim() || undefined)}
      />
      {options && (
        <datalist id={id}>
          {options.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </>
  );
}

/** The choices of a time beside months: the one that a question names, and days of the user's choice. */
const [named, ofDays] = ['named', 'days'];

/** The present month and those before it, the newest first. */
function lastMonths(): Record<'name' | 'since' | 'until', string>[] {
  const now = new Date();
  return Array.from({ length: monthsShown }, (_, before) => {
    const [first, end] = [before, before - 1].map((one) => new Date(now.getFullYear(), now.getMonth() - one));
    return { name: inWords(first!, 'monthOfYear'), since: first!.toISOString(), until: end!.toISOString() };
  });
}

const monthsShown = 12;

/** A month or whole days of the browser's time zone, or the period that a question names. */
export function Days(props: {
  filter: Times;
  set: (times: Times) => void;
  /** The time that a question names: it is filtered by that until another choice. */
  meant?: { name: string; times: Times; isOn: boolean; take: () => void } | undefined;
}) {
  const { filter, set, meant } = props;
  const [isOpen, setOpen] = useState(false);
  const isGiven = filter.since !== undefined || filter.until !== undefined;
  // Back, or empty fields, filter by no day.
  useEffect(() => {
    if (!isGiven) setOpen(false);
  }, [isGiven]);
  const months = lastMonths();
  const monthIn = (since: string | undefined) => months.find((one) => one.since === since);
  const month = filter.until === monthIn(filter.since)?.until ? monthIn(filter.since)?.since : undefined;
  const given = month !== undefined && !isOpen ? month : ofDays;
  const value = isGiven ? given : meant?.isOn ? named : isOpen ? ofDays : undefined;
  const changed = (field: 'since' | 'until', day: string) => {
    const at = day === '' ? undefined : new Date(`${day}T00:00`);
    if (at && field === 'until') at.setDate(at.getDate() + 1);
    setOpen(true);
    set({ since: filter.since, until: filter.until, [field]: at?.toISOString() });
  };
  return (
    <>
      <Choice
        label={t('Time')}
        value={value}
        any={t('any time')}
        choices={[
          ...(meant ? [[named, meant.name] as const] : []),
          [ofDays, t('between two days')],
          ...months.map(({ since, name }) => [since, name] as const),
        ]}
        choose={(chosen) => {
          setOpen(chosen === ofDays);
          const { since, until } = monthIn(chosen) ?? {};
          if (chosen === named) meant?.take();
          else if (chosen !== ofDays) set({ since, until });
          // The named time is where a narrower one begins.
          else if (meant?.isOn) set(meant.times);
        }}
      />
      {value === ofDays && (
        <>
          <label class="day-field">
            {t('from')}
            <input
              class="chip"
              type="date"
              aria-label={t('From this day on')}
              value={dayIn(filter.since, 0)}
              onChange={(event) => changed('since', event.currentTarget.value)}
            />
          </label>
          <label class="day-field">
            {t('to')}
            <input
              class="chip"
              type="date"
              aria-label={t('Up to this day')}
              value={dayIn(filter.until, 1)}
              onChange={(event) => changed('until', event.currentTarget.value)}
            />
          </label>
        </>
      )}
    </>
  );
}

/** The day that a field shows. @param before how many days before the instant */
function dayIn(at: string | undefined, before: number): string {
  const date = new Date(at ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  date.setDate(date.getDate() - before);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
