import type { Operation } from '../gate/operation.ts';
import { addCategory } from '../operations/add-category.ts';
import { addMember } from '../operations/add-member.ts';
import { addMemories } from '../operations/add-memories.ts';
import { addMemory } from '../operations/add-memory.ts';
import { addMemoryDirect } from '../operations/add-memory-direct.ts';
import { applyRetention } from '../operations/apply-retention.ts';
import { archiveCharacter } from '../operations/archive-character.ts';
import { assembleContext } from '../operations/assemble-context.ts';
import { backUpStore } from '../operations/back-up-store.ts';
import { changeMemories } from '../operations/change-memories.ts';
import { checkHosts } from '../operations/check-hosts.ts';
import { cloneCharacter } from '../operations/clone-character.ts';
import { connectHost } from '../operations/connect-host.ts';
import { countReviews } from '../operations/count-reviews.ts';
import { createCharacter } from '../operations/create-character.ts';
import { createKey } from '../operations/create-key.ts';
import { deleteCategory } from '../operations/delete-category.ts';
import { deleteCharacter } from '../operations/delete-character.ts';
import { deleteMemory } from '../operations/delete-memory.ts';
import { describeName } from '../operations/describe-name.ts';
import { dismissQuestion } from '../operations/dismiss-question.ts';
import { endSession } from '../operations/end-session.ts';
import { eraseMemories } from '../operations/erase-memories.ts';
import { explainMemory } from '../operations/explain-memory.ts';
import { explainPrompt } from '../operations/explain-prompt.ts';
import { exportCharacter } from '../operations/export-character.ts';
import { exportMemories } from '../operations/export-memories.ts';
import { fetchMemory } from '../operations/fetch.ts';
import { getCharacter } from '../operations/get-character.ts';
import { getFile } from '../operations/get-file.ts';
import { getMemory } from '../operations/get-memory.ts';
import { getMemoryHealth } from '../operations/get-memory-health.ts';
import { getMemoryHistory } from '../operations/get-memory-history.ts';
import { getPage } from '../operations/get-page.ts';
import { getStatistics } from '../operations/get-statistics.ts';
import { getSyncStatus } from '../operations/get-sync-status.ts';
import { getTier } from '../operations/get-tier.ts';
import { importDocument } from '../operations/import-document.ts';
import { joinNames } from '../operations/join-names.ts';
import { keepBoth } from '../operations/keep-both.ts';
import { keepKind } from '../operations/keep-kind.ts';
import { listAuditEvents } from '../operations/list-audit-events.ts';
import { listBatches } from '../operations/list-batches.ts';
import { listCategories } from '../operations/list-categories.ts';
import { listChanges } from '../operations/list-changes.ts';
import { listCharacters } from '../operations/list-characters.ts';
import { listDuplicates } from '../operations/list-duplicates.ts';
import { listErasures } from '../operations/list-erasures.ts';
import { listFiles } from '../operations/list-files.ts';
import { listForgetRequests } from '../operations/list-forget-requests.ts';
import { listHookReceipts } from '../operations/list-hook-receipts.ts';
import { listKeys } from '../operations/list-keys.ts';
import { listMembers } from '../operations/list-members.ts';
import { listMemories } from '../operations/list-memories.ts';
import { listNames } from '../operations/list-names.ts';
import { listOwnStatements } from '../operations/list-own-statements.ts';
import { listRecalls } from '../operations/list-recalls.ts';
import { listSessions } from '../operations/list-sessions.ts';
import { mergeMemories } from '../operations/merge-memories.ts';
import { muteMemory } from '../operations/mute-memory.ts';
import { previewRetention } from '../operations/preview-retention.ts';
import { rateRecall } from '../operations/rate-recall.ts';
import { removeMember } from '../operations/remove-member.ts';
import { renameCategory } from '../operations/rename-category.ts';
import { renameCharacter } from '../operations/rename-character.ts';
import { resolveAlias } from '../operations/resolve-alias.ts';
import { restoreCharacter } from '../operations/restore-character.ts';
import { restoreMemory } from '../operations/restore-memory.ts';
import { revertMemory } from '../operations/revert-memory.ts';
import { reviewCapture } from '../operations/review-capture.ts';
import { reviewChange } from '../operations/review-change.ts';
import { reviewForgetRequest } from '../operations/review-forget-request.ts';
import { revokeKey } from '../operations/revoke-key.ts';
import { rotateKey } from '../operations/rotate-key.ts';
import { search } from '../operations/search.ts';
import { searchMemories } from '../operations/search-memories.ts';
import { setAliases } from '../operations/set-aliases.ts';
import { setSharing } from '../operations/set-sharing.ts';
import { setTags } from '../operations/set-tags.ts';
import { syncFile } from '../operations/sync-file.ts';
import { unarchiveCharacter } from '../operations/unarchive-character.ts';
import { undoBatch } from '../operations/undo-batch.ts';
import { updateAgentConfig } from '../operations/update-agent-config.ts';
import { updateCategory } from '../operations/update-category.ts';
import { updateMember } from '../operations/update-member.ts';
import { updateMemory } from '../operations/update-memory.ts';
import { updateProfile } from '../operations/update-profile.ts';
import { whoami } from '../operations/whoami.ts';
import { listGrants } from './authorization/operations/list-grants.ts';
import { revokeGrant } from './authorization/operations/revoke-grant.ts';
import { disconnectCharacters } from './replicas/operations/disconnect-characters.ts';
import { exchangeChanges } from './replicas/operations/exchange-changes.ts';
import { exchangeNow } from './replicas/operations/exchange-now.ts';
import { joinCharacters } from './replicas/operations/join-characters.ts';
import { keepCharacter } from './replicas/operations/keep-character.ts';
import { listConnections } from './replicas/operations/list-connections.ts';
import { listRefusedMemories } from './replicas/operations/list-refused-memories.ts';
import { withdrawChanges } from './replicas/operations/withdraw-changes.ts';
import { createSignInLink } from './sign-in/operations/create-sign-in-link.ts';
import { listPasskeys } from './sign-in/operations/list-passkeys.ts';
import { removePasskey } from './sign-in/operations/remove-passkey.ts';
import { getAiSettings } from './tenants-ai/operations/get-ai-settings.ts';
import { setAiSettings } from './tenants-ai/operations/set-ai-settings.ts';
import { testAiSettings } from './tenants-ai/operations/test-ai-settings.ts';
import { listWatchedPaths } from './watching/operations/list-watched-paths.ts';
import { syncNow } from './watching/operations/sync-now.ts';
import { unwatchPath } from './watching/operations/unwatch-path.ts';
import { watchPath } from './watching/operations/watch-path.ts';
import { createWebhook } from './webhooks/operations/create-webhook.ts';
import { deleteWebhook } from './webhooks/operations/delete-webhook.ts';
import { getWebhook } from './webhooks/operations/get-webhook.ts';
import { listWebhookDeliveries } from './webhooks/operations/list-webhook-deliveries.ts';
import { listWebhooks } from './webhooks/operations/list-webhooks.ts';
import { redeliverWebhook } from './webhooks/operations/redeliver-webhook.ts';
import { rotateWebhookSecret } from './webhooks/operations/rotate-webhook-secret.ts';
import { testWebhook } from './webhooks/operations/test-webhook.ts';
import { updateWebhook } from './webhooks/operations/update-webhook.ts';

/** Every operation there is, in the order in which they are published. */
export const operations: readonly Operation[] = [
  searchMemories,
  assembleContext,
  addMemory,
  addMemoryDirect,
  listMemories,
  listOwnStatements,
  getMemory,
  updateMemory,
  deleteMemory,
  restoreMemory,
  getMemoryHistory,
  explainMemory,
  explainPrompt,
  listCharacters,
  createCharacter,
  getCharacter,
  updateProfile,
  updateAgentConfig,
  setAliases,
  setTags,
  setSharing,
  resolveAlias,
  cloneCharacter,
  archiveCharacter,
  exportCharacter,
  listCategories,
  addCategory,
  updateCategory,
  deleteCategory,
  syncFile,
  getSyncStatus,
  getFile,
  listFiles,
  importDocument,
  watchPath,
  unwatchPath,
  listWatchedPaths,
  syncNow,
  getTier,
  whoami,
  listMembers,
  addMember,
  updateMember,
  removeMember,
  listKeys,
  createKey,
  createSignInLink,
  listPasskeys,
  removePasskey,
  rotateKey,
  revokeKey,
  listGrants,
  revokeGrant,
  listSessions,
  endSession,
  listChanges,
  listHookReceipts,
  reviewCapture,
  keepKind,
  countReviews,
  reviewChange,
  getPage,
  getStatistics,
  getMemoryHealth,
  revertMemory,
  changeMemories,
  exportMemories,
  listNames,
  describeName,
  joinNames,
  listDuplicates,
  mergeMemories,
  keepBoth,
  listForgetRequests,
  reviewForgetRequest,
  eraseMemories,
  listErasures,
  listBatches,
  undoBatch,
  muteMemory,
  previewRetention,
  applyRetention,
  addMemories,
  renameCharacter,
  deleteCharacter,
  restoreCharacter,
  unarchiveCharacter,
  renameCategory,
  listRecalls,
  rateRecall,
  dismissQuestion,
  getAiSettings,
  setAiSettings,
  testAiSettings,
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  redeliverWebhook,
  listAuditEvents,
  exchangeChanges,
  search,
  fetchMemory,
];

/** Further operations for a caller at the machine itself: in `ui`, never in `serve`. */
export const localOperations: readonly Operation[] = [
  checkHosts,
  connectHost,
  backUpStore,
  listConnections,
  listRefusedMemories,
  exchangeNow,
  withdrawChanges,
  joinCharacters,
  keepCharacter,
  disconnectCharacters,
  ...operations.flatMap((one) => (one.localRest ? { ...one, rest: one.localRest } : [])),
];

export const operationsByName: ReadonlyMap<string, Operation> = new Map(operations.map((one) => [one.name, one]));
