import type * as z from 'zod';
import type { ErrorType } from '../domain/errors.ts';
import type { Role } from '../domain/principal.ts';
import type { Bucket, Feature } from '../domain/tier.ts';
import type { Context } from '../service/context.ts';

/** Tool sets that can be switched on one by one. */
export const groups = ['characters', 'memories', 'categories', 'files', 'tier'] as const;
export type Group = (typeof groups)[number];

/** One thing the service can do. Everything that is published about it is derived from this declaration. */
export interface Operation<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  /** snake_case; the MCP tool's name. */
  name: string;
  title: string;
  /** For an agent that has to choose: when to call it, what comes back. */
  description: string;
  group: Group;
  /** Part of the small tool set `core`. */
  core?: true;
  input: Input;
  /** The input, refusing fields it does not know; made once, because a schema compiles itself on first use. */
  strictInput: Input;
  output: Output;
  hints: { readOnly: boolean; destructive: boolean; idempotent: boolean };
  /** REST binding; absent when the operation touches this machine's files and so exists over stdio only. */
  rest?: {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    /** Path parameters in braces are input fields of the same name, but `{id}` is characterId and `{memId}` memoryId. */
    path: string;
    /** Success status; a function where it depends on what happened. */
    status: number | ((output: z.output<Output>) => number);
    /** Query parameters that are called otherwise than their input field: wire name → field. */
    query?: Record<string, string>;
    /** What takes the place of the tool's input, output and run: an HTTP answer has no bound, so it is never in parts. */
    whole?: Whole;
  };
  bucket: Bucket;
  /** The least role that may call it. */
  role: Role;
  feature?: Feature;
  /** Errors it can give beyond those that follow from its fields, role, feature and REST binding. */
  errors?: readonly ErrorType[];
  run(context: Context, input: z.output<Input>): Promise<z.output<Output>>;
  /**
   * The tool's answer for hosts that show their model text instead of structured content; it says the same in fewer
   * tokens, in one block or several. Default: the output as JSON.
   */
  text?(output: z.output<Output>): string[];
}

/** The parts of an operation that decide what goes in and what comes out. */
export type Whole = Pick<Operation, 'input' | 'output' | 'run'>;

/** Hint sets by what an operation does to the store. */
export const reads = { readOnly: true, destructive: false, idempotent: true } as const;
export const adds = { readOnly: false, destructive: false, idempotent: false } as const;
/** Sets something to a given state: repeating it changes nothing more. */
export const sets = { readOnly: false, destructive: true, idempotent: true } as const;

/** Declares an operation with the types of its input and output inferred. */
export function operation<Input extends z.ZodObject, Output extends z.ZodObject>(
  declared: Omit<Operation<Input, Output>, 'strictInput'>,
): Operation {
  return { ...declared, strictInput: declared.input.strict() } as unknown as Operation;
}

/** Declares what an operation is over REST where it is not as its tool, with types inferred as `operation` does. */
export function whole<Input extends z.ZodObject, Output extends z.ZodObject>(
  declared: Pick<Operation<Input, Output>, 'input' | 'output' | 'run'>,
): Whole {
  return declared as unknown as Whole;
}
