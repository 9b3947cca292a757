-- Templates: Development. An id is never given to another template: a changed text becomes its next version.

select private.upsert_template(
  '00000000-0000-4000-8000-000000102001', 'Development', '🔬',
  'Review a change like a careful colleague',
  'A code review that finds faults first, with line references, severity and a suggested fix.',
  array['code review', 'quality'],
  $prompt$
Review this change as an experienced {{language:TypeScript}} engineer who will be on call for it.

What the change is meant to do: {{purpose}}
Constraints (framework, versions, performance, security): {{constraints:none stated}}

```diff
{{diff|long}}
```

Report in this form:
1. **Verdict**: approve, approve with changes, or rework, with the main reason in one sentence.
2. **Findings**, most serious first. For each: severity (blocker, major, minor); file and line; what goes wrong, with the concrete input or sequence that triggers it; the smallest fix, as code when it is under ten lines.
3. **Tests**: cases that are missing, named as you would name them in the suite.
4. **Questions** where the intention is not clear from the diff.

Look at: wrong results at the edges, error paths, concurrency, resources that are not released, injection and authorisation, data migrations and rollback, broken callers, and names that lie. Judge only what the diff shows or clearly implies; if you need a file that is not here, ask for it by name.

Leave out formatting and matters of taste. Do not praise, do not restate the code. If you find nothing serious, say so; do not invent a problem to fill the list.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000102002', 'Development', '🐛',
  'Find the cause of a bug from its traces',
  'Goes from symptom to root cause by ranked hypotheses and the cheapest experiment for each.',
  array['debugging', 'incident'],
  $prompt$
You are debugging with me. We look for the cause; we do not patch symptoms.

System: {{system}} ({{language and versions}})
Expected: {{expected}}
Observed: {{observed}}
Since when, how often, for whom: {{pattern}}
Logs, stack trace, relevant code:
{{evidence|long}}

Proceed like this:
1. Facts: list what the evidence proves, quoting the line that proves it.
2. Contradictions: what does not fit a simple explanation?
3. Hypotheses: three to five, ordered by likelihood × cheapness of testing. For each: the mechanism step by step, what it predicts that we have not looked at yet, and one experiment under ten minutes (a command, log line, query or breakpoint) with the outcome that confirms it and the outcome that rules it out.
4. Stop there and tell me which experiment to run first. I will come back with the result, and you update the list.

Once the cause is confirmed, give the fix, a regression test that fails without it, and where else the same mistake is likely.

Do not propose "restart", "upgrade" or "add a try/catch" unless a hypothesis demands it. Mark anything you infer beyond the evidence as an assumption.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000102003', 'Development', '🧪',
  'Design the tests for a function or endpoint',
  'Derives a compact set of test cases from a specification, including the ones people forget.',
  array['testing', 'specification'],
  $prompt$
Act as a test engineer who prefers twenty telling cases to two hundred similar ones.

Under test: {{function or endpoint}}
Specification or code:
{{specification|long}}
Test framework: {{framework:Vitest}}

First, list the behaviours promised, numbered, each in one sentence. Mark every place where the specification is silent or contradicts itself, and state the behaviour you assume there.

Then give a table of cases: number; behaviour it checks; input or starting state; action; expected result; why this case exists. Cover:
- equivalence classes and both sides of every boundary
- empty, absent, duplicated, very large, and wrongly typed input; Unicode; time zones and leap days where dates occur
- permissions: allowed, refused, and unauthenticated
- failure of each dependency, a repeated request, two requests at once
- state afterwards, not only the returned value

Finally write the five most valuable cases as runnable tests, with names that read as sentences, no shared mutable state and no sleeping.

Leave out cases that can only fail together with another one. Do not test the framework or private helpers. If input limits are not given, ask for them in one list at the end.
$prompt$);
