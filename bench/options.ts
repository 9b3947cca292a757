import { parseArgs } from 'node:util';

export interface Options {
  /** How long each measurement lasts. */
  readonly seconds: number;
  /** Rounds of fresh processes; medians are taken over them. */
  readonly rounds: number;
  readonly clients: readonly number[];
  /** Names of the operations to measure; empty for all. */
  readonly only: readonly string[];
  /** Makes the data anew, even when what is kept fits. */
  readonly fresh: boolean;
  /** Measures reads of @supabase/lite beside, on the same database. */
  readonly lite: boolean;
  /** Measures search and feeds in so many prompts instead; null for the rest of the bench. */
  readonly scale: number | null;
  /** A file with the prompts that the words and lengths of those are taken from. */
  readonly csv: string | null;
  /** People use the product at the same time instead; null for the rest of the bench. */
  readonly load: { readonly minutes: number; readonly people: number } | null;
}

export const usage = `npm run bench -- [--seconds N] [--rounds N] [--clients 1,8,32] [--only read,insert,update] [--quick] [--fresh] [--lite]
       npm run bench -- --scale 100000 [--csv FILE] [--only community] [--fresh]
       npm run bench -- --load [--minutes 10] [--people 500] [--only undisturbed,PostgreSQL,server]`;

function positive(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) {
    throw new TypeError(`--${name} must be a whole number from 1 on, not '${text}'.`);
  }
  return number;
}

/** Reads the command line. Throws a TypeError with one sentence. */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      clients: { type: 'string', default: '1,8,32' },
      only: { type: 'string', default: '' },
      quick: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
      lite: { type: 'boolean', default: false },
      scale: { type: 'string' },
      csv: { type: 'string' },
      load: { type: 'boolean', default: false },
      minutes: { type: 'string', default: '10' },
      people: { type: 'string', default: '500' },
    },
  });
  const [seconds, rounds] = values.quick ? ['2', '1'] : ['5', '3'];
  return {
    seconds: positive('seconds', values.seconds ?? seconds),
    rounds: positive('rounds', values.rounds ?? rounds),
    clients: values.clients.split(',').map((text) => positive('clients', text)),
    only: values.only.split(',').filter((name) => name !== ''),
    fresh: values.fresh,
    lite: values.lite,
    scale: values.scale === undefined ? null : positive('scale', values.scale),
    csv: values.csv ?? null,
    load: values.load
      ? { minutes: positive('minutes', values.minutes), people: positive('people', values.people) }
      : null,
  };
}
