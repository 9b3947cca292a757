import {
  findSensitive,
  locateFinding,
  type Finding,
  type FindingLocation,
} from './find-sensitive.ts';

/** A finding in a field of a prompt. */
export interface SensitiveField extends Pick<Finding, 'kind' | 'name'> {
  readonly field: 'Title' | 'Description' | 'Content';
  readonly location: FindingLocation;
  /** The whole text, which `location` may shorten. */
  readonly text: string;
}

export interface CheckedFields {
  readonly title: string;
  readonly description: string;
  readonly content: string;
}

/** Finds text that looks like a secret or personal data, field by field. */
export function findInFields({ title, description, content }: CheckedFields): SensitiveField[] {
  const fields = [
    ['Title', title],
    ['Description', description],
    ['Content', content],
  ] as const;
  return fields.flatMap(([field, text]) =>
    findSensitive(text).map((finding) => ({
      field,
      kind: finding.kind,
      name: finding.name,
      location: locateFinding(text, finding),
      text: text.slice(finding.start, finding.end),
    })),
  );
}
