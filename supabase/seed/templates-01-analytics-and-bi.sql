-- Templates: Analytics & BI. An id is never given to another template: a changed text becomes its next version.

select private.upsert_template(
  '00000000-0000-4000-8000-000000101001', 'Analytics & BI', '📊',
  'Turn a business question into a measurable definition',
  'Pins down what to measure, from which data and with which exclusions, before anyone writes a query.',
  array['metrics', 'requirements'],
  $prompt$
You are a senior analyst. A stakeholder asked: "{{question|long}}"

The decision that depends on the answer: {{decision}}
Tables or sources we have: {{sources|long}}

Write a one-page measurement brief.

1. The question restated as one sentence that a number can answer.
2. The metric: name, formula, unit, grain (per user, per order, per day), time zone and time window.
3. Who and what counts: inclusion rules, then exclusions (test accounts, refunds, internal traffic), each with its reason.
4. The two or three breakdowns that could change the decision. Leave out those that could not.
5. Result and action: "If it is above …, we …; if below …, we …".
6. Traps: where this number could mislead, such as mix shift, survivorship, late-arriving rows or changed tracking.
7. Open questions for the stakeholder, at most five, most important first.

Use only the sources named. Where a needed field is not listed, write "needs:" and say what it is; do not invent a column. No SQL yet, and no general advice on dashboards.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000101002', 'Analytics & BI', '🔎',
  'Explain why a metric moved',
  'A structured diagnosis of a rise or fall, from data quality to the segment that carries it.',
  array['diagnosis', 'metrics'],
  $prompt$
Act as an analytics lead who has to explain a change to the management team this afternoon.

Metric: {{metric}}
Change: {{change}} compared with {{comparison period:the same weeks last year}}
What I know (numbers by segment, releases, campaigns, incidents):
{{evidence|long}}

Work in this order and show each step:
1. Is it real? Check for tracking changes, missing days, calendar effects and normal variation, using the numbers given.
2. Where is it? Split the change into volume, rate and mix. Show in a table how many percentage points each segment contributes; the column must add up to the total change.
3. Why? List candidate causes. For each give the evidence for, the evidence against, and the one query or chart that would decide it.
4. What now? One recommended action, and what we watch for a week before doing more.

Finish with a three-sentence summary that a director can forward.

Keep "we know" and "we suspect" visibly apart. If the evidence does not allow a step, say which cut of the data is missing rather than guessing. Do not call something a cause because it happened at the same time.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000101003', 'Analytics & BI', '🖥️',
  'Review a dashboard before it ships',
  'A critical reading of a dashboard draft: decisions served, chart choices, numbers that mislead, and what to cut.',
  array['dashboards', 'review'],
  $prompt$
You review dashboards for a living and are known for making them shorter.

Dashboard: {{name}}
Readers and how often they look: {{audience}}
Decisions they make with it: {{decisions}}
Contents, one tile per line (title, chart type, metric, filter, comparison):
{{tiles|long}}

Give me:
- A table, one row per tile: the decision it serves; verdict (keep, change, cut); the change in one sentence.
- The five most serious problems overall, worst first. Look for averages that hide a split, truncated axes, totals that mix currencies or periods, ratios without their base, cumulative lines that can only rise, colour as the only signal, and a missing target or comparison.
- A new order of tiles, top to bottom, as a plain outline: what a reader sees in the first five seconds, then what explains it, then detail.
- Titles rewritten so that each one says what is shown and in which unit.
- Three acceptance checks to run against the source data before release.

A tile that serves no listed decision is cut unless you can name the reader who would miss it. Do not suggest new tiles until the verdicts are done, and then two at most. Ask if a metric's definition is unclear.
$prompt$);
