import * as z from 'zod';
import { notWhatItSays } from '../document.ts';
import type { LeftOut } from '../left-out.ts';
import type { Piece } from '../piece.ts';
import { statement, timeOf } from './records.ts';

/**
 * The graph of the official memory server (https://github.com/modelcontextprotocol/servers/blob/main/src/memory/index.ts):
 * a line of `memory.jsonl` is an entity or a relation. Observations of some of its descendants are objects with a time.
 */
const entity = z.object({
  type: z.literal('entity').optional(),
  name: z.string(),
  entityType: z.string(),
  observations: z.array(
    z.union([z.string(), z.object({ content: z.string(), timestamp: z.unknown(), createdAt: z.unknown() })]),
  ),
});
const relation = z.object({
  type: z.literal('relation').optional(),
  from: z.string(),
  to: z.string(),
  relationType: z.string(),
});
/** mem0's form of its graph's relations, next to its memories. */
const edge = z.object({
  source: z.string(),
  relationship: z.string(),
  target: z.string().optional(),
  destination: z.string().optional(),
});

/**
 * An entity or a relation of a graph as pieces; undefined when the value is neither. InvalidContent for one that lacks
 * required fields.
 */
export function graphPieces(value: Record<string, unknown>, leftOut: LeftOut): Piece[] | undefined {
  const others = (names: readonly string[]) => leftOut.addFields(value, (name) => !names.includes(name));
  const known = Object.hasOwn(value, 'observations') ? entity.safeParse(value) : undefined;
  if (known?.success) {
    const { name, entityType, observations } = known.data;
    const kind = words(entityType);
    others(['type', 'name', 'entityType', 'observations']);
    if (observations.length === 0) return statement(kind === '' ? name : `${name} is of type ${kind}`, []);
    const subject = kind === '' ? name : `${name} (${kind})`;
    return observations.flatMap((one) =>
      typeof one === 'string'
        ? statement(one, [subject])
        : statement(one.content, [subject], { occurredAt: timeOf(one.timestamp) ?? timeOf(one.createdAt) }),
    );
  }
  const link = Object.hasOwn(value, 'relationType') ? relation.safeParse(value) : undefined;
  if (link?.success) {
    others(['type', 'from', 'to', 'relationType']);
    return statement(sentence(link.data.from, link.data.relationType, link.data.to), []);
  }
  const between = Object.hasOwn(value, 'relationship') ? edge.safeParse(value) : undefined;
  const end = between?.data?.target ?? between?.data?.destination;
  if (between?.success && end !== undefined) {
    others(['source', 'relationship', between.data.target === undefined ? 'destination' : 'target']);
    return statement(sentence(between.data.source, between.data.relationship, end), []);
  }
  const isBroken =
    (value.type === 'entity' && (known !== undefined || 'entityType' in value)) ||
    (value.type === 'relation' && link !== undefined);
  if (!isBroken) return undefined;
  const lacking =
    value.type === 'entity' ? 'a name, an entityType and a list of observations' : 'from, to and relationType';
  throw notWhatItSays(`it holds a record of type "${value.type}" without ${lacking}`);
}

/** A relation in words: `Ada`, `works_at`, `Acme` is "Ada works at Acme". */
export function sentence(from: string, relationType: string, to: string): string {
  return `${from} ${words(relationType)} ${to}`;
}

/** `works_at` and `worksAt` as words. */
function words(name: string): string {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
}
