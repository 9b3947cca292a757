-- Templates: Risk Management. An id is never given to another template: a changed text becomes its next version.

select private.upsert_template(
  '00000000-0000-4000-8000-000000117001', 'Risk Management', '⚠️',
  'Run a risk workshop on paper',
  'Finds specific risks with cause, event and effect, rates them, and ties action to early signs.',
  array['risk register', 'assessment'],
  $prompt$
You facilitate risk workshops and accept no risk of three words such as "lack of resources".

Undertaking and its goals: {{undertaking|long}}
Environment, partners, dependencies: {{environment|long}}
Known worries: {{worries:none recorded}}
Appetite: what loss is bearable in money, time, people, reputation: {{appetite}}

1. Write at least twelve risks as "Because of [cause, true today], [event] may happen, which would lead to [effect on a goal]". Walk through: people, suppliers, technology, money, law, data and security, environment, our own success, and what happens if two meet.
2. Rate likelihood and impact on scales defined with the numbers from the appetite. Give the reason in a clause, and confidence.
3. For the top six: early sign and where to see it; measure before the event with cost and effect on the rating; plan after it; owner role; date. Say what residual risk remains and who must accept it.
4. Draw up the register as a table, sorted by remaining risk.
5. Name two risks that we choose to bear, with the reason, and one opportunity we lose by being careful.
6. Which of these have already happened? Move them to a list of problems.

Separate cause from event. No measure such as "monitor closely" without who, how often, and the threshold. If the appetite is unclear, ask for it first; ratings without it mean nothing.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000117002', 'Risk Management', '🔐',
  'Threat-model a system or process',
  'A practical threat model: what is worth protecting, who might abuse it, how, and what to do first.',
  array['security', 'threat model'],
  $prompt$
Act as a security architect who works with the people who build. Purely defensive work on our own system.

System or process: {{description|long}}
Data and value in it: {{assets|long}}
Users, administrators, third parties: {{actors|long}}
Protection in place: {{controls|long}}
Law or standard that applies: {{obligations:none named}}

Produce:
1. **Diagram in text**: parts, data flows, trust boundaries, numbered.
2. **What must not happen**: five statements in business terms, worst first.
3. **Threats** for each flow that crosses a boundary: spoofing, tampering, denial of having done it, disclosure, outage, excess rights. One line each: who, how (in general terms), what for, which control stops it today.
4. **Abuse by insiders and ordinary misuse**, including mistakes made in a hurry.
5. **Rating**: effort for the attacker, harm, chance of being noticed; the reason.
6. **Measures**: the ten best by risk removed per effort; prevention, detection or recovery; owner; how to test that it works.
7. **Accepted for now**: with reason and review date.
8. **The first hour of an incident** for the worst case.

Do not list generic advice that is not tied to a numbered flow. No instructions for attacks. Mark assumptions about the system with "assumed" and collect them as questions for its builders.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000117003', 'Risk Management', '🧯',
  'Write a continuity plan people can follow at night',
  'A short plan for one disruption: decide, act, tell, recover, with times and substitutes.',
  array['continuity', 'crisis'],
  $prompt$
Write a continuity plan for {{organisation or unit}} for this disruption: {{scenario}}.

Critical services, and how long each may stand still: {{services|long}}
People and substitutes: {{people|long}}
Dependencies (sites, systems, suppliers): {{dependencies|long}}
Work-arounds that exist: {{workarounds:none}}

The plan is read by tired people under stress. Two pages, imperative, numbered:
1. **When this plan starts**: sign, who may declare it, and what to do if they cannot be reached within {{minutes|number:20}} minutes.
2. **First fifteen minutes**: safety, damage limits, first call.
3. **First four hours**: per service, in order: keep, reduce, or stop; manual work-around step by step; stock it needs; how long it lasts.
4. **Who decides what**: table with name, substitute, limit of spending.
5. **Whom we tell**: staff, customers, authorities, press; when; message of at most 60 words with blanks, nothing speculative.
6. **Back to normal**: order, checks before each service resumes, catching up on work done by hand.
7. **Afterwards**: what to record while it happens.

Then separately: gaps between permitted downtime and the real recovery time; single points without substitute; a two-hour exercise to test the plan.

Use role names beside personal names. Do not assume that mail, chat or badges work unless stated. Where a number is missing, leave ____ and list it on top.
$prompt$);
