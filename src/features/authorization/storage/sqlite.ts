import type { StorePart } from '../../../storage/sqlite/engine.ts';
import { removeGrants } from './sqlite/grant-rows.ts';
import { grantStore } from './sqlite/grants.ts';

export const grantsPart: StorePart = {
  stores: ({ db, withdrawals }) => ({ grants: grantStore(db, withdrawals) }),
  onMemberRemoved: removeGrants,
};
