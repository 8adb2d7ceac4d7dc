import { Link } from 'wouter-preact';
import { rich, t } from '../../languages/translate.ts';
import { placeOf } from '../../shell/places.ts';
import { shortText } from '../memory/marking.ts';
import type { Recall } from './recall.ts';

/** The memory that answers a question since, and the way to it. */
export function AnsweredBy({ answer }: { answer: NonNullable<Recall['answer']> }) {
  const { characterId, memoryId, content = '', deleted } = answer;
  if (deleted) return <span>{t('was answered by a memory that has been deleted since')}</span>;
  const memory = (
    <Link class="over" href={placeOf('memories', characterId, memoryId)}>
      <bdi>{shortText(content, 80)}</bdi>
    </Link>
  );
  return <b class="answered">{rich(t('answered now by: {memory}'), { memory })}</b>;
}
