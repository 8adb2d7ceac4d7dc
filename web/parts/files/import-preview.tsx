import { listed, numeral, t, tn } from '../../languages/translate.ts';
import { FailureNote } from '../failure.tsx';
import { groupedBy } from '../format.ts';
import type { Given, Report } from './given.ts';

/** How many names of what is not read are shown. */
const shownLeftOut = 8;
/** How many memories of chats are shown: the choice of conversations follows. */
const shownOfChats = 3;

/** What a document was recognised as: "ChatGPT, 41 conversations". Nothing for plain documents, whose names say it. */
function recognisedIn(report: Report, others: ReadonlySet<string>): string | undefined {
  const { product } = report.recognised;
  const conversations =
    report.conversations?.filter(({ id }) => !others.has(id)).length ?? report.recognised.conversations;
  const count = !!conversations && tn(conversations, '{n} conversation', '{n} conversations');
  return listed([product, count]) || undefined;
}

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

/**
 * The memories that a document would give.
 * @param others the conversations that are left out
 * @param isCounting the report is of another choice
 */
export function Seen(props: { given: Given; others: ReadonlySet<string>; isCounting: boolean }) {
  const { given, others, isCounting } = props;
  const { name, report, failure } = given;
  const examples = report?.examples?.slice(0, report.conversations && shownOfChats) ?? [];
  const further = isCounting || !report ? 0 : report.memoriesAdded - examples.length;
  const [later, leftOut] = [true, false].map((is) =>
    (report?.leftOut ?? []).filter((one) => one.name.startsWith(inFuture) === is),
  ) as [LeftOut, LeftOut];
  const chats = report?.conversations ?? [];
  const isUnticked = chats.length > 0 && chats.every(({ id }) => others.has(id));
  const laterCount = later.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-label={name}>
      <h3 dir="auto">{name}</h3>
      <FailureNote failure={failure} />
      {report && (
        <>
          <p>
            {listed([
              recognisedIn(report, others),
              isCounting
                ? t('its memories are being counted')
                : tn(report.memoriesAdded, '{n} new memory', '{n} new memories'),
              !isCounting &&
                report.duplicatesSkipped > 0 &&
                t('{known} known already', { known: report.duplicatesSkipped }),
              !isCounting && report.fillerFiltered > 0 && t('{filler} small talk', { filler: report.fillerFiltered }),
              !isCounting && report.rejectedCount > 0 && t('{refused} refused', { refused: report.rejectedCount }),
            ])}
          </p>
          {report.totalParsed === 0 && leftOut.length === 0 && !isUnticked && (
            <p class="muted">{t('It states nothing in words.')}</p>
          )}
          <ul class="near">
            {examples.map((example) => (
              <li key={example}>
                <bdi>{example}</bdi>
              </li>
            ))}
            {examples.length > 0 && further > 0 && (
              <li class="muted">{tn(further, 'and {n} other', 'and {n} others')}</li>
            )}
          </ul>
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
          {report.rejected.slice(0, 5).map(({ line, reason }) => (
            <p key={`${line} ${reason}`} class="muted">
              {line !== undefined && t('Line {line}:', { line })} {reason}
            </p>
          ))}
        </>
      )}
    </section>
  );
}

/** The combined result of several documents. */
export function sumOf(given: readonly Given[]): string {
  const sum = (of: (report: Report) => number) => given.reduce((all, { report }) => all + (report ? of(report) : 0), 0);
  const added = tn(
    sum(({ memoriesAdded }) => memoriesAdded),
    '{n} new memory',
    '{n} new memories',
  );
  const known = sum(({ duplicatesSkipped }) => duplicatesSkipped);
  const text = `${tn(given.length, '{n} document', '{n} documents')}: ${added}`;
  return known === 0 ? text : `${text}, ${t('{known} known already', { known })}`;
}
