import { authorization } from './authorization/feature.ts';
import type { Feature } from './feature.ts';
import { replicas } from './replicas/feature.ts';
import { signIn } from './sign-in/feature.ts';
import { telemetry } from './telemetry/feature.ts';
import { tenantsAi } from './tenants-ai/feature.ts';
import { watching } from './watching/feature.ts';
import { webhooks } from './webhooks/feature.ts';

/** Every feature there is. */
export const features: readonly Feature[] = [telemetry, tenantsAi, replicas, webhooks, authorization, signIn, watching];

export type { Telemetry } from './telemetry/telemetry.ts';
export type { ThreadReport } from './telemetry/thread.ts';
export type { TraceHeaders } from './telemetry/tracing.ts';
export type { Instrumentation } from './telemetry/watch.ts';
export { authorization, signIn, telemetry };
