import { dateIn } from '../dates.ts';
import { type ReadDocument, unreadable } from '../document.ts';
import { LeftOut } from '../left-out.ts';
import { limits, refuseBeyond } from '../limits.ts';
import type { Piece } from '../piece.ts';
import { type Component, componentsIn, type Property, unescaped } from './content-lines.ts';
import { flat, statement } from './records.ts';

const kinds = new Set(['VEVENT', 'VTODO', 'VJOURNAL']);
const read = new Set(
  `SUMMARY DESCRIPTION LOCATION DTSTART DTEND DUE COMPLETED STATUS RRULE ATTENDEE ORGANIZER CATEGORIES`.split(' '),
);
const ofProgram =
  /^(?:UID|DTSTAMP|CREATED|LAST-MODIFIED|SEQUENCE|TRANSP|CLASS|PRIORITY|DURATION|RECURRENCE-ID|PERCENT-COMPLETE)$|^X-/;

/**
 * A calendar (iCalendar, RFC 5545): an event, a task or an entry of a journal is one statement with its day. Cancelled
 * ones are left out. InvalidInput without any.
 */
export function readCalendar(text: string): ReadDocument {
  const components = componentsIn(text, kinds);
  if (components.length === 0) throw unreadable('it holds no event, task or journal entry (BEGIN:VEVENT)');
  refuseBeyond(limits.records, components.length, 'events');
  const leftOut = new LeftOut();
  return { pieces: components.flatMap((one) => piecesOf(one, leftOut)), leftOut: leftOut.list() };
}

function piecesOf({ name, properties }: Component, leftOut: LeftOut): Piece[] {
  const textOf = (wanted: string) => unescaped(properties.find((one) => one.name === wanted)?.value ?? '');
  const status = textOf('STATUS').toUpperCase();
  if (status === 'CANCELLED') {
    leftOut.add('cancelled events and tasks');
    return [];
  }
  for (const one of properties)
    if (!read.has(one.name) && !ofProgram.test(one.name)) leftOut.add(one.name.toLowerCase());
  const start = timeOf(textOf('DTSTART'));
  const due = timeOf(textOf('DUE'));
  const isDone = status === 'COMPLETED' || textOf('COMPLETED') !== '';
  const state = name === 'VTODO' ? (isDone ? 'done: ' : 'open: ') : '';
  const end = endOf(start, timeOf(textOf('DTEND')));
  const details = [
    start && `${start.shown}${end}`,
    due && `due ${due.shown}`,
    textOf('LOCATION') && `at ${flat(textOf('LOCATION'))}`,
    repetition(textOf('RRULE')),
    peopleOf(properties),
  ].filter((part) => part);
  const description = flat(textOf('DESCRIPTION'));
  const summary = flat(textOf('SUMMARY')) || (description === '' ? '' : 'Event');
  if (summary === '') return [];
  const tags = properties
    .filter((one) => one.name === 'CATEGORIES')
    .flatMap(({ value }) => value.split(/(?<!\\),/).map(unescaped))
    .filter((tag) => tag !== '');
  const known = { occurredAt: (start ?? due)?.at, ...(tags.length > 0 && { tags }) };
  const head = `${state}${summary}${details.length === 0 ? '' : ` (${details.join('; ')})`}`;
  return statement(description === '' ? head : `${head}: ${description}`, [], known);
}

interface Time {
  at: string | undefined;
  /** As people read it: `2026-05-01`, `2026-05-01 10:00`. */
  shown: string;
}

/** `20260501`, `20260501T100000`, `20260501T100000Z`. A time of another zone counts as written. */
function timeOf(value: string): Time | undefined {
  const [, y, m, d, hour, minute, zone] = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?$/.exec(value) ?? [];
  if (y === undefined) return undefined;
  const day = `${y}-${m}-${d}`;
  const time = hour === undefined ? '' : `${hour}:${minute}`;
  const shown = time === '' ? day : `${day} ${time}${zone === undefined ? '' : ' UTC'}`;
  return { at: dateIn(time === '' ? day : `${day}T${time}`), shown };
}

/** The end, where it is on the same day its time alone. A whole day ends before the next one. */
function endOf(start: Time | undefined, end: Time | undefined): string {
  if (!start || !end || start.shown === end.shown) return '';
  const [day, time] = end.shown.split(/ (.*)/);
  if (time === undefined) {
    const last = new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000);
    const shown = Number.isNaN(last.getTime()) ? day : last.toISOString().slice(0, 10);
    return shown === start.shown ? '' : ` to ${shown}`;
  }
  return start.shown.startsWith(`${day}`) ? ` to ${time}` : ` to ${end.shown}`;
}

function repetition(rule: string): string {
  const frequency = /FREQ=(DAILY|WEEKLY|MONTHLY|YEARLY)/i.exec(rule)?.[1];
  return frequency === undefined ? '' : `repeats ${frequency.toLowerCase()}`;
}

/** How many people of an event are named. */
const maxPeople = 20;

function peopleOf(properties: readonly Property[]): string {
  const people = properties.filter(({ name }) => name === 'ATTENDEE' || name === 'ORGANIZER');
  const names = [...new Set(people.map(({ type, value }) => type || value.replace(/^mailto:/i, '').trim()))];
  return names.length === 0 ? '' : `with ${names.slice(0, maxPeople).join(', ')}`;
}
