import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Adds up the result files of a run: `{passed, failed}` of our own checks, and the JSON reports of
 * Vitest and Playwright. A skipped test counts as failed, since this project skips none.
 */
export async function addUp(folder) {
  const sum = { passed: 0, failed: 0 };
  const files = await readdir(folder).catch(() => []);
  for (const file of files.filter((name) => name.endsWith('.json'))) {
    const { passed, failed } = count(JSON.parse(await readFile(join(folder, file), 'utf8')));
    sum.passed += passed;
    sum.failed += failed;
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
