import type { StorePart } from '../../../storage/sqlite/engine.ts';
import { signInLinkStore } from './sqlite/links.ts';
import { passkeyStore, removePasskeys } from './sqlite/passkeys.ts';

export const signInPart: StorePart = {
  stores: ({ db }) => ({ signInLinks: signInLinkStore(db), passkeys: passkeyStore(db) }),
  onMemberRemoved: removePasskeys,
};
