import { useMemo, useRef } from 'preact/hooks';
import { useShared } from '../shell/shared.ts';

/** Secrets, files and choices between two are given again. */
const ungiven: ReadonlySet<string> = new Set(['password', 'file', 'radio']);

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/**
 * Keeps what is typed into a form until `end`: it is there again after the form was closed, after a change of page, a
 * reload and a sign-in.
 * @param key the purpose of the form
 * @param revision of the memory that is edited
 */
export function useDraft(key: string, revision?: number) {
  const { drafts } = useShared();
  const element = useRef<HTMLFormElement | null>(null);
  // The same function at each render: a new one would be called with the form again.
  const ref = useMemo(
    () => (form: HTMLFormElement | null) => {
      element.current = form;
      const draft = drafts.get(key);
      if (form && draft) fill(form, draft.fields);
    },
    [drafts, key],
  );
  const onInput = () => {
    const form = element.current;
    if (!form) return;
    const data = new FormData(form);
    const fields = fieldsOf(form);
    if (revision === undefined && fields.every(isAtFirst)) drafts.delete(key);
    else {
      const values = Object.fromEntries(fields.map(({ name }) => [name, data.getAll(name).map(String)]));
      drafts.set(key, { fields: values, ...(revision !== undefined && { revision }) });
    }
  };
  return {
    element,
    /** The properties of the form. */
    form: { ref, onInput },
    /** Forgets it: the form was sent, or its user wants none of it. */
    end: () => drafts.delete(key),
  };
}

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (one): one is Field =>
      (one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement || one instanceof HTMLSelectElement) &&
      one.name !== '' &&
      !ungiven.has(one.type),
  );
}

const isBox = (field: Field): field is HTMLInputElement => field.type === 'checkbox';

/** A choice alone is no draft. */
function isAtFirst(field: Field): boolean {
  return isBox(field) || field instanceof HTMLSelectElement || field.value.trim() === field.defaultValue.trim();
}

/** Changes fields as their user does, so that components learn of it. */
function fill(form: HTMLFormElement, values: Readonly<Record<string, readonly string[]>>): void {
  for (const field of fieldsOf(form)) {
    const given = values[field.name];
    if (!given) continue;
    if (isBox(field)) field.checked = given.includes(field.value);
    // A choice that is not offered any more would leave none.
    else if (!(field instanceof HTMLSelectElement) || [...field.options].some(({ value }) => value === given[0]))
      field.value = given[0] ?? '';
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
  }
}
