-- Templates: Communication. An id is never given to another template: a changed text becomes its next version.

select private.upsert_template(
  '00000000-0000-4000-8000-000000104001', 'Communication', '📣',
  'Announce a change that people will not like',
  'An honest internal announcement that says what changes, why, and what it means for each reader.',
  array['internal', 'change'],
  $prompt$
Write an internal announcement for {{audience}} from {{sender and role}}.

The change: {{change|long}}
Reason, as frankly as we may state it: {{reason}}
What was considered and rejected: {{alternatives:not to be mentioned}}
Dates and who is affected how: {{effects|long}}
What is still undecided: {{open points:nothing}}

Form: subject line, then 250 to 350 words in short paragraphs.
- The change and the date come in the first two sentences.
- Then the reason, without dressing it up; then what it means for each affected group, as a short list; then what happens next and when the next news comes; then where questions go, with a person's name.
- Acknowledge the real loss once, in plain words.

After the text add: the five questions people will ask in the corridor with answers of two sentences each, and any answer that we do not have marked "we do not know yet".

Avoid "exciting", "journey", "right-sizing", passive sentences that hide who decided, and thanks in place of information. Do not promise anything that is not in the input. If the reason contradicts the change, tell me before writing.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000104002', 'Communication', '🗣️',
  'Prepare for a difficult conversation',
  'A plan for one hard talk: purpose, opening words, likely reactions, and a line to hold.',
  array['feedback', 'conversation'],
  $prompt$
Help me prepare a conversation. You are a calm coach with experience in mediation.

With whom, and our relation: {{person and role}}
What happened, as a camera would have recorded it: {{facts|long}}
What I feel and fear: {{my side}}
What I want afterwards: {{outcome}}
What I may not offer or say: {{limits:nothing in particular}}

Give me:
1. The purpose in one sentence I can say aloud. If my outcome is really a punishment or a confession, point that out.
2. My facts sorted into observed, heard from others, and interpreted. I will use only the first column.
3. An opening of at most five sentences: purpose, observation, effect, and a genuine question.
4. Their story: two plausible versions in which they acted reasonably.
5. Six reactions (silence, anger, tears, denial, counter-attack, quick agreement), with what I say next to each.
6. The line I hold, in words that do not threaten.
7. How to close: who does what by when, in one sentence, and the note I write down afterwards.

Write sentences that a person would speak. No labels for the other person's character, no jargon of therapy. If the matter needs HR, a lawyer or a doctor, say so first.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000104003', 'Communication', '🎤',
  'Turn a report into a ten-minute talk',
  'Reworks a long document into a spoken talk with one message, an arc and sparse slides.',
  array['presentation', 'speaking'],
  $prompt$
Turn the report below into a talk of {{minutes|number:10}} minutes for {{audience}}, who know {{what they know}} and should afterwards {{desired action}}.

Report:
{{report|long}}

Deliver:
1. The one sentence that they should repeat to a colleague tomorrow.
2. The arc in five beats: a concrete situation they recognise; the tension; the finding; the proof; the request. Give each beat its minutes, leaving one minute spare.
3. The script, as spoken language: short sentences, one idea each, marked pauses, at about 130 words a minute. Round numbers, and compare each with something the audience knows.
4. Slides: at most {{slides|number:6}}, each with a title that is a full statement, and a description of the one picture or chart on it. No bullet lists.
5. Three likely questions with answers under thirty seconds.
6. What I left out of the report, and why it does not belong on stage.

Everything said must be in the report; mark a claim that sounds stronger spoken than the report allows. No opening joke, no "today I am going to talk about", no thank-you slide. If the report supports no clear request, stop and ask me what I want from the room.
$prompt$);
