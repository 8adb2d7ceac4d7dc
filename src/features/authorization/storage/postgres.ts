import type { StorePart } from '../../../storage/postgres/engine.ts';
import { removeGrants } from './postgres/grant-rows.ts';
import { grantStore } from './postgres/grants.ts';

export const grantsPart: StorePart = {
  stores: ({ db, directory, withdrawals }) => ({ grants: grantStore(db, directory, withdrawals) }),
  onMemberRemoved: removeGrants,
};
