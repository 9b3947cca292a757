import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Adds up the result files of a run: `{passed, failed}` of our own checks, and the JSON reports of
 * Vitest and Playwright. A skipped test counts as failed, since this project skips none. `failures`
 * has the title and message of each failed test.
 */
export async function addUp(folder) {
  const sum = { passed: 0, failed: 0, failures: [] };
  const files = await readdir(folder).catch(() => []);
  for (const file of files.filter((name) => name.endsWith('.json'))) {
    const report = JSON.parse(await readFile(join(folder, file), 'utf8'));
    const { passed, failed } = count(report);
    sum.passed += passed;
    sum.failed += failed;
    sum.failures.push(...failuresOf(report));
  }
  return sum;
}

function count(report) {
  if (report.stats !== undefined) {
    const { expected, unexpected, flaky, skipped } = report.stats;
    return { passed: expected, failed: unexpected + flaky + skipped };
  }
  if (report.numTotalTests !== undefined) {
    const { numPassedTests, numTotalTests, numFailedTestSuites, success } = report;
    const failed = numTotalTests - numPassedTests;
    // A file that does not load has no tests to fail.
    return {
      passed: numPassedTests,
      failed: failed || (success ? 0 : Math.max(1, numFailedTestSuites)),
    };
  }
  return { passed: report.passed, failed: report.failed };
}

function failuresOf(report) {
  if (report.testResults !== undefined) {
    return report.testResults
      .filter(({ status }) => status !== 'passed')
      .flatMap(({ name, message, assertionResults }) => {
        const failed = assertionResults.filter(({ status }) => status !== 'passed');
        if (failed.length === 0) return [`${name}\n${message}`];
        return failed.map(
          (test) => `${name} › ${test.fullName}\n${test.failureMessages.join('\n')}`,
        );
      });
  }
  return report.failures ?? (report.suites ?? []).flatMap(failedSpecs);
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
