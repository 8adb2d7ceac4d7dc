import * as z from 'zod';
import type { Piece } from '../piece.ts';
import { statement } from './records.ts';

const entity = z.object({
  type: z.literal('entity').optional(),
  name: z.string(),
  entityType: z.string(),
  observations: z.array(z.string()),
});
const relation = z.object({
  type: z.literal('relation').optional(),
  from: z.string(),
  to: z.string(),
  relationType: z.string(),
});

/** An entity or a relation of the official memory server's graph as pieces; undefined when the value is neither. */
export function graphPieces(value: Record<string, unknown>): Piece[] | undefined {
  const known = Object.hasOwn(value, 'observations') ? entity.safeParse(value) : undefined;
  if (known?.success) {
    const { name, entityType, observations } = known.data;
    const kind = words(entityType);
    if (observations.length === 0) return statement(kind === '' ? name : `${name} is of type ${kind}`, []);
    const subject = kind === '' ? name : `${name} (${kind})`;
    return observations.flatMap((observation) => statement(observation, [subject]));
  }
  const link = Object.hasOwn(value, 'relationType') ? relation.safeParse(value) : undefined;
  if (!link?.success) return undefined;
  const { from, to, relationType } = link.data;
  return statement(`${from} ${words(relationType)} ${to}`, []);
}

/** `works_at` and `worksAt` as words. */
function words(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
}
