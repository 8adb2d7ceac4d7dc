import * as z from 'zod';

/** A setting that is a whole number of at most so many digits. */
export function whole(digits: number, message = 'must be a whole number') {
  return z
    .string()
    .regex(new RegExp(`^\\d{1,${digits}}$`), message)
    .transform(Number);
}
