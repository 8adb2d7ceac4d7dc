import { useEffect } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { t } from '../../languages/translate.ts';
import { useDashboard } from '../../shell/dashboard.ts';
import { useLoad } from '../../shell/use-load.ts';
import { useNames } from '../things/use-names.ts';
import { askedLately } from './compare.ts';
import { CompareSettings } from './compare-settings.tsx';

const [shownNames, shownQuestions] = [8, 6];

/** What Search can do, before a question: names and the latest questions of agents to begin with. */
export function AtRest(props: { characterId: string | undefined; addressOf: (query: string) => string }) {
  const { characterId, addressOf } = props;
  const { client } = useDashboard();
  const names = useNames(characterId, undefined, true).value?.names.slice(0, shownNames) ?? [];
  const asked = useLoad(`${characterId}`, (signal) => askedLately(client, characterId, signal));
  useEffect(() => {
    // A keyboard of the screen would cover the page.
    if (matchMedia('(hover: hover)').matches) document.getElementById('find')?.focus();
  }, []);
  const questions = asked.value?.slice(0, shownQuestions) ?? [];
  return (
    <div class="at-rest halves">
      <div>
        <p>
          {t(
            'Ask in plain words of any language. A name, a word or a time such as “in March” is enough. You see the memories that an agent would get, and why.',
          )}
        </p>
        {names.length > 0 && (
          <div class="facets">
            {names.map(({ name }) => (
              <Link key={name} class="chip" href={addressOf(name)} dir="auto">
                {name}
              </Link>
            ))}
          </div>
        )}
      </div>
      <div>
        {questions.length > 0 && (
          <section>
            <h2 class="heading">{t('What agents asked lately')}</h2>
            <ul class="lines">
              {questions.map((question) => (
                <li key={question}>
                  <Link class="said" href={addressOf(question)} dir="auto">
                    {question}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        )}
        {characterId !== undefined && <CompareSettings characterId={characterId} />}
      </div>
    </div>
  );
}
