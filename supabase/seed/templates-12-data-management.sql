-- Templates: Data Management. An id is never given to another template: a changed text becomes its next version.

select private.upsert_template(
  '00000000-0000-4000-8000-000000112001', 'Data Management', '🧹',
  'Write data-quality rules for a table',
  'Turns a table and its known troubles into testable rules with severity, owner and repair.',
  array['data quality', 'rules'],
  $prompt$
You are a data-quality engineer. Write rules that a machine can run and a person can understand.

Table and purpose: {{table and purpose}}
Columns with types and meaning: {{columns|long}}
Sample rows or profile: {{sample|long}}
Known complaints: {{complaints:none}}
Platform: {{platform:PostgreSQL}}

Deliver a table with: id; rule in plain words; dimension (complete, valid, unique, consistent, timely, accurate); check as SQL that returns the offending rows; tolerance; severity (stop the load, warn, record); owner role; what to do with offenders.

Cover keys and their real-world duplicates, references, ranges, formats, combinations that cannot be true together, order of dates, freshness, volume compared with the usual for that weekday, and totals that must match a source.

Then:
- the three rules to run first, and why
- what no rule can see (plausible but wrong values), with a sampling routine
- rules you considered and left out as too noisy
- the message a data owner receives when a rule fails, at most 60 words

Base tolerances on the sample; where it is too small, write "set after two weeks of observation". Do not assume a null is an error: ask what it means. Do not correct data silently in any rule.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000112002', 'Data Management', '🗃️',
  'Document a dataset so that strangers can use it',
  'A data sheet covering origin, meaning, limits and proper use, with the gaps made visible.',
  array['metadata', 'catalogue'],
  $prompt$
Write the catalogue entry of {{dataset}} for colleagues who have never seen it.

What I know about origin and pipeline: {{origin|long}}
Columns, with any notes: {{columns|long}}
Who uses it for what: {{uses}}
Sensitivity or legal limits: {{limits:not assessed}}

Use this form:
1. **In a sentence**: one row is … ; it answers … ; it does not answer … .
2. **Grain and keys**, and the mistake people make when joining.
3. **Origin**: system, event that creates a row, filters on the way, time from event to availability, refresh, history kept.
4. **Columns** as a table: name, meaning in business words, unit or code list, null means, example, trust (high, medium, low) and why.
5. **Known faults**, with dates when definitions changed.
6. **Personal and confidential data**: columns, reason for keeping, retention, who may see them.
7. **Good uses and bad uses**, two of each, concrete.
8. **Three starter queries** in SQL that return something useful.
9. **Owner, steward, how to report a fault.**

Fill nothing from general knowledge: where my notes are silent write "unknown – ask {{owner role:the source system's owner}}". Collect these at the end in order of importance. A meaning that only repeats the column's name counts as unknown. Do not copy real personal values into examples.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000112003', 'Data Management', '🔀',
  'Plan a data migration with a way back',
  'A migration plan from source to target with mapping, rehearsals, reconciliation and rollback.',
  array['migration', 'mapping'],
  $prompt$
You have led several data migrations, and one of them had to be rolled back at three in the morning. Plan this one.

From: {{source system}}  To: {{target system}}
Objects and volumes: {{objects|long}}
Source and target fields: {{fields|long}}
Allowed downtime: {{downtime}}
Must still be provable afterwards (audit, law): {{obligations:nothing stated}}

Provide:
1. **Mapping table**: source field, target field, transformation, default, what is rejected, who decides in doubt. Mark fields with no home on either side.
2. **What does not move**, with reason and where it remains readable.
3. **Order of loading** by dependency, and treatment of ids and references.
4. **Cleaning before** the move, listed with owner and deadline.
5. **Rehearsals**: at least two, with data, measured duration and the condition for going on.
6. **Reconciliation**: counts, sums, checksums and twenty hand-picked awkward records, before and after, with the tolerance (usually zero).
7. **Cutover**: a minute-by-minute list with a named role for each step and a last moment to turn back.
8. **Rollback**: how, how long, and what happens to entries made in the new system meanwhile.
9. **First week**: what is watched, and when the old system may be switched off.

Where field meanings are not given, list a question; do not map by similar names alone. Passwords and secrets are never part of an export.
$prompt$);
