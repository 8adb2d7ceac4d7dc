import type * as z from 'zod';
import { type ErrorType, ServiceError } from '../domain/errors.ts';
import { isLimited, type Principal, type Role, type TokenScope } from '../domain/principal.ts';
import type { Bucket, Feature } from '../domain/tier.ts';
import type { Computation } from '../service/computed.ts';
import type { Context, LoggedRecall } from '../service/context.ts';

/** Tool sets that can be switched on one by one. */
export const groups = ['characters', 'memories', 'categories', 'files', 'tier', 'admin', 'review', 'chatgpt'] as const;
export type Group = (typeof groups)[number];
const onRequest: readonly Group[] = ['admin', 'review', 'chatgpt'];
/** The default tool sets: administration and review are not for agents, and one host alone needs the tools of its form. */
export const usualGroups: readonly Group[] = groups.filter((group) => !onRequest.includes(group));
/** The groups, and the small set for most agents. */
export const toolsets = [...groups, 'core'] as const;
export type Toolset = (typeof toolsets)[number];

/** `members`: what decides about people, other clients, or changes that wait for a person. */
type Callers = 'members' | 'clients';

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
  /** The most that an input may weigh, in bytes of its JSON and in UTF-16 units of its texts; see inputBounds. */
  maxInput: number;
  /** Fields, at any depth, with a document: stored byte for byte; texts read from them are repaired. */
  documents?: readonly string[];
  /** Optional fields; a call must have at least one: the changes. */
  changes?: readonly string[];
  /** Groups of optional fields, of which a call gives one: all fields of `all`, and optionally those of `more`. */
  either?: readonly { all: readonly string[]; more?: readonly string[] }[];
  output: Output;
  hints: { readOnly: boolean; destructive: boolean; idempotent: boolean };
  /** REST binding; absent: it touches this machine's files and so exists over stdio only, unless it is `toolOnly`. */
  rest?: {
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
    /** Path parameters in braces are input fields of the same name, but `{id}` is characterId and `{memId}` memoryId. */
    path: string;
    /** Success status; a function where it depends on the result. */
    status: number | ((output: z.output<Output>) => number);
    /** The answer is a document: always as Markdown (its `markdown`), or as a file's bytes when the request asks for them. */
    answers?: 'markdown' | 'file';
    /** Its body may be compressed, and its answer is where the caller takes that. */
    gzip?: true;
    /** The answer's `revision` is its ETag. */
    etag?: true;
    /** The field that an If-Match header with such an ETag fills. */
    ifMatch?: string;
    /** Query parameters that are called otherwise than their input field: wire name → field. */
    query?: Record<string, string>;
    /** Replaces the tool's input, output and run: an HTTP answer has no size limit, so it is never split. */
    whole?: Whole;
    /** Its tool's `progress` is reported over REST too, to callers that ask for events. */
    progress?: true;
    /** A form may bring the document as the file `file`: the fields that its name, bytes and their encoding fill. */
    upload?: { name: string; content: string; encoding: string };
    /** The news of its list, for callers that ask for events; `lastEventId` is the last known event. */
    feed?(context: Context, input: z.output<Input>, lastEventId: string | undefined): Promise<Feed>;
    /** Its name in the OpenAPI document; default: that of the operation. */
    id?: string;
    /**
     * Replaces `run` if the request accepts this media type: the answer is a stream of lines with one item each, of any
     * length. Streams export data, so the audit log has a line for each.
     */
    stream?: {
      type: string;
      item: z.ZodType;
      run(context: Context, input: z.output<Input>): Promise<AsyncIterable<string>>;
    };
    /** A second route to the same `run`, with its own input and output. */
    also?: { id: string; path: string; input: z.ZodObject; output: z.ZodObject };
  };
  /** Its tool is available over HTTP although it has no route: a host's own form of tools that exist already. */
  toolOnly?: true;
  /** Its binding where the caller sits at the machine itself: in `ui`, never in `serve`. */
  localRest?: Operation<Input, Output>['rest'];
  /** Its parts are those of `rest.whole`. */
  isWhole?: true | undefined;
  bucket: Bucket;
  /** The least role that may call it. */
  role: Role;
  feature?: Feature;
  /** Its answer waits shortly until it is judged what was just said: `Services.settle`. */
  saysWhatHolds?: true;
  /** The memories in its answer, for the log of recalls; pure. */
  loggedRecall?(input: z.output<Input>, output: z.output<Output>): LoggedRecall;
  /** Who may call it; default: members alone in the group `admin`, clients that they have allowed in too elsewhere. */
  callers?: Callers;
  /** Recorded in the audit log although the store does not change: it carries data away. */
  recorded?: true;
  /** Its answer is for a program, which needs it whole: none of its texts is cut. */
  forPrograms?: true;
  /** A call that names no character means the project's and the user's own: `Context.reach`. */
  overLayers?: true;
  /** Only computes, for long: it runs in a thread if there are any. */
  computes?: true;
  /** Its answer is kept for equal calls, until something is written: see `Answers`. */
  kept?: true;
  /** Errors it can give beyond those of every operation and those that follow from its role, feature and REST binding. */
  errors?: readonly ErrorType[];
  run(context: Context, input: z.output<Input>): Promise<z.output<Output>>;
  /**
   * The question to the user before it runs, if the caller can ask: one sentence about the effect. Undefined: no
   * question. Changes nothing, and throws as `run` does.
   */
  confirm?(context: Context, input: z.output<Input>): Promise<string | undefined>;
  /**
   * The tool's answer for hosts that show their model text instead of structured content; it says the same in fewer
   * tokens, in one block or several. Default: the output as JSON.
   */
  text?(output: z.output<Output>): string[];
}

/** A list as a stream. */
export interface Feed {
  /** The start of the stream: a client that is interrupted before the first event resumes there. */
  readonly start: string;
  /** The news since the last call. */
  next(): Promise<{ event: string; id?: string; data: object }[]>;
}

/** The parts of an operation for input and output. */
type Whole = Pick<Operation, 'input' | 'output' | 'run' | 'isWhole'>;

/** Hint sets by an operation's effect on the store. */
export const reads = { readOnly: true, destructive: false, idempotent: true } as const;
export const adds = { readOnly: false, destructive: false, idempotent: false } as const;
/** Sets something to a given state: repeating it changes nothing more. */
export const sets = { readOnly: false, destructive: true, idempotent: true } as const;

const kB = 1024;

/**
 * Size limits of inputs, by the largest content when JSON escapes every character (12 bytes for one beyond the basic
 * plane): names and numbers; one text of 10,000 characters; a whole profile; a document.
 */
export const inputBounds = { usual: 64 * kB, text: 256 * kB, profile: 5 * kB * kB, document: 8 * kB * kB } as const;

type Declared<Input extends z.ZodObject, Output extends z.ZodObject> = Omit<Operation<Input, Output>, 'maxInput'> & {
  /** Default: inputBounds.usual. */
  maxInput?: number;
};

/**
 * Declares an operation with the types of its input and output inferred.
 * They are erased here, and only here: a list of operations can't know them. It is safe because the gate hands `run`
 * nothing but what `input` has validated, and the transports hand `status` nothing but what `run` has answered.
 */
export function operation<Input extends z.ZodObject, Output extends z.ZodObject>(
  declared: Declared<Input, Output>,
): Operation {
  const erased: unknown = { maxInput: inputBounds.usual, ...declared };
  return erased as Operation;
}

/** The scope that a token needs for it. */
export function scopeOf({ hints }: Operation): TokenScope {
  return hints.readOnly ? 'memory:read' : 'memory:write';
}

/** Whether clients that a member has allowed in may call it. */
export function isForClients({ group, callers = group === 'admin' ? 'members' : 'clients' }: Operation): boolean {
  return callers === 'clients';
}

/** AccessDenied for a client that a member has allowed, and for a key with a scope: only members themselves may do it. */
export function requireInGrant(principal: Principal, declared: Operation): void {
  if (!isLimited(principal) || isForClients(declared)) return;
  const others = principal.via === 'grant' ? 'clients that they have allowed in' : 'keys with a scope';
  throw new ServiceError('AccessDenied', `${declared.name} is for members themselves, not for ${others}.`);
}

/** The operation over REST. */
export function wholeOf(declared: Operation): Operation {
  const { computes, output, rest } = declared;
  const isAlike = rest?.whole?.output === output && !computes;
  // Where the answer is the same, a retry may come by either.
  return { ...declared, ...rest?.whole, ...(isAlike && { isWhole: undefined }) };
}

/** An operation that computes as threads know it, and the same over REST where that is another. */
export function computationsOf(declared: Operation): Computation[] {
  if (!declared.computes) return [];
  const forms = declared.rest?.whole ? [declared, wholeOf(declared)] : [declared];
  return forms.map((one) => ({
    name: computationName(one),
    run: (context, input) => one.run(context, input as never),
  }));
}

export function computationName({ name, isWhole }: Operation): string {
  return isWhole ? `${name} over REST` : name;
}

/** Declares how REST differs from the tool, with types inferred as in `operation`. */
export function whole<Input extends z.ZodObject, Output extends z.ZodObject>(
  declared: Pick<Operation<Input, Output>, 'input' | 'output' | 'run'>,
): Whole {
  const erased: unknown = { ...declared, isWhole: true };
  return erased as Whole;
}
