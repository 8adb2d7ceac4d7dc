import { Claimed } from '../../../base/claim.ts';

/** An encoder could not be installed. The message has the reason and the remedy. */
export class EncoderNotInstalled extends Error {
  override readonly name = 'EncoderNotInstalled';
}

/** An error of the lock or the disk as a message for users. */
export function ofDisk(error: unknown, folder: string): unknown {
  if (error instanceof Claimed) {
    const { holder } = error;
    return new EncoderNotInstalled(`Another process (${holder}) is setting the encoder up; wait until it is done.`);
  }
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new EncoderNotInstalled(`There is no room left on the disk of ${folder}.`);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'EBUSY')
    return new EncoderNotInstalled(
      `${folder} can't be written (${message}). Stop servers that use the encoder, and try again.`,
    );
  return error;
}
