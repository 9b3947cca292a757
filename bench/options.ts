import { parseArgs } from 'node:util';

export interface Options {
  /** Duration of each measurement. */
  readonly seconds: number;
  /** Rounds of fresh processes; medians are taken over them. */
  readonly rounds: number;
  readonly clients: readonly number[];
  /** Parts of the names of what to measure; empty for all. */
  readonly only: readonly string[];
  /** Whether to recreate the data even if it is current. */
  readonly fresh: boolean;
  /** Whether to measure reads of @supabase/lite on the same database as well. */
  readonly lite: boolean;
  /** Number of prompts for measuring search and feeds only; null for the other benchmarks. */
  readonly scale: number | null;
  /** Whether the prompts of `scale` are short, with one version each. */
  readonly lean: boolean;
  /** A CSV file of prompts whose words and lengths the generated prompts use. */
  readonly csv: string | null;
  /** Settings of the load test; null for the other benchmarks. */
  readonly load: { readonly minutes: number; readonly people: number } | null;
  /** Whether to measure what others notice of attacks, instead of the other benchmarks. */
  readonly fairness: boolean;
  /** Settings of the measurement of /realtime/v1; null for the other benchmarks. */
  readonly realtime: { readonly connections: number } | null;
  /** Settings of the measurement of lists of /mcp; null for the other benchmarks. */
  readonly mcp: { readonly prompts: number } | null;
  /** Settings of the measurement of a large team; null for the other benchmarks. */
  readonly teams: { readonly prompts: number } | null;
}

/** Duration of each attack of the fairness benchmark. */
export const fairnessSeconds = 20;

export const usage = `npm run bench -- [--seconds N] [--rounds N] [--clients 1,8,32] [--only read,insert,update] [--quick] [--fresh] [--lite]
       npm run bench -- --scale 100000 [--lean] [--csv FILE] [--only community] [--fresh]
       npm run bench -- --load [--minutes 10] [--people 500] [--only undisturbed,PostgreSQL,server]
       npm run bench -- --fairness [--seconds 20] [--only regular,imports]
       npm run bench -- --realtime [--seconds 60] [--connections 2000] [--rounds 3]
       npm run bench -- --mcp [--prompts 100000] [--rounds 3]
       npm run bench -- --teams [--prompts 100000]`;

function positive(name: string, text: string): number {
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1) {
    throw new TypeError(`--${name} must be a positive whole number, not '${text}'.`);
  }
  return number;
}

/** Returns whether `--only` names this by a part of its name, or names nothing. */
export function isChosen(name: string, only: readonly string[]): boolean {
  return only.length === 0 || only.some((part) => name.includes(part));
}

/** Parses the command line. Throws a TypeError with one sentence. */
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
      lean: { type: 'boolean', default: false },
      csv: { type: 'string' },
      load: { type: 'boolean', default: false },
      fairness: { type: 'boolean', default: false },
      realtime: { type: 'boolean', default: false },
      connections: { type: 'string', default: '2000' },
      mcp: { type: 'boolean', default: false },
      teams: { type: 'boolean', default: false },
      prompts: { type: 'string', default: '100000' },
      minutes: { type: 'string', default: '10' },
      people: { type: 'string', default: '500' },
    },
  });
  const duration = values.realtime ? '60' : '5';
  const [seconds, rounds] = values.quick
    ? ['2', '1']
    : [values.fairness ? String(fairnessSeconds) : duration, '3'];
  return {
    seconds: positive('seconds', values.seconds ?? seconds),
    rounds: positive('rounds', values.rounds ?? rounds),
    clients: values.clients.split(',').map((text) => positive('clients', text)),
    only: values.only.split(',').filter((name) => name !== ''),
    fresh: values.fresh,
    lite: values.lite,
    scale: values.scale === undefined ? null : positive('scale', values.scale),
    lean: values.lean,
    csv: values.csv ?? null,
    fairness: values.fairness,
    realtime: values.realtime ? { connections: positive('connections', values.connections) } : null,
    mcp: values.mcp ? { prompts: positive('prompts', values.prompts) } : null,
    teams: values.teams ? { prompts: positive('prompts', values.prompts) } : null,
    load: values.load
      ? { minutes: positive('minutes', values.minutes), people: positive('people', values.people) }
      : null,
  };
}
