import type { NewPiece, PieceChange, PieceIdentity } from '../domain/stores/files.ts';

/**
 * Compares the pieces of a file's last snapshot with those of the new one. A piece in the same context is the same one.
 * One that says the same in another context has moved, and has the same memory as before. All others were added or have
 * vanished.
 */
export function reconcile(known: readonly PieceIdentity[], next: readonly NewPiece[]): PieceChange[] {
  const left = new Map(known.map((piece) => [piece.key, piece]));
  const changes: PieceChange[] = [];
  const unmatched: NewPiece[] = [];
  for (const piece of next) {
    const same = left.get(piece.key);
    if (same && left.delete(piece.key)) changes.push({ kind: 'keep', known: same });
    else unmatched.push(piece);
  }
  const byBody = groupByBody(left.values());
  for (const piece of unmatched) {
    const moved = byBody.get(piece.bodyKey)?.shift();
    if (moved) left.delete(moved.key);
    changes.push(moved ? { kind: 'move', known: moved, piece } : { kind: 'add', piece });
  }
  for (const piece of left.values()) changes.push({ kind: 'vanish', known: piece });
  return changes;
}

/** As `reconcile`; what a file of one statement says now is that statement, changed. */
export function reconcileStatement(known: readonly PieceIdentity[], next: readonly NewPiece[]): PieceChange[] {
  const changes = reconcile(known, next);
  const [added, vanished] = changes;
  const isOne = known.length === 1 && next.length === 1;
  if (!isOne || added?.kind !== 'add' || vanished?.kind !== 'vanish') return changes;
  return [{ kind: 'move', known: vanished.known, piece: added.piece }];
}

function groupByBody(pieces: Iterable<PieceIdentity>): Map<string, PieceIdentity[]> {
  const groups = new Map<string, PieceIdentity[]>();
  for (const piece of pieces) {
    const group = groups.get(piece.bodyKey);
    if (group) group.push(piece);
    else groups.set(piece.bodyKey, [piece]);
  }
  return groups;
}
