import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

const root = join(import.meta.dirname, '../..');

/**
 * Writes a run's counts, and a text for each failure, to a file that `npm test` reads. Vitest's own JSON
 * lacks the messages of failed hooks, of unhandled errors, and in browsers of actions that time out.
 */
export class ResultsReporter implements Reporter {
  readonly #file: string;

  constructor(file: string) {
    this.#file = resolve(root, file);
  }

  async onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly SerializedError[],
  ): Promise<void> {
    const failures = [...unhandled.map(describe), ...modules.flatMap(failuresOf)];
    const tests = modules.flatMap(({ children }) => [...children.allTests('passed')]);
    await mkdir(dirname(this.#file), { recursive: true });
    const results = { passed: tests.length, failed: failures.length, failures };
    await writeFile(this.#file, JSON.stringify(results));
  }
}

/** Returns a text for each error of a file, its suites and their hooks, and for each failed test. */
function failuresOf(module: TestModule): string[] {
  const tests = [...module.children.allTests()].filter((test) => test.result().state !== 'passed');
  const suites = [...module.children.allSuites()];
  return [
    ...module.errors().map((error) => `${module.relativeModuleId}\n${describe(error)}`),
    ...suites.flatMap((suite) =>
      suite
        .errors()
        .map((error) => `${module.relativeModuleId} › ${suite.fullName}\n${describe(error)}`),
    ),
    ...tests.map((test) => {
      const { state, errors = [] } = test.result();
      const message = errors.length === 0 ? state : errors.map(describe).join('\n');
      return `${module.relativeModuleId} › ${test.fullName}\n${message}`;
    }),
  ];
}

function describe({ name, message, stacks = [] }: SerializedError): string {
  const places = stacks.map(({ file, line }) => `    at ${relative(root, file)}:${line}`);
  return [`${name}: ${message}`, ...places].join('\n');
}
