import { listed, numeral, t, tn } from '../../languages/translate.ts';
import { FailureNote } from '../failure.tsx';
import { groupedBy } from '../format.ts';
import { saidInPassing } from './conversations.tsx';
import { type Given, outcomeOf, type Report, type Without } from './given.ts';
import { Ticks } from './ticks.tsx';

/** How many names of what is not read are shown. */
const shownLeftOut = 8;
/** How many lines that were refused are shown. */
const shownRejected = 5;

type LeftOut = NonNullable<Report['leftOut']>;
/** How the service names a time that it does not believe: the text is read. */
const inFuture = 'time in the future';

/** What is not read, each with how often; what differs in its day alone is one. */
function leftOutIn(leftOut: LeftOut): string {
  const kinds = groupedBy(leftOut, ({ name }) => name.replace(/: \d{4}-\d\d-\d\d$/u, ''));
  return listed([
    ...kinds
      .slice(0, shownLeftOut)
      .map(([name, of]) => `${name} (${numeral(of.reduce((sum, one) => sum + one.count, 0))})`),
    kinds.length > shownLeftOut && t('and more'),
  ]);
}

/** The documents with ticks and what each would give; what conversations give stands below them. */
export function Documents(props: { given: readonly Given[]; without: Without; choose: (without: Without) => void }) {
  return (
    <Ticks
      label={t('Documents')}
      find={t('Find a document')}
      all={props.given.map((one) => ({
        id: one.name,
        name: one.name,
        added: one.failure === undefined ? outcomeOf(one)?.memoriesAdded : undefined,
        examples: one.report?.conversations?.length
          ? []
          : (one.report?.examples ?? []).map((text) => ({ id: text, text })),
        kind: one.report && kindOf(one.report),
        rest: one.report && restOf(one.report),
        notes: <Notes given={one} />,
      }))}
      without={props.without}
      choose={props.choose}
    />
  );
}

/** What a document was recognised as: "ChatGPT, 41 conversations". Nothing for plain documents, whose names say it. */
function kindOf({ recognised: { product, conversations } }: Report): string {
  return listed([product, !!conversations && tn(conversations, '{n} conversation', '{n} conversations')]);
}

/** What of it gives no new memory. */
function restOf({ duplicatesSkipped: known, fillerFiltered: filler, rejectedCount: refused }: Report): string {
  return listed([
    known > 0 && t('{known} known already', { known }),
    saidInPassing(filler),
    refused > 0 && t('{refused} refused', { refused }),
  ]);
}

/** What of a document is not read, or read otherwise. */
function Notes({ given: { report, failure } }: { given: Given }) {
  if (!report || failure !== undefined) return <FailureNote failure={failure} />;
  const [later, leftOut] = [true, false].map((is) =>
    (report.leftOut ?? []).filter((one) => one.name.startsWith(inFuture) === is),
  ) as [LeftOut, LeftOut];
  const laterCount = later.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      {report.totalParsed === 0 && leftOut.length === 0 && <p class="muted">{t('It states nothing in words.')}</p>}
      {leftOut.length > 0 && (
        <p class="muted">
          {t('Not read:')} {leftOutIn(leftOut)}
        </p>
      )}
      {laterCount > 0 && (
        <p class="muted">
          {tn(
            laterCount,
            '{n} text is dated in the future: the time is left out, the text is not.',
            '{n} texts are dated in the future: the time is left out, the text is not.',
          )}
        </p>
      )}
      {report.rejected.slice(0, shownRejected).map(({ line, reason }) => (
        <p key={`${line} ${reason}`} class="muted">
          {line !== undefined && t('Line {line}:', { line })} {reason}
        </p>
      ))}
    </>
  );
}
