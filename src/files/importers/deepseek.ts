import type { LeftOut } from '../left-out.ts';
import type { Piece } from '../piece.ts';
import { newestBranch } from './branch.ts';
import { turnPieces } from './chat-turns.ts';
import { type ChatTurn, roleOf, timeNameOf, timeOfValue } from './messages.ts';
import { type Fields, isFields, textIn } from './values.ts';

interface TreeNode {
  id: string;
  parent: string;
  isRoot: boolean;
  message: Fields;
  at: string | undefined;
}

/**
 * A conversation of DeepSeek's data export: a tree of messages, each of fragments: REQUEST, THINK, RESPONSE. Older ones
 * have `content` and no role, the user's first. Undefined for another value.
 */
export function deepSeekPieces(value: Fields, leftOut: LeftOut): Piece[] | undefined {
  if (!isFields(value.mapping)) return undefined;
  const all = Object.entries(value.mapping).flatMap(([id, node]): TreeNode[] => {
    if (!isFields(node) || !isFields(node.message)) return [];
    const { message, parent } = node;
    const time = timeNameOf(message);
    return [{ id, parent: String(parent ?? ''), isRoot: false, message, at: time && timeOfValue(message[time]) }];
  });
  const ids = new Set(all.map(({ id }) => id));
  const nodes = all.map((node) => ({ ...node, isRoot: !ids.has(node.parent) }));
  const isKnown = nodes.every(({ message }) => Array.isArray(message.fragments) || typeof message.content === 'string');
  if (nodes.length === 0 || !isKnown) return undefined;
  const chosen = newestBranch(nodes, (node) => node);
  leftOut.add('messages of other versions', nodes.length - chosen.length);
  const turns = chosen.flatMap((node, place) => turnsOf(node, place, leftOut));
  return turnPieces(turns, leftOut, textIn(value, 'title'), textIn(value, 'id'));
}

function turnsOf({ message, at }: TreeNode, place: number, leftOut: LeftOut): ChatTurn[] {
  if (!Array.isArray(message.fragments)) {
    if (textIn(message, 'reasoning_content') !== '') leftOut.add('parts of type "THINK"');
    const speaker = textIn(message, 'role') || (place % 2 === 0 ? 'user' : 'assistant');
    return [{ speaker, text: textIn(message, 'content'), occurredAt: at }];
  }
  return message.fragments.filter(isFields).flatMap((fragment): ChatTurn[] => {
    const type = textIn(fragment, 'type');
    const role = roleOf(type);
    if (role !== undefined) return [{ speaker: role, text: textIn(fragment, 'content'), occurredAt: at }];
    leftOut.add(`parts of type "${type || 'unknown'}"`);
    return [];
  });
}
