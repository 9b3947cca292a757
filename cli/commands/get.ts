import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isValidValue } from '#templating/variables.ts';
import { CliError, exitCodes, messageOf } from '../cli-error.ts';
import { type Command, type Invocation, jsonOption } from '../command.ts';
import type { Context } from '../context.ts';
import { connect } from '../library/connect.ts';
import type { ResolvedPrompt } from '../library/prompt-rows.ts';
import { formatJson, plainText } from '../plain-text.ts';

export const get: Command = {
  name: 'get',
  summary: 'Print a prompt with its variables filled in',
  arguments: 'NAME[@VERSION|@LABEL]',
  argumentCount: [1, 1],
  details: [
    'Prints the text of a prompt, with the prompts that it includes, and with values for its variables. A variable without a value gets its default, or stays as it is written. Into a pipe, the text comes out byte by byte, without a line break after it.',
    'NAME is a name that `cuebook list` prints, or an id. @VERSION asks for a version by its number, @LABEL for the one that a label such as production is on; without either you get the newest. The use counts, as a copy on the page does.',
  ],
  options: [
    {
      name: 'var',
      short: 'v',
      value: 'NAME=VALUE',
      isRepeatable: true,
      description: 'The value of a variable.',
    },
    {
      name: 'var-file',
      value: 'NAME=FILE',
      isRepeatable: true,
      description: 'The value of a variable from a file; - reads stdin.',
    },
    { name: 'raw', description: 'Print the text as it is written, and count no use.' },
    jsonOption,
  ],
  examples: [
    ['cuebook get summary-0193f2a4b5c61d2e --var tone=formal', 'Print a prompt with a value'],
    [
      'git diff | cuebook get review-0193f2a4b5c61d2e --var-file diff=- | llm',
      'Fill in what a program prints',
    ],
    ['cuebook get review-0193f2a4b5c61d2e@production', 'Print the version with a label'],
    ['cuebook get review-0193f2a4b5c61d2e@3 --raw', 'Print version 3 as it is written'],
  ],
  async run(invocation, context) {
    const { options } = invocation;
    const values = await readValues(invocation, context);
    const library = await connect(invocation, context);
    const [reference = ''] = invocation.arguments;
    const { source, ...prompt } = options.has('raw')
      ? await library.resolve(reference)
      : await library.fill(reference, values);
    warnOfValues(prompt.variables, values, context);
    const text = source ?? prompt.text;
    if (options.has('json')) {
      context.write(formatJson({ ...prompt, text }));
    } else if (context.isTerminal) {
      context.write(plainText(text.endsWith('\n') ? text : `${text}\n`));
    } else context.write(text);
    return exitCodes.success;
  },
};

/** Reads the values of variables; the last one of a name counts. */
async function readValues(
  { options }: Invocation,
  context: Context,
): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>();
  for (const pair of options.all('var')) values.set(...splitPair(pair, '--var'));
  for (const pair of options.all('var-file')) {
    const [name, path] = splitPair(pair, '--var-file');
    values.set(name, path === '-' ? await context.readInput() : await readText(path, context));
  }
  return values;
}

async function readText(path: string, { currentFolder }: Context): Promise<string> {
  try {
    return await readFile(resolve(currentFolder, path), 'utf8');
  } catch (error) {
    throw new CliError(`${path} can't be read (${messageOf(error)}).`, exitCodes.failure, {
      cause: error,
    });
  }
}

function splitPair(pair: string, option: string): [name: string, value: string] {
  const equals = pair.indexOf('=');
  if (equals > 0) return [pair.slice(0, equals).trim(), pair.slice(equals + 1)];
  throw new CliError(
    `${option} takes a name and a value, such as ${option} tone=formal.`,
    exitCodes.usage,
  );
}

/** Warns of values that the prompt has no variable for, or that its variable doesn't expect. */
function warnOfValues(
  variables: ResolvedPrompt['variables'],
  values: ReadonlyMap<string, string>,
  context: Context,
): void {
  for (const [name, value] of values) {
    const variable = variables.find((each) => each.name === name);
    if (variable === undefined) {
      context.note(`warning: the prompt has no variable ${JSON.stringify(name)}.`);
    } else if (!isValidValue({ ...variable, kind: variable.type }, value)) {
      const expected =
        variable.type === 'choice' ? `one of: ${variable.choices.join(', ')}` : 'a number';
      context.note(`warning: ${name} should be ${expected}.`);
    }
  }
}
