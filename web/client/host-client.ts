import { type Client, Failure, type Input, type OperationName, type Output } from './client.ts';
import type { HostLink } from './host-link.ts';

/** The fields of a tool's answer that are read here. */
export interface ToolResult {
  structuredContent?: Record<string, unknown> & { error?: { type?: string; message?: string; status?: number } };
  content?: { type: string; text?: string }[];
  isError?: boolean;
}

/** Notified of every call that succeeded. */
export type Called = <Name extends OperationName>(name: Name, input: Input<Name>, output: Output<Name>) => void;

/** The service's tools, called through the host that shows this page. */
export class HostClient implements Client {
  readonly #link: HostLink;
  readonly #called: Called;

  constructor(link: HostLink, called: Called) {
    this.#link = link;
    this.#called = called;
  }

  call: Client['call'] = async (name, input, signal) => {
    const result = await this.#link.request<ToolResult>(
      'tools/call',
      { name: toolOf(name), arguments: argumentsOf(input) },
      signal,
    );
    const output = contentOf(result) as Output<typeof name>;
    this.#called(name, input, output);
    return output;
  };
}

/** A tool's result. Throws a Failure for an error. */
export function contentOf({ structuredContent, content = [], isError }: ToolResult): Record<string, unknown> {
  const { error, ...output } = structuredContent ?? {};
  if (!isError && structuredContent) return output;
  const said = error?.message ?? content.map(({ text = '' }) => text).join('\n');
  const status = error?.status;
  throw new Failure(
    error?.type ?? 'Unknown',
    said || 'The tool gave no answer.',
    status === undefined ? {} : { status },
  );
}

/** The person's actions have their own tools, which no model sees. */
const ofPerson: Partial<Record<OperationName, string>> = {
  searchMemories: 'look_further',
  updateMemory: 'person_update_memory',
  deleteMemory: 'person_delete_memory',
  restoreMemory: 'person_restore_memory',
  revertMemory: 'person_revert_memory',
};

/** The tool of an operation: `listMemories` is `list_memories`. */
function toolOf(name: OperationName): string {
  const own = ofPerson[name];
  if (own !== undefined) return own;
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Leaves out undefined fields, and an empty character: the server then uses its own. */
function argumentsOf(input: object): object {
  const given = Object.entries(input).filter(
    ([field, value]) => value !== undefined && (field !== 'characterId' || value),
  );
  return Object.fromEntries(given);
}
