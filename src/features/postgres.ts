import { grantsPart } from './authorization/storage/postgres.ts';
import { replicasPart } from './replicas/storage/postgres.ts';
import { signInPart } from './sign-in/storage/postgres.ts';
import { aiSettingsPart } from './tenants-ai/storage/postgres.ts';
import { webhooksPart } from './webhooks/storage/postgres.ts';

/** The stores of all features on PostgreSQL. */
export const parts = [aiSettingsPart, replicasPart, webhooksPart, grantsPart, signInPart];
