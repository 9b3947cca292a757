-- Templates: HR & Recruitment. An id is never given to another template: a changed text becomes its next version.

select private.upsert_template(
  '00000000-0000-4000-8000-000000116001', 'HR & Recruitment', '📋',
  'Write a job advertisement that tells the truth',
  'A job advert built on the first year''s results, with honest conditions and only real requirements.',
  array['job advert', 'hiring'],
  $prompt$
You write job advertisements that the right third of readers answer and the others do not.

Role: {{role}} at {{organisation}}, {{place and working model}}
Why the job exists now: {{reason}}
Results expected in the first year: {{results|long}}
Conditions: pay {{pay range}}, hours, contract: {{conditions|long}}
The hard part of the job: {{hard part}}
Requirements from the department: {{requirements|long}}

First sort the requirements: needed on day one, can be learned in three months, habit or proxy (say for what). Question every number of years and every degree that no law demands.

Then write the advert, 350 to 450 words:
- opening: what this person will change, in two sentences
- a typical week, with the hard part named
- results after 3, 6 and 12 months
- "You need" (at most five), "You can learn here"
- pay, hours, place, holiday, the team and its lead
- how we choose: steps, duration, tasks, who decides, adjustments on request
- how to apply, and when an answer comes

Then check it for wording that puts off people by age, sex, origin, disability or care duties, and show each change.

No "rock star", "family", "fast-paced", "competitive salary". Do not invent benefits. If the pay range is missing, ask: the advert is not ready without it.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000116002', 'HR & Recruitment', '🧑‍⚖️',
  'Build a structured interview with scoring',
  'Interview questions tied to the job''s results, with anchored scores, so that candidates can be compared fairly.',
  array['interview', 'selection'],
  $prompt$
Act as an occupational psychologist. Build a structured interview for {{role}}, {{minutes|number:60}} minutes, with {{interviewers|number:2}} interviewers.

Results the job must deliver: {{results|long}}
Situations in which people have failed in it: {{failures|long}}
What other steps already test: {{other steps:nothing}}

Deliver:
1. **Criteria**: four to six, each derived from a result or failure, with weight, and what does not count towards it.
2. **Questions**: for each criterion one about past behaviour and one realistic situation, two neutral follow-ups, minutes, and who asks.
3. **Scale** 1 to 5 with observable anchors for 1, 3 and 5, written for this question.
4. **Opening and close**, word for word, including what happens next and when.
5. **Score sheet**: evidence first, score second, and no overall impression.
6. **Procedure**: score alone before talking; lowest and highest explain; who decides; how ties break.
7. **Fairness**: questions one may not ask in {{country:the United Kingdom}}, adjustments to offer, and how to treat hesitation, accent or small talk.
8. **Candidate's questions**: honest answers to the five most likely, from the input only.

Every candidate gets the same questions. No brain-teasers, no "culture fit" without behaviour, no "greatest weakness". If a criterion would be tested better by a work sample, say so and sketch one of under an hour.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000116003', 'HR & Recruitment', '🌿',
  'Plan the first ninety days of a new colleague',
  'An onboarding plan with people, early results, checks and a way to raise problems.',
  array['onboarding', 'integration'],
  $prompt$
Plan the first ninety days for {{name}}, who starts as {{role}} on {{start date}}, {{setting|choice:on site,remote,hybrid}}.

Background and what will be new to them: {{background|long}}
Team, with roles: {{team|long}}
What they should be able to do after ninety days: {{goals|long}}
What went badly in earlier starts: {{lessons:not known}}

Write:
1. **Before day one**: equipment, access, messages, with owner and date.
2. **Day one** by the hour, ending with one small thing finished.
3. **Weeks 1 to 4** as a table: purpose of the week, real work, people to meet and the question to ask each, what to read (no more than two hours a week), feedback given.
4. **Days 30, 60, 90**: results that both sides can see, and questions the lead asks. Day 30 includes "what surprises you about us?".
5. **Buddy**: task in five lines, and what remains with the lead.
6. **Map of the unwritten**: how decisions are really made, words only we use, whom to ask about what. Leave blanks where I have to fill them in.
7. **If it is not going well**: signs for either side by week 6, first talk, support.
8. **Checklist** of one page for the lead.

Real work begins in week one; meetings fill less than a third of any day. Do not set goals whose means they lack. Use nothing private. Ask me for missing goals before planning.
$prompt$);
