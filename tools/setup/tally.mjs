import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Adds up the result files of a run: `{passed, failed, failures}` of our own, and the JSON reports
 * of Playwright. A skipped test counts as failed, since this project skips none. `failures` has the
 * title and message of each failed test.
 */
export async function addUp(folder) {
  const sum = { passed: 0, failed: 0, failures: [] };
  const files = await readdir(folder).catch(() => []);
  for (const file of files.filter((name) => name.endsWith('.json'))) {
    const report = JSON.parse(await readFile(join(folder, file), 'utf8'));
    const { passed, failed, failures = [] } = report.stats ? readPlaywright(report) : report;
    sum.passed += passed;
    sum.failed += failed;
    sum.failures.push(...failures);
  }
  return sum;
}

/** Returns counts and failures of a report of Playwright's. */
function readPlaywright({ stats, suites, errors }) {
  const { expected, unexpected, flaky, skipped } = stats;
  return {
    passed: expected,
    failed: unexpected + flaky + skipped + errors.length,
    failures: [...errors.map(({ message }) => message), ...suites.flatMap(failedSpecs)],
  };
}

function failedSpecs({ suites = [], specs = [] }) {
  const failed = specs.filter(({ ok }) => !ok);
  return [
    ...failed.map(({ file, line, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return `${file}:${line} › ${title}\n${errors.map(({ message }) => message).join('\n')}`;
    }),
    ...suites.flatMap(failedSpecs),
  ];
}
