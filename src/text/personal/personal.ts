import type { PersonalRule } from '../../domain/character.ts';
import { ServiceError } from '../../domain/errors.ts';
import { findSecrets, isOnlyRedacted, redactSecrets } from '../secrets.ts';
import { lifeKindsIn } from './life.ts';
import { type PersonalKind, personalRules } from './rules.ts';

/** The kinds of personal data in a text, each once, in their order; empty: none. Linear in the text. */
export function personalKindsIn(text: string): PersonalKind[] {
  return [...new Set(findSecrets(text, personalRules()).map(({ kind }) => kind as PersonalKind))];
}

/** The same with what is private of somebody's life: what is marked, and held back from what goes out. */
export function markedKindsIn(text: string): string[] {
  return [...new Set([...personalKindsIn(text), ...lifeKindsIn(text)])];
}

/** The text with `[redacted: kind]` in place of personal data; the same text when it has none. */
export function redactPersonal(text: string): string {
  return redactSecrets(text, personalRules());
}

/** Why a character with this rule does not store the text; undefined: it does, as `underRule` gives it. */
export function refusalOf(text: string, rule: PersonalRule): string | undefined {
  if (rule === 'redact') return isOnlyRedacted(redactPersonal(text)) ? 'nothing but personal data' : undefined;
  const kinds = rule === 'refuse' ? personalKindsIn(text) : [];
  return kinds.length === 0 ? undefined : `personal data (${kinds.join(', ')}), which this memory refuses`;
}

/** The text as a character with this rule stores it. InvalidContent where it refuses it. */
export function underRule(text: string, rule: PersonalRule): string {
  const refusal = refusalOf(text, rule);
  if (refusal !== undefined) throw new ServiceError('InvalidContent', `content holds ${refusal}; nothing was stored.`);
  return rule === 'redact' ? redactPersonal(text) : text;
}
