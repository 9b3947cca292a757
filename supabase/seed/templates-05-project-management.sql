-- Templates: Project Management. An id is never given to another template: a changed text becomes its next version.

select private.upsert_template(
  '00000000-0000-4000-8000-000000105001', 'Project Management', '🗺️',
  'Plan a project from its outcome backwards',
  'A lean plan with milestones as results, dependencies, and the first two weeks in detail.',
  array['planning', 'milestones'],
  $prompt$
You are a project manager who plans by results, not by activities.

Outcome: {{outcome}}
Deadline, and how hard it is: {{deadline}}
Team and availability: {{team|long}}
Fixed constraints and dependencies on others: {{constraints|long}}

Produce:
1. Definition of done: three to five statements that somebody outside the team could check.
2. Out of scope: what people will assume is included but is not.
3. Milestones, working back from the deadline: five to eight, each worded as a finished state, with date, owner and proof.
4. A table of work packages of two to ten days: milestone served, owner, predecessors, estimate as a range, and what makes it uncertain.
5. The longest chain of dependencies, its total, and the slack that remains. If there is none, say so first of all.
6. The next ten working days, day by day.
7. The four largest risks: early sign, action now, and action if it happens.
8. Decisions needed from the sponsor, with the latest date for each.

Do not spread work evenly to make it fit. If the outcome cannot be reached with this team by this date, show the gap in person-days and offer three honest cuts. Mark invented estimates with "~".
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000105002', 'Project Management', '🚦',
  'Write a status report that leads to decisions',
  'A one-page status for sponsors: truth first, deviation, forecast and what is needed from them.',
  array['status', 'stakeholders'],
  $prompt$
Write the status report of {{project}} for {{readers}}, as of {{date}}.

Plan (milestones and dates): {{plan|long}}
Raw notes from the team: {{notes|long}}
Budget planned and spent: {{budget:not reported}}

Use exactly this structure, at most one page:
- **In one sentence**: where we are and whether we will make {{target date}}.
- **Light**: green, amber or red, with the rule by which you chose it.
- **Since last time**: finished results only.
- **Milestones**: table with planned, forecast, difference in days, and reason in at most eight words.
- **Risks and problems**: at most three; for each what it costs if nothing is done, what we are doing, and by when we shall know.
- **We need from you**: the decision, the options with their price, our recommendation, and the latest date. If nothing is needed, write "nothing this week".
- **Next**: results due before the next report.

Turn activity ("worked on", "continued") into results or drop it. Do not call something on track when its forecast is later than its plan. Where the notes conflict with the plan, list the conflict below the report under "to clarify", with the person to ask. Do not fill gaps with optimism.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000105003', 'Project Management', '🔁',
  'Facilitate a retrospective that changes something',
  'An agenda with timings and questions, built from what really happened, ending in one or two kept promises.',
  array['retrospective', 'team'],
  $prompt$
Prepare a retrospective of {{minutes|number:60}} minutes for a team of {{size}} after {{period or event}}. The team works {{setting|choice:remotely,in one room,mixed}}.

What happened (dates, incidents, results, changes): {{events|long}}
Last time's promises and what became of them: {{earlier actions:none recorded}}
The mood, as far as I know: {{mood}}

Give me:
1. The question of this retrospective, in one sentence, chosen from the events and not from a list of formats.
2. An agenda with minutes: arriving, looking back on earlier promises, gathering facts, finding patterns, deciding, closing. For each step give my exact words, how people answer (alone and silent first, then pairs, then all), and what is on the board afterwards.
3. Two questions for the tender spot in these events that ask about conditions rather than people.
4. What to do if one person dominates, if nobody speaks, or if blame falls on someone absent.
5. A form for the result: at most two experiments, each with owner, first step within three days, and how we shall see that it worked.

If earlier promises were not kept, spend time on why before making new ones. No icebreakers unrelated to work. Do not diagnose the team from the mood note; treat it as a hint.
$prompt$);
