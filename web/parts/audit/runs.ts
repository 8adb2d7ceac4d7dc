import type { Output } from '../../client/client.ts';
import { actOf } from './sentences.ts';

export type AuditEvent = Output<'listAuditEvents'>['events'][number];

/** Equal events on the same object, newest first, such as a batch of an agent. */
export type Run = readonly [AuditEvent, ...AuditEvent[]];

/** The most milliseconds between events of one run, and the most events. */
const [apartMs, most] = [60_000, 100];

/** Adds an event to the last run, where it says the same, or as a run of its own. */
export function addToRuns(runs: Run[], event: AuditEvent): void {
  const last = runs.at(-1);
  if (last && last.length < most && isSame(last.at(-1) ?? last[0], event)) runs[runs.length - 1] = [...last, event];
  else runs.push([event]);
}

/** Actions on members, keys and webhooks are listed one by one. */
const alone = /member|key|webhook|session|sign|tier/;

function isSame(one: AuditEvent, other: AuditEvent): boolean {
  return (
    one.action === other.action &&
    actOf(one) === actOf(other) &&
    !alone.test(one.action) &&
    one.outcome === other.outcome &&
    one.characterId === other.characterId &&
    one.actor.memberId === other.actor.memberId &&
    one.actor.via === other.actor.via &&
    one.actor.keyId === other.actor.keyId &&
    Math.abs(Date.parse(one.at) - Date.parse(other.at)) <= apartMs
  );
}

/** How often it was done: one request may change memories of several characters, or one character in several steps. */
export function timesOf(run: Run): number {
  return new Set(run.map(({ id, requestId }) => requestId ?? id)).size;
}
