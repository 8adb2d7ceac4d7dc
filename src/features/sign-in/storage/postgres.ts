import type { StorePart } from '../../../storage/postgres/engine.ts';
import { signInLinkStore } from './postgres/links.ts';
import { passkeyStore, removePasskeys } from './postgres/passkeys.ts';

export const signInPart: StorePart = {
  stores: ({ db, directory }) => ({ signInLinks: signInLinkStore(db), passkeys: passkeyStore(db, directory) }),
  onMemberRemoved: removePasskeys,
};
