import type { Category } from '../domain/category.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Omission, Rejection } from '../domain/file.ts';
import type { Piece } from './piece.ts';

/** A category as a document describes it. */
export interface DocumentCategory extends Pick<Category, 'name' | 'description' | 'importance' | 'hints'> {
  /** Where it is in the document, from 1. */
  line: number;
}

/** The result of reading a document. */
export interface ReadDocument {
  pieces: Piece[];
  /** Present in our own export: its memories are finished, so nothing is filtered, extracted or reworded. */
  categories?: DocumentCategory[];
  /** Breaches of a rule for all inputs, which is not among the above. */
  rejected?: Rejection[];
  /** How it was read: the name of a format. */
  format?: string;
  /** What was not read, by name. */
  leftOut?: Omission[];
}

/** The InvalidInput of a document that cannot be read. */
export function unreadable(why: string): ServiceError {
  return new ServiceError('InvalidInput', `The document cannot be read: ${why}.`);
}

/** The InvalidContent of a document that is not what it claims to be. */
export function notWhatItSays(why: string): ServiceError {
  return new ServiceError('InvalidContent', `The document cannot be read: ${why}.`);
}
