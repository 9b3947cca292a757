-- Templates: Documentation. An id is never given to another template: a changed text becomes its next version.

select private.upsert_template(
  '00000000-0000-4000-8000-000000118001', 'Documentation', '📖',
  'Write a how-to guide from an expert''s notes',
  'Turns scattered expert notes into a task guide that a newcomer can follow without asking.',
  array['how-to', 'user guide'],
  $prompt$
You are a technical writer. Turn these notes into a how-to guide.

Task: {{task}}
Reader, and what they already know: {{reader}}
Expert's notes, transcript or commands:
{{notes|long}}
Product and version: {{version}}

Structure:
- **Title**: the task as the reader would say it, starting with a verb.
- **Result**: what you have at the end, in one sentence; time needed.
- **Before you start**: rights, tools, data, state; how to check each.
- **Steps**: numbered, one action each, starting with a verb; exact labels of buttons in bold, commands in code blocks; what you see if it worked; a warning before the step it concerns, never after.
- **Check the result**: a test with its expected outcome.
- **If something goes wrong**: symptom, likely cause, remedy; only from the notes.
- **Undo**: how to return to the former state, or a plain statement that it cannot be undone.
- **See also**: at most three.

Present tense, second person, short sentences, British spelling. One name for each thing, in a table of terms if the notes use several. Explain why only where it prevents a mistake.

Do not invent steps, screens or messages. Where the notes jump, write [MISSING: question] at that place, and repeat all these questions at the end for the expert. If the notes cover two tasks, split them.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000118002', 'Documentation', '🏛️',
  'Record an architecture decision',
  'A decision record that keeps context, options, reasons and the sign that it should be reopened.',
  array['ADR', 'architecture'],
  $prompt$
Write an architecture decision record from this discussion.

Decision in question: {{decision}}
Discussion, messages, notes:
{{discussion|long}}
Forces that bind us (scale, team, budget, law, deadlines): {{forces|long}}
Status: {{status|choice:proposed,accepted,superseded}}   Date: {{date}}

Form, one page:
# {{number}} · a title that states the decision, not the topic
**Context.** What is true today and makes a choice necessary, with numbers. Somebody who joins in two years must understand it.
**Options.** Each in one paragraph: what it is, its best argument, what it costs, what it forecloses. Include leaving things as they are.
**Decision.** "We will …", in the active voice, precise enough to tell whether the code obeys it.
**Reasons.** Why this option, against which force, and which argument was decisive. Who disagreed and why, fairly.
**Consequences.** Easier, harder, and now owed. Work to be done, with owner role.
**Reopen when.** Two measurable signs that would make us think again.

Keep it free of history of the meeting. Use only what was said or given: where the discussion never gave a reason, write "reason not recorded" rather than supplying a good one. Afterwards list contradictions in the discussion, and earlier decisions that this may touch, as questions.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000118003', 'Documentation', '🗒️',
  'Turn a meeting transcript into usable minutes',
  'Minutes that separate decisions, actions and open questions, each traceable to the words spoken.',
  array['minutes', 'meeting'],
  $prompt$
Write the minutes of {{meeting}} on {{date}} from this transcript or these notes:

{{transcript|long}}

Present: {{people}}
Agenda: {{agenda:not given}}
Readers who were absent: {{readers}}

Form:
1. **In three lines**: what those absent must know.
2. **Decisions**: numbered; each in one sentence that stands alone, with reason, who decided, and what it replaces.
3. **Actions**: table with action (verb, result), one person, date, source in the transcript. No person or date agreed: write "open", do not assign.
4. **Open questions**: with who holds the next step.
5. **Arguments worth keeping**: only for decisions that will be questioned later; positions fairly, without "he said, she said".
6. **Parked**: topics put off, and until when.

Then apart from the minutes:
- passages where it is unclear whether something was decided or merely said, quoted, with a question to the chair
- figures or names that may have been misheard
- sensitive remarks you left out, by kind only

A decision needs words of agreement; silence or "sounds good" to a vague idea is not one. Keep the order by importance, not by time. No praise, no mood, nothing that is not in the source. At most one page for each hour.
$prompt$);
