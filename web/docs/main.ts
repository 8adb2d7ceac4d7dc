import { beginningOf } from '../../src/base/graphemes.ts';
// The page /docs: sends a form's request, with a key that is only in the page's own field.

import { type Request, requestOf, shellCommand } from './request.ts';

const maxShownLength = 200_000;
const key = document.querySelector<HTMLInputElement>('#key') as HTMLInputElement;
const underWay = new WeakMap<HTMLFormElement, AbortController>();

for (const fieldset of document.querySelectorAll('fieldset')) fieldset.disabled = false;

document.addEventListener('submit', (event) => {
  event.preventDefault();
  void send(event.target as HTMLFormElement);
});

// A link to a record or an operation opens it.
const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const details = target?.closest('details');
  if (!details || details.open) return;
  details.open = true;
  details.scrollIntoView();
};
addEventListener('hashchange', reveal);
reveal();

async function send(form: HTMLFormElement): Promise<void> {
  const { say, show } = answerOf(form);
  underWay.get(form)?.abort();
  show('', '');
  if (key.value.trim() === '') {
    say('Give an API key first: its field is at the top of the page.');
    key.focus();
    return;
  }
  const request = requestOf(form.dataset.method ?? '', form.dataset.path ?? '', new FormData(form));
  const body = form.querySelector('textarea');
  body?.setAttribute('aria-invalid', String('fault' in request));
  if ('fault' in request) {
    say(request.fault);
    body?.focus();
    return;
  }
  const controller = new AbortController();
  underWay.set(form, controller);
  say('Sent, waiting for the answer.');
  try {
    const { line, text } = await ask(request, controller.signal);
    show(text, shellCommand(request, location.origin));
    say(line);
  } catch (error) {
    if (!controller.signal.aborted) say(`No answer: ${(error as Error).message}`);
  }
}

async function ask(
  { method, url, headers, body }: Request,
  signal: AbortSignal,
): Promise<Record<'line' | 'text', string>> {
  const began = performance.now();
  const response = await fetch(url, {
    method,
    headers: { ...headers, Authorization: `Bearer ${key.value.trim()}` },
    ...(body !== undefined && { body }),
    credentials: 'omit',
    cache: 'no-store',
    signal,
  });
  const text = await response.text();
  const ms = Math.round(performance.now() - began);
  const shownHeaders = ['ETag', 'Retry-After'].flatMap((name) => {
    const value = response.headers.get(name);
    return value === null ? [] : [`, ${name} ${value}`];
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const line = `${response.status} ${response.statusText}`.trim();
  return { line: `${line}, ${ms} ms${shownHeaders.join('')}`, text: isJson ? indented(text) : text };
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), undefined, 2);
  } catch {
    return json;
  }
}

/** The place below a form for its answer, made lazily. */
function answerOf(form: HTMLFormElement): { say(line: string): void; show(text: string, command: string): void } {
  const made = (tag: string, attributes: Record<string, string>) => {
    const part = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) part.setAttribute(name, value);
    form.append(part);
    return part;
  };
  const status = form.querySelector('[role=status]') ?? made('p', { role: 'status' });
  const [text, command] = ['Answer', 'The same with curl'].map(
    (label) =>
      form.querySelector<HTMLElement>(`[aria-label="${label}"]`) ??
      made('pre', { role: 'region', 'aria-label': label, tabindex: '0' }),
  ) as [HTMLElement, HTMLElement];
  return {
    say(line) {
      status.textContent = line;
    },
    show(shown, same) {
      const cut =
        shown.length > maxShownLength
          ? `${beginningOf(shown, maxShownLength)}\n… ${shown.length} characters in all`
          : shown;
      text.textContent = cut;
      command.textContent = same;
      text.hidden = shown === '';
      command.hidden = same === '';
    },
  };
}
