import { headingsIn, pathBefore } from '../../text/headings.ts';
import { namesPerson } from '../../text/personal/people.ts';
import { speakerOf } from '../../text/speakers.ts';
import { isOfSpeaker } from './profile.ts';

/** A statement as it stands in a document. */
export interface Placed {
  /** The headings above the innermost; empty without. */
  place: string;
  /** The innermost heading, which tells what the statement is about. */
  heading: string;
  body: string;
}

const maxHeading = 100;
/** A date or a number tells of no subject. */
const telling = /\p{L}/u;

/** The name of a person or the assistant before what they say: "Anna: I moved". Empty for the user, and without one. */
export function speakerBefore(text: string): string {
  const end = text.slice(0, maxHeading).search(/:\s/u);
  const speaker = end < 0 ? undefined : speakerOf(text.slice(0, end), false);
  const isNamed = speaker?.role === 'assistant' || (speaker?.role === 'other' && namesPerson(speaker.name));
  return isNamed ? speaker.name : '';
}

/** `Project › Staging: port 3000` stands below "Project" and "Staging". Only of documents are the headings sure. */
export function placed(content: string, isOfDocument: boolean): Placed {
  const path = pathBefore(content);
  const said = content.slice(path.length);
  const end = path !== '' || isOfDocument ? said.slice(0, maxHeading).search(/:\s/u) : -1;
  const [heading, body] = end < 0 ? ['', said] : [said.slice(0, end), said.slice(end + 1).trimStart()];
  const place = headingsIn(path).filter((name) => telling.test(name));
  return { place: place.join('\n'), heading: telling.test(heading) ? heading : '', body };
}

/** Whether two statements stand below different headings of documents: they speak of different things. */
export function areApart(one: Placed, other: Placed): boolean {
  const areBelow = [one, other].every(({ place, heading }) => place !== '' && heading !== '');
  return areBelow && (one.place !== other.place || one.heading !== other.heading);
}

/** Both as they are compared: without a heading that says nothing of what they differ in. */
export function comparable(one: Placed, other: Placed): [string, string] {
  // "I" is whoever is named before it.
  const areOfSpeaker = [one, other].every(({ heading, body }) => isOfSpeaker(body) && !namesPerson(heading));
  const isSaidInBody = one.heading === other.heading || areOfSpeaker;
  const textOf = ({ heading, body }: Placed) => (isSaidInBody || heading === '' ? body : `${heading}: ${body}`);
  return [textOf(one), textOf(other)];
}
