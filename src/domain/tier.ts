import { ServiceError } from './errors.ts';

export const tiers = ['FREE', 'STARTER', 'DEVELOPER', 'BUSINESS', 'UNLIMITED'] as const;
export type Tier = (typeof tiers)[number];

export const buckets = ['SEARCH', 'WRITE', 'SYNC', 'MANAGEMENT', 'AI_PROXY', 'DASHBOARD'] as const;
export type Bucket = (typeof buckets)[number];

/** The features of tiers. The last two have no row in the matrix: the specification marks their endpoints "Dev+". */
export const featureNames = [
  'fileSync',
  'aiExtraction',
  'directWrite',
  'importPipeline',
  'autoCapture',
  'autoRecall',
  'teamSharing',
  'smartRetrieval',
  'webhooks',
  'auditTrail',
  'agentConfig',
  'cloning',
] as const;
export type Feature = (typeof featureNames)[number];

const featureLabels: Record<Feature, string> = {
  fileSync: 'File sync',
  aiExtraction: 'Memory extraction from text',
  directWrite: 'Direct memory write',
  importPipeline: 'The import pipeline',
  autoCapture: 'Auto-capture',
  autoRecall: 'Auto-recall',
  teamSharing: 'Team sharing',
  smartRetrieval: 'Smart retrieval',
  webhooks: 'Webhooks',
  auditTrail: 'The audit log',
  agentConfig: 'Agent configuration',
  cloning: 'Cloning a character',
};

export interface TierLimits {
  maxCharacters: number;
  maxApiKeys: number;
  maxMembers: number;
  minSyncIntervalSeconds: number;
  /** Sustained requests a minute. */
  rates: Record<Bucket, number>;
  features: ReadonlySet<Feature>;
}

const free: Feature[] = ['fileSync'];
const starter: Feature[] = [...free, 'aiExtraction', 'directWrite', 'autoCapture', 'autoRecall'];
const developer: Feature[] = [...starter, 'importPipeline', 'teamSharing', 'smartRetrieval', 'agentConfig', 'cloning'];
const business: Feature[] = [...developer, 'webhooks', 'auditTrail'];

/** A limit that is never reached. It and its double are finite and fit into 32 bits, for columns and JSON. */
export const noLimit = 1_000_000_000;

/** The specification's tier matrix and rate-limit table; UNLIMITED is for one's own machine and server. */
export const tierLimits: Record<Tier, TierLimits> = {
  FREE: {
    maxCharacters: 3,
    maxApiKeys: 1,
    maxMembers: 1,
    minSyncIntervalSeconds: 60,
    rates: { SEARCH: 10, WRITE: 10, SYNC: 2, MANAGEMENT: 5, AI_PROXY: 0, DASHBOARD: 240 },
    features: new Set(free),
  },
  STARTER: {
    maxCharacters: 5,
    maxApiKeys: 1,
    maxMembers: 1,
    minSyncIntervalSeconds: 30,
    rates: { SEARCH: 30, WRITE: 30, SYNC: 4, MANAGEMENT: 30, AI_PROXY: 30, DASHBOARD: 240 },
    features: new Set(starter),
  },
  DEVELOPER: {
    maxCharacters: 30,
    maxApiKeys: 3,
    maxMembers: 3,
    minSyncIntervalSeconds: 15,
    rates: { SEARCH: 60, WRITE: 60, SYNC: 8, MANAGEMENT: 120, AI_PROXY: 60, DASHBOARD: 600 },
    features: new Set(developer),
  },
  BUSINESS: {
    maxCharacters: 100,
    maxApiKeys: 10,
    maxMembers: 10,
    minSyncIntervalSeconds: 5,
    rates: { SEARCH: 200, WRITE: 200, SYNC: 20, MANAGEMENT: 600, AI_PROXY: 200, DASHBOARD: 2_000 },
    features: new Set(business),
  },
  UNLIMITED: {
    maxCharacters: noLimit,
    maxApiKeys: noLimit,
    maxMembers: noLimit,
    minSyncIntervalSeconds: 0,
    rates: {
      SEARCH: noLimit,
      WRITE: noLimit,
      SYNC: noLimit,
      MANAGEMENT: noLimit,
      AI_PROXY: noLimit,
      DASHBOARD: noLimit,
    },
    features: new Set(business),
  },
};

/** Whether `from` → `to` takes something away; upgrades apply at once, downgrades at the end of the billing period. */
export function isDowngrade(from: Tier, to: Tier): boolean {
  return tiers.indexOf(to) < tiers.indexOf(from);
}

export function hasFeature(tier: Tier, feature: Feature): boolean {
  return tierLimits[tier].features.has(feature);
}

/** Throws FeatureNotAvailable, naming the first tier that has the feature. */
export function requireFeature(tier: Tier, feature: Feature): void {
  if (hasFeature(tier, feature)) return;
  const from = tiers.find((candidate) => hasFeature(candidate, feature));
  throw new ServiceError(
    'FeatureNotAvailable',
    `${featureLabels[feature]} needs the ${from} tier or above; this tenant is on ${tier}.`,
  );
}

/** Throws CharacterLimitExceeded when a tenant has as many ACTIVE characters as its tier allows. */
export function requireFreeCharacterSlot(tier: Tier, active: number): void {
  const { maxCharacters } = tierLimits[tier];
  if (active < maxCharacters) return;
  throw new ServiceError(
    'CharacterLimitExceeded',
    `The ${tier} tier allows at most ${maxCharacters} active characters. Archive one to free its slot, or ${raising}.`,
  );
}

/** The operator's options about a limit. */
export const raising =
  'raise the tier: SERVICE_TIER=UNLIMITED for the tenant "local", agent-memory-service tenants set-tier for others';
