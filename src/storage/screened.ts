import { type PersonalRule, personalRuleOf } from '../domain/character.ts';
import { ServiceError } from '../domain/errors.ts';
import type { MemoryChange } from '../domain/memory.ts';
import { textsOf, withTexts } from '../domain/memory-rules.ts';
import type { CharacterStore } from '../domain/stores/characters.ts';
import type { MemoryStore } from '../domain/stores/memories.ts';
import { personalKindsIn, redactPersonal, refusalOf, underRule } from '../text/personal/personal.ts';

/** Writing of memories under each character's rule for personal data, so that no caller can forget it. */
export function screened(memories: MemoryStore, characters: Pick<CharacterStore, 'find'>): MemoryStore {
  type Scope = Parameters<MemoryStore['write']>[0];

  const hasPersonal = (changes: readonly MemoryChange[]) =>
    changes.some((change) => personalKindsIn(textsOf(change).join('\n')).length > 0);
  const screen = async (scope: Scope, characterId: string, changes: readonly MemoryChange[]) => {
    const rule = await ruleOf(scope, characterId);
    return changes.map((change) => screenedChange(change, rule));
  };
  const ruleOf = async (scope: Scope, characterId: string) => personalRuleOf(await characters.find(scope, characterId));

  return {
    ...memories,
    // Without personal data a write begins at once: a store that is being closed waits for it.
    async write(scope, characterId, changes, by) {
      if (!hasPersonal(changes)) return memories.write(scope, characterId, changes, by);
      const allowed = (await screen(scope, characterId, changes)).map((one) => {
        if (one instanceof ServiceError) throw one;
        return one;
      });
      return memories.write(scope, characterId, allowed, by);
    },
    async writeEach(scope, characterId, changes, by) {
      if (!hasPersonal(changes)) return memories.writeEach(scope, characterId, changes, by);
      const each = await screen(scope, characterId, changes);
      const allowed = each.filter((one): one is MemoryChange => !(one instanceof ServiceError));
      const outcomes = (await memories.writeEach(scope, characterId, allowed, by))[Symbol.iterator]();
      return each.map((one) => (one instanceof ServiceError ? one : outcomes.next().value!));
    },
    async reassign(scope, fromId, toId, moves, by) {
      const rule = await ruleOf(scope, toId);
      if (rule !== 'refuse' && rule !== 'redact') return memories.reassign(scope, fromId, toId, moves, by);
      const found = await memories.byIds(
        scope,
        moves.map(({ memoryId }) => memoryId.toLowerCase()),
      );
      const refusals = new Map(found.map(({ id, content }) => [id, refusalOf(content, 'refuse')]));
      const refused = moves.map(({ memoryId }) => refusals.get(memoryId.toLowerCase()));
      const allowed = moves.filter((_, i) => refused[i] === undefined);
      const outcomes = (await memories.reassign(scope, fromId, toId, allowed, by))[Symbol.iterator]();
      return refused.map((reason) =>
        reason === undefined
          ? outcomes.next().value!
          : new ServiceError('InvalidContent', `content holds ${reason}; it stays where it is.`),
      );
    },
  };
}

function screenedChange(change: MemoryChange, rule: PersonalRule): MemoryChange | ServiceError {
  try {
    const screen = (text: string) => underRule(text, rule);
    // A tag may be nothing but personal data, where a content that is would be refused.
    return withTexts(change, screen, rule === 'redact' ? redactPersonal : screen);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
