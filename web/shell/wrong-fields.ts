import { t } from '../languages/translate.ts';

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Says beside a field what is wrong with it, in the reader's language, in place of the browser's own bubble. */
export function sayBesideFields(): void {
  addEventListener('invalid', onInvalid, true);
  addEventListener('input', ({ target }) => isField(target) && tell(target, undefined), true);
}

function onInvalid(event: Event): void {
  const field = event.target;
  if (!isField(field)) return;
  event.preventDefault();
  tell(field, wordsOf(field));
  if (field.form?.querySelector(':invalid:not(fieldset)') === field) field.focus();
}

/** The style shows it below the field; the name of the field has it too, for those who listen. */
function tell(field: Field, wrong: string | undefined): void {
  const place = field.closest('label') ?? field.parentElement;
  if (wrong === undefined) {
    field.removeAttribute('aria-invalid');
    place?.removeAttribute('data-wrong');
  } else {
    field.setAttribute('aria-invalid', 'true');
    place?.setAttribute('data-wrong', wrong);
  }
}

/** What the browser says of rarer faults is in its own language. */
function wordsOf({ validity, validationMessage }: Field): string {
  if (validity.customError) return validationMessage;
  if (validity.valueMissing) return t('Fill this in.');
  if (validity.typeMismatch) return t('An address that begins with https');
  return validationMessage;
}

const isField = (target: EventTarget | null): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
