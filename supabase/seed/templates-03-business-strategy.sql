-- Templates: Business Strategy. An id is never given to another template: a changed text becomes its next version.

select private.upsert_template(
  '00000000-0000-4000-8000-000000103001', 'Business Strategy', '♟️',
  'Choose between strategic options',
  'Lays out options against explicit criteria, tests the favourite for failure, and recommends one.',
  array['decision', 'strategy'],
  $prompt$
You are advising {{organisation}}, which must decide: {{decision}} by {{date}}.

Context (market, resources, commitments already made):
{{context|long}}
Options on the table: {{options|long}}
What must not happen: {{red lines:none stated}}

Write a decision paper of at most two pages.
1. The real question in one sentence. If the options answer different questions, say so.
2. Criteria: four to six, weighted, each with what "good" looks like in numbers where possible.
3. A table of options against criteria with a short reason in every cell, not just a score. Include "do nothing for twelve months".
4. What would have to be true for each option to be the best one, and how likely we believe that is.
5. Recommendation, the strongest argument against it, and the reply.
6. First 90 days: three moves, owner role, cost range, and the sign by which we would stop.
7. What we can still undo, and until when.

Separate facts from the context, estimates (give a range) and judgement. Do not create market sizes or competitor figures: write "unknown, find out by …". No SWOT grid, no matrix for its own sake.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000103002', 'Business Strategy', '🛰️',
  'Read a competitor''s move',
  'Interprets a competitor''s announcement: what it signals, whom it hurts, and what we should and should not do.',
  array['competition', 'market'],
  $prompt$
Act as a strategy analyst briefing the leadership of {{our company}}.

The move: {{competitor}} has {{move}}.
Source text, announcement or notes:
{{source|long}}
Our position (customers, strengths, dependencies): {{our position|long}}

Deliver a briefing of 500 words or fewer:
- **What happened**: facts only, with dates.
- **What it tells us** about their costs, capabilities, priorities and weak spots. Give the confidence (high, medium, low) for each inference and the phrase it rests on.
- **Whom it touches**: which of our customer segments care, which do not, and what a customer gains or loses by leaving us.
- **Their likely next two steps**, and an early sign of each.
- **Our options**: respond now, prepare quietly, ignore. For each: cost, benefit, and what it would reveal to them.
- **Recommendation** in two sentences, plus one thing we must not do in the heat of the moment.
- **To find out this week**: at most four questions, and who could answer them.

Rely on the source and the position given; label everything else an assumption. Do not speculate about people's motives, and do not recommend anything that needs confidential information.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000103003', 'Business Strategy', '🧭',
  'Stress-test a strategy before the board does',
  'Finds the hidden assumptions in a plan, ranks them, and designs a cheap test for the most dangerous ones.',
  array['planning', 'risk'],
  $prompt$
You are a friendly but relentless board member. Read the plan below and find where it would break.

Plan:
{{plan|long}}
Horizon: {{horizon:three years}}
Budget or runway: {{budget}}

Do the following:
1. Retell the plan as a causal chain: "because …, we do …, so that …". Mark each link the text leaves out.
2. List the assumptions under each link (customers, price, cost, capability, competitors, regulation, timing). Rate impact if wrong and present evidence, each 1 to 5, and rank by impact × lack of evidence.
3. For the top five: the cheapest test that would move our belief, its duration, and the result that should make us change course.
4. Write a short pre-mortem dated at the end of the horizon: the plan failed; tell in ten lines how, without disasters from outside.
5. Name what the plan does not say no to, and suggest three things to stop.
6. Give the ten questions that the board should ask, hardest first, each with the answer that would satisfy you.

Quote the sentence you criticise. Do not rewrite the plan or soften findings. Where a figure is missing, say which decision cannot be made without it.
$prompt$);
