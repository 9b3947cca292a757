import { directionMarks } from '#contract/direction-marks.ts';
import { normalize } from '#text/normalize.ts';
import { StorageError } from './storage-error.ts';

/** The name of a bucket and of an object in it. */
export interface ObjectName {
  readonly bucket: string;
  readonly name: string;
}

export const maxNameBytes = 1024;
const bucketName = /^[\w!.*'() &$@=;:+,?-]{1,100}$/;
/** Control characters, among them NUL, and the characters that reverse the shown order of text. */
const forbiddenInNames = new RegExp(String.raw`[\p{Cc}\p{Cs}\\${directionMarks}\uFFFE\uFFFF]`, 'u');

export function checkBucketName(name: string): string {
  if (!bucketName.test(name) || name === '.' || name === '..' || name.trim() !== name) {
    throw new StorageError('InvalidBucketName');
  }
  return name;
}

/**
 * Returns a name, or a part of one, in normal form C, so that names that look the same are the same.
 * One that is too long in any form stays as it is.
 */
export function normalizeName(text: string): string {
  return text.length > 2 * maxNameBytes ? text : normalize(text, 'NFC');
}

/**
 * Returns an object's name as it is stored. Throws for names that a client, a proxy or a file system
 * might read as another one.
 */
export function checkObjectName(text: string): string {
  const name = text.isWellFormed() ? normalizeName(text) : text;
  const isValid =
    name !== '' &&
    name.isWellFormed() &&
    Buffer.byteLength(name) <= maxNameBytes &&
    !forbiddenInNames.test(name) &&
    !name.startsWith('/') &&
    !name.split('/').some((part) => part === '.' || part === '..');
  if (!isValid) throw new StorageError('InvalidKey', `Invalid key: ${text.toWellFormed()}`);
  return name;
}
