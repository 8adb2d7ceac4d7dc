import type { Category, NewCategory } from '../../domain/category.ts';
import { categoryKey, maxCategories } from '../../domain/category-rules.ts';
import type { Rejection } from '../../domain/file.ts';
import type { DocumentCategory, ReadDocument } from '../../files/document.ts';

export interface Brought {
  categories: NewCategory[];
  rejected: Rejection[];
  /** Of every category that the character will have. */
  keys: ReadonlySet<string>;
}

/** The categories of an export, as far as the character has room for more; the memories of others go to its default. */
export function newCategories(given: readonly DocumentCategory[], known: readonly Category[]): Brought {
  const keys = new Set(known.map(({ name }) => categoryKey(name)));
  const categories: NewCategory[] = [];
  const rejected: Rejection[] = [];
  for (const { line, ...category } of given) {
    const key = categoryKey(category.name);
    if (keys.size >= maxCategories && !keys.has(key)) {
      const reason = `Category: a character has at most ${maxCategories}. Its memories go to the default one.`;
      rejected.push({ line, reason });
      continue;
    }
    keys.add(key);
    categories.push({ ...category, isDefault: false });
  }
  return { categories, rejected, keys };
}

/** The document with no category named that its character will not have. */
export function withCategories(document: ReadDocument, { rejected, keys }: Brought): ReadDocument {
  if (rejected.length === 0) return document;
  const kept = (name: string | undefined) => (name !== undefined && keys.has(categoryKey(name)) ? name : undefined);
  return { ...document, pieces: document.pieces.map((piece) => ({ ...piece, category: kept(piece.category) })) };
}
