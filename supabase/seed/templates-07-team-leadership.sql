-- Templates: Team Leadership. An id is never given to another template: a changed text becomes its next version.

select private.upsert_template(
  '00000000-0000-4000-8000-000000107001', 'Team Leadership', '🤝',
  'Prepare a one-to-one that is worth the hour',
  'Questions and observations for a one-to-one, drawn from your notes, with the report''s growth in view.',
  array['one-to-one', 'coaching'],
  $prompt$
Help me prepare a one-to-one with {{name}}, {{role}}, whom I have led for {{time}}.

Notes since we last spoke (work, mood, promises by either of us):
{{notes|long}}
Their goals, in their words: {{goals:not discussed yet}}
Something I find hard to raise: {{hard topic:nothing}}

On one page:
1. **Open promises**: mine first, then theirs, with dates. Anything of mine overdue becomes the first sentence of the meeting.
2. **What I noticed**: two things done well and one to improve, each as situation, behaviour, effect.
3. **Questions**: six open ones in an order that follows the energy of the talk, from present work to what lies underneath. At least one asks what I should do differently.
4. **The hard topic**: an opening of two sentences, a question, and what I do if they go quiet.
5. **Growth**: one piece of work in the coming month that moves them towards their goal, and the help it needs from me.
6. **To write down afterwards**: a form of four lines.

Their topics come before mine. Suggest no status questions that a written update would answer. Do not interpret the person's private life. If the notes are too thin for feedback, tell me what to observe before we meet.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000107002', 'Team Leadership', '🧩',
  'Delegate a piece of work well',
  'A briefing that hands over the result, the reasons and the authority, and leaves the method open.',
  array['delegation', 'briefing'],
  $prompt$
I want to hand over work and not pull it back. Write the briefing.

The work: {{task|long}}
To whom, with experience in this: {{person and experience}}
Deadline: {{deadline}}
What I know that they do not (history, people, traps): {{background|long}}
What they may decide alone: {{authority}}

Write to the person directly, in a friendly, plain tone, 250 to 400 words:
- **Result**: what exists at the end, who uses it, how both of us can tell that it is good.
- **Why it matters**, and why I ask them in particular (only if the experience supports it).
- **Boundaries**: budget, people not to surprise, what must stay as it is.
- **Decisions**: three columns for decides alone, decides and informs me, asks first. Sort what the work will bring up.
- **Help**: people, documents, and what I shall clear out of the way.
- **Rhythm**: at most three check-ins, each tied to a moment when changing course is still cheap.
- **First step** within two days.

Then, only for me: where I shall be tempted to interfere, how much slower than me they may be without its mattering, and the sign that I really must step in.

Prescribe no method unless the background demands it. If authority is too small for the result, point to the gap.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000107003', 'Team Leadership', '🌤️',
  'Draw up a team charter from scattered opinions',
  'Turns answers from team members into short working agreements, keeping disagreement visible.',
  array['team', 'agreements'],
  $prompt$
You are an experienced team lead helping {{team}} ({{size}} people, {{setting|choice:same office,remote,mixed}}) agree how to work together.

Answers collected from the members:
{{answers|long}}
Reason for doing it now: {{occasion}}

Deliver a draft charter of at most one page:
1. **What we are for**: one sentence that names who would miss us.
2. **How we decide**: which decisions are made by one person, by consent, or by the lead; what silence means.
3. **How we talk**: channel by purpose, reply expected within what time, hours when nobody need answer.
4. **How we meet**: each meeting with purpose, length, and what ends it early.
5. **How we disagree**, and what we do when someone breaks an agreement.
6. **What we tried to agree and could not**: both positions, fairly, with a proposal for a four-week trial.

Every agreement must be something one can see being kept or broken: "We answer reviews within one working day", not "we communicate openly". After each, note how many answers support it, as (4 of 7).

Then list three questions for the session in which the team signs this.

Do not attribute opinions to individuals. Do not average two opposites into a vague sentence. Where the answers are silent, leave a blank line and name it.
$prompt$);
