import type { Operation } from '../gate/operation.ts';
import { addCategory } from './add-category.ts';
import { addMember } from './add-member.ts';
import { addMemories } from './add-memories.ts';
import { addMemory } from './add-memory.ts';
import { addMemoryDirect } from './add-memory-direct.ts';
import { applyRetention } from './apply-retention.ts';
import { archiveCharacter } from './archive-character.ts';
import { assembleContext } from './assemble-context.ts';
import { changeMemories } from './change-memories.ts';
import { checkHosts } from './check-hosts.ts';
import { cloneCharacter } from './clone-character.ts';
import { countReviews } from './count-reviews.ts';
import { createCharacter } from './create-character.ts';
import { createKey } from './create-key.ts';
import { createSignInLink } from './create-sign-in-link.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteCategory } from './delete-category.ts';
import { deleteCharacter } from './delete-character.ts';
import { deleteMemory } from './delete-memory.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { disconnectCharacters } from './disconnect-characters.ts';
import { dismissQuestion } from './dismiss-question.ts';
import { endSession } from './end-session.ts';
import { exchangeChanges } from './exchange-changes.ts';
import { exchangeNow } from './exchange-now.ts';
import { explainMemory } from './explain-memory.ts';
import { exportCharacter } from './export-character.ts';
import { exportMemories } from './export-memories.ts';
import { fetchMemory } from './fetch.ts';
import { getAiSettings } from './get-ai-settings.ts';
import { getCharacter } from './get-character.ts';
import { getFile } from './get-file.ts';
import { getMemory } from './get-memory.ts';
import { getMemoryHealth } from './get-memory-health.ts';
import { getMemoryHistory } from './get-memory-history.ts';
import { getStatistics } from './get-statistics.ts';
import { getSyncStatus } from './get-sync-status.ts';
import { getTier } from './get-tier.ts';
import { getWebhook } from './get-webhook.ts';
import { importDocument } from './import-document.ts';
import { keepBoth } from './keep-both.ts';
import { keepCharacter } from './keep-character.ts';
import { keepKind } from './keep-kind.ts';
import { listAuditEvents } from './list-audit-events.ts';
import { listCategories } from './list-categories.ts';
import { listChanges } from './list-changes.ts';
import { listCharacters } from './list-characters.ts';
import { listConnections } from './list-connections.ts';
import { listDuplicates } from './list-duplicates.ts';
import { listFiles } from './list-files.ts';
import { listGrants } from './list-grants.ts';
import { listHookReceipts } from './list-hook-receipts.ts';
import { listKeys } from './list-keys.ts';
import { listMembers } from './list-members.ts';
import { listMemories } from './list-memories.ts';
import { listPasskeys } from './list-passkeys.ts';
import { listRecalls } from './list-recalls.ts';
import { listRefusedMemories } from './list-refused-memories.ts';
import { listSessions } from './list-sessions.ts';
import { listWatchedPaths } from './list-watched-paths.ts';
import { listWebhookDeliveries } from './list-webhook-deliveries.ts';
import { listWebhooks } from './list-webhooks.ts';
import { mergeMemories } from './merge-memories.ts';
import { previewRetention } from './preview-retention.ts';
import { rateRecall } from './rate-recall.ts';
import { redeliverWebhook } from './redeliver-webhook.ts';
import { removeMember } from './remove-member.ts';
import { removePasskey } from './remove-passkey.ts';
import { renameCategory } from './rename-category.ts';
import { renameCharacter } from './rename-character.ts';
import { resolveAlias } from './resolve-alias.ts';
import { restoreCharacter } from './restore-character.ts';
import { restoreMemory } from './restore-memory.ts';
import { revertMemory } from './revert-memory.ts';
import { reviewCapture } from './review-capture.ts';
import { reviewChange } from './review-change.ts';
import { revokeGrant } from './revoke-grant.ts';
import { revokeKey } from './revoke-key.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { search } from './search.ts';
import { searchMemories } from './search-memories.ts';
import { setAiSettings } from './set-ai-settings.ts';
import { setAliases } from './set-aliases.ts';
import { setSharing } from './set-sharing.ts';
import { setTags } from './set-tags.ts';
import { syncFile } from './sync-file.ts';
import { syncNow } from './sync-now.ts';
import { testAiSettings } from './test-ai-settings.ts';
import { testWebhook } from './test-webhook.ts';
import { unarchiveCharacter } from './unarchive-character.ts';
import { undoBatch } from './undo-batch.ts';
import { unwatchPath } from './unwatch-path.ts';
import { updateAgentConfig } from './update-agent-config.ts';
import { updateCategory } from './update-category.ts';
import { updateMember } from './update-member.ts';
import { updateMemory } from './update-memory.ts';
import { updateProfile } from './update-profile.ts';
import { updateWebhook } from './update-webhook.ts';
import { watchPath } from './watch-path.ts';
import { whoami } from './whoami.ts';
import { withdrawChanges } from './withdraw-changes.ts';

/** Every operation there is, in the order in which they are published. */
export const operations: readonly Operation[] = [
  searchMemories,
  assembleContext,
  addMemory,
  addMemoryDirect,
  listMemories,
  getMemory,
  updateMemory,
  deleteMemory,
  restoreMemory,
  getMemoryHistory,
  explainMemory,
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
  getStatistics,
  getMemoryHealth,
  revertMemory,
  changeMemories,
  exportMemories,
  listDuplicates,
  mergeMemories,
  keepBoth,
  undoBatch,
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
  listConnections,
  listRefusedMemories,
  exchangeNow,
  withdrawChanges,
  keepCharacter,
  disconnectCharacters,
  ...operations.flatMap((one) => (one.localRest ? { ...one, rest: one.localRest } : [])),
];

export const operationsByName: ReadonlyMap<string, Operation> = new Map(operations.map((one) => [one.name, one]));
