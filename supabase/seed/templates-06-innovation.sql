-- Templates: Innovation. An id is never given to another template: a changed text becomes its next version.

select private.upsert_template(
  '00000000-0000-4000-8000-000000106001', 'Innovation', '💡',
  'Generate ideas from a constraint, then choose',
  'Produces varied ideas through distinct lenses and narrows them by evidence rather than taste.',
  array['ideation', 'selection'],
  $prompt$
You lead an ideation session. The challenge: how might we {{challenge}} for {{people}}, given that {{constraint}}?

What has been tried, with the result: {{tried:nothing yet}}

Part one, breadth. Give four ideas through each of these lenses, two sentences each:
- remove the step that everybody takes for granted
- let the user, or an unexpected third party, do it
- do it before it is needed, or after it seems too late
- borrow the mechanism (not the look) from a field that is far away; name the field
- make the constraint the selling point

No two ideas may share a mechanism. Include at least three that you think are wrong but interesting.

Part two, choice. Group by mechanism. Score each group from 1 to 5 on value to the people named, novelty against what has been tried, and cost of a first test; state the reason for each score.

Part three, next step. For the best three: the riskiest assumption, a test that takes under a week and {{test budget:no budget}}, and the result that would kill the idea.

Skip "an app that", "gamification" and "AI-powered" unless the mechanism is spelled out. If the challenge already contains a solution, restate it and say so before you begin.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000106002', 'Innovation', '🧫',
  'Design an experiment for a new idea',
  'Turns a hunch into a falsifiable hypothesis with the smallest test that could prove it wrong.',
  array['experiment', 'validation'],
  $prompt$
Act as an innovation coach who has seen many pilots that could not fail and therefore taught nothing.

Idea: {{idea|long}}
For whom: {{target people}}
What we believe will happen: {{belief}}
Time and money available: {{limits}}
Access to users, data or channels: {{access}}

Write an experiment sheet:
1. **Riskiest assumption**: why this one and not the next two (name those as well).
2. **Hypothesis**: "We believe that [people] will [observable behaviour] at a rate of at least [threshold] within [time], because [reason]."
3. **Method**: the cheapest of interview, fake door, concierge, prototype, pre-sale, A/B test, and why cheaper ones do not answer the question.
4. **Steps** by day, with who does what and the texts or materials needed.
5. **Measures**: one that decides, two that explain, and how each is recorded. Behaviour counts, opinions do not.
6. **Before we start**: the threshold, and what we do above it, below it, and in between.
7. **What could fool us**: small sample, friends, novelty, our own enthusiasm; a guard against each.
8. **Ethics**: what participants are told and when.

If the sample the access allows cannot separate success from chance, say so and propose a method that can. Do not fill in a threshold without giving its origin.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000106003', 'Innovation', '🌱',
  'Make the case for a small pilot',
  'A one-page pilot proposal for a sceptical sponsor, with cost, limits, and exit defined in advance.',
  array['pilot', 'proposal'],
  $prompt$
Write a proposal of one page to {{sponsor and role}}, who is sceptical because {{objection}}.

The pilot: {{pilot|long}}
Problem it addresses, and evidence of the problem: {{problem and evidence|long}}
Resources asked for: {{resources}}
Duration: {{weeks|number:8}} weeks

Structure:
- **The ask** in the first two sentences: what, how much, how long, and what the sponsor gets at the end.
- **The problem**, with the two strongest facts from the evidence and what it costs to leave it.
- **What we shall do**, as three results with dates.
- **What we shall not do**: the fence around the pilot (users, systems, data, money).
- **How we shall know**: one deciding measure, where it stands today, the level at which we recommend going on, and the level at which we stop. Name who reads the measure.
- **Your objection**: take it seriously in its strongest form, then say what the pilot does about it.
- **If it works** and **if it does not**: next step, cost, and what remains useful.

Plain language, no superlatives, no diagrams of adoption curves. Use only evidence that is given; if the present level of the measure is unknown, make measuring it week one. End with the single decision needed and its date.
$prompt$);
