import { rich, t, tn } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { pathIn, plainText } from '../memory/marking.ts';
import { ShortText } from '../memory/said.tsx';
import { type Item, kinds, olderText } from './items.ts';

/** The cards behind the present one, in a line each. @param further how many are not named */
export function Behind(props: {
  items: readonly Item[];
  further: number;
  isNamed: boolean;
  choose: (key: string) => void;
}) {
  const { items, further, isNamed, choose } = props;
  const dashboard = useDashboard();
  return (
    <div>
      <ul class="lines behind">
        {items.map((item) => {
          const older = olderText(item);
          const name = isNamed ? dashboard.character(item.characterId)?.name : undefined;
          return (
            <li key={item.key}>
              <button type="button" class="quiet" onClick={() => choose(item.key)}>
                <ShortText content={item.text} />
                <span class="muted">
                  {name !== undefined && (
                    <>
                      <b>{name}</b>
                      {' · '}
                    </>
                  )}
                  {t(kinds[item.kind])}
                  {older !== undefined && (
                    <>
                      {' · '}
                      <bdi>{inOneLine(older)}</bdi>
                      {item.kind === 'changed' && item.links.length > 1 && (
                        <> {tn(item.links.length - 1, 'and {n} other', 'and {n} others')}</>
                      )}
                    </>
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
      {further > 0 && <p class="muted">{tn(further, 'and {n} other', 'and {n} others')}</p>}
    </div>
  );
}

/** A text after the heading that it stands under. */
function inOneLine(content: string): string {
  const { path, text } = pathIn(content, true);
  const heading = path?.split(' › ').at(-1);
  return plainText(heading === undefined ? text : `${heading} · ${text}`);
}

/** The keys of the present card. @param answers how many buttons digits press @param hasForm a key opens its form */
export function KeysOfCard({ answers, hasForm }: { answers: number; hasForm: boolean }) {
  const digits = (
    <>
      <kbd>1</kbd>
      {answers > 1 && (
        <>
          {' … '}
          <kbd>{answers}</kbd>
        </>
      )}
    </>
  );
  const [next, before, later, undo] = ['j', 'k', 's', 'u'].map((key) => <kbd key={key}>{key}</kbd>);
  return (
    <span>
      {rich(t('{digits} to answer, {next} {before} to go on and back, {later} for later, {undo} to undo'), {
        digits,
        next,
        before,
        later,
        undo,
      })}
      {hasForm && (
        <>
          {t(', ')}
          {rich(t('{key} to edit'), { key: <kbd>e</kbd> })}
        </>
      )}
    </span>
  );
}
