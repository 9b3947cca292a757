import { fromJsonSchema, type JsonSchemaType } from '@modelcontextprotocol/server';
import { limits } from '#contract/limits.ts';
import { maxReferenceLength } from '#contract/prompt-reference.ts';
import type { SearchScope } from '#server/library/library.ts';

/** The database numbers versions by integers. */
export const maxVersion = 2 ** 31 - 1;

const reference: JsonSchemaType = {
  type: 'string',
  minLength: 1,
  maxLength: maxReferenceLength,
  description: 'Name or id of a prompt. A version or label may follow: name@3, name@production.',
};
const tags: JsonSchemaType = {
  type: 'array',
  items: { type: 'string', minLength: 1, maxLength: limits.tagLength },
  maxItems: limits.tagCount,
};
const texts: Readonly<Record<string, JsonSchemaType>> = {
  title: { type: 'string', minLength: 1, maxLength: limits.titleLength },
  content: {
    type: 'string',
    minLength: 1,
    maxLength: limits.contentLength,
    description:
      'The text. Variables are written {{name}}, {{name:default}} or {{name|choice:a,b}}.',
  },
  description: { type: 'string', maxLength: limits.descriptionLength },
  tags,
};

interface Written {
  readonly title: string;
  readonly content: string;
  readonly description?: string;
  readonly tags?: readonly string[];
}

const object = (
  properties: Readonly<Record<string, JsonSchemaType>>,
  required: string[],
): JsonSchemaType => ({ type: 'object', properties, required, additionalProperties: false });
const string: JsonSchemaType = { type: 'string' };

/** The input and output of each tool. */
export const schemas = {
  search: fromJsonSchema<{ query: string; scope?: SearchScope }>(
    object(
      {
        query: {
          ...string,
          maxLength: 1_000,
          description: 'Words, or filters such as tag:name or in:"Group/Group below it".',
        },
        scope: {
          ...string,
          enum: ['library', 'teams', 'shared', 'favorites'],
          description:
            "Searches only there: library is the person's own prompts, teams those of their teams, shared those that single people share with them.",
        },
      },
      ['query'],
    ),
  ),
  searchOutput: fromJsonSchema(
    object(
      {
        results: {
          type: 'array',
          items: object({ id: string, title: string, url: string }, ['id', 'title', 'url']),
        },
      },
      ['results'],
    ),
  ),
  fetch: fromJsonSchema<{ id: string }>(object({ id: reference }, ['id'])),
  fetchOutput: fromJsonSchema(
    object(
      {
        id: string,
        title: string,
        text: string,
        url: string,
        metadata: { type: 'object', additionalProperties: string },
      },
      ['id', 'title', 'text', 'url'],
    ),
  ),
  getPrompt: fromJsonSchema<{ prompt: string; values?: Record<string, string> }>(
    object(
      {
        prompt: reference,
        values: {
          type: 'object',
          additionalProperties: string,
          description:
            'Values of variables by name. A missing one keeps its default or placeholder.',
        },
      },
      ['prompt'],
    ),
  ),
  createPrompt: fromJsonSchema<Written>(object(texts, ['title', 'content'])),
  updatePrompt: fromJsonSchema<
    Partial<Written> & { prompt: string; base_version: number; change?: string }
  >(
    object(
      {
        ...texts,
        prompt: reference,
        base_version: {
          type: 'integer',
          minimum: 1,
          maximum: maxVersion,
          description: 'The version that the change is based on.',
        },
        change: {
          ...string,
          maxLength: limits.changeDescriptionLength,
          description: 'What changed, in a few words.',
        },
      },
      ['prompt', 'base_version'],
    ),
  ),
  listVersions: fromJsonSchema<{ prompt: string; before?: number }>(
    object(
      {
        prompt: reference,
        before: {
          type: 'integer',
          minimum: 2,
          maximum: maxVersion,
          description: 'Lists versions with lower numbers than this.',
        },
      },
      ['prompt'],
    ),
  ),
} as const;
