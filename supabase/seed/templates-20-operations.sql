-- Templates: Operations. An id is never given to another template: a changed text becomes its next version.

select private.upsert_template(
  '00000000-0000-4000-8000-000000120001', 'Operations', '⚙️',
  'Map a process and find what holds it up',
  'Describes how work really flows, measures waiting, finds the bottleneck and proposes one change.',
  array['process', 'improvement'],
  $prompt$
You are an operations engineer. Look at how the work really flows, not at how the manual says it does.

Process: {{process}}, from {{start}} to {{end}}
Steps as people describe them (who, what, tool, working time, waiting time, how often it goes back):
{{steps|long}}
Volume and variation: {{volume}}
Complaints by customers or staff: {{complaints:none}}

Deliver:
1. **Flow** as a numbered table: step, role, working time, waiting before it, share sent back, tool, hand-over.
2. **Arithmetic**: total lead time, working time, their ratio; share that goes through right first time (multiply); load of each role at mean and at peak volume. Show the calculation.
3. **Bottleneck**: which step limits output, proved by load or queue; why it is not the one people complain about, if so.
4. **Waste**: waiting, re-entry, checking a check, batches, searching. Each with minutes a month.
5. **Changes** in this order: stop doing it, do it once, do it in smaller batches, move work away from the bottleneck, make errors impossible, only then automate. For each: gain, effort, who loses something.
6. **First experiment**: two weeks, one team, measure before and after, condition for going back.

Improving a step that is not the bottleneck must be justified. Where times are missing, say how to measure them in three days by tally; do not assume. No cuts in staff as a premise.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000120002', 'Operations', '📦',
  'Write a standard operating procedure',
  'A procedure with purpose, trigger, steps, limits and records that passes an audit and helps the operator.',
  array['SOP', 'quality'],
  $prompt$
Write a standard operating procedure for {{activity}} in {{unit}}.

How the best operator does it (notes, video transcript):
{{notes|long}}
Hazards, quality limits and rules that apply: {{rules|long}}
Tools, materials, forms: {{means}}
Common errors, with consequences: {{errors:not recorded}}

Form:
- **Head**: title, number ____, version, owner role, next review.
- **Purpose and scope**: two sentences; when it does not apply.
- **Trigger and end**.
- **Responsibilities**: roles, not names.
- **Safety and stop rule**: who may stop, and when one must.
- **Procedure**: table with number, action (one verb), how to tell that it is right (value with tolerance, picture to take), if not, record. Critical steps marked ◆ with the reason in a clause.
- **Deviations**: what may be decided on the spot, what must be reported to whom and within what time.
- **Records**: what, where, how long.
- **Training**: what a new operator shows before working alone.
- **Changes** since the last version.

At most fifteen steps; longer means two procedures. No "as appropriate", "if necessary" or "carefully" without a criterion.

Then list: steps where notes and rules conflict (follow neither, ask), missing tolerances, and a test run in which a newcomer follows the text while someone only watches. Do not fill in legal limits from memory.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000120003', 'Operations', '🚚',
  'Compare and choose a supplier',
  'A weighted comparison of offers with total cost, risk, and questions for negotiation.',
  array['procurement', 'supplier'],
  $prompt$
Act as a buyer for {{organisation}}. We need {{item or service}}, {{quantity and period}}.

Requirements, with those that are essential marked: {{requirements|long}}
Offers (paste or summarise):
{{offers|long}}
What we pay and suffer today: {{present situation:first purchase}}
Weight of price, quality, reliability, sustainability: {{weights:40/30/20/10}}

1. **Essential requirements**: table of offers against each: met, not met, not stated. An offer that misses one is out, unless you can name the concession that saves it.
2. **Like for like**: bring prices to the same quantity, currency, delivery terms and period. List what each leaves out.
3. **Total cost** over the period: purchase, delivery, change-over, training, maintenance, failures, exit. Ranges where unknown, arithmetic visible.
4. **Scores** by the weights with a reason in every cell; then show whether the ranking survives shifting ten points between price and reliability.
5. **Risk**: dependence, finances, location, subcontractors, data, terms that bind us. What each would cost us on the worst plausible day.
6. **Recommendation**, the runner-up, and what would reverse the order.
7. **Negotiation**: three points for the favourite, in order of worth to us and cost to them, with the opening sentence; our alternative if it fails.
8. **Questions** to each bidder, worded neutrally.

"Not stated" is never read as "included". Judge by what the offers say, not by the fame of the name. No legal advice; flag clauses for a lawyer.
$prompt$);
