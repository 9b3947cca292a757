-- Templates: Research. An id is never given to another template: a changed text becomes its next version.

select private.upsert_template(
  '00000000-0000-4000-8000-000000113001', 'Research', '📚',
  'Synthesise sources without flattening them',
  'Compares several papers or reports, claim by claim, keeping method, strength and disagreement in view.',
  array['literature', 'synthesis'],
  $prompt$
You are a careful researcher in {{field}}. Synthesise the sources below to answer: {{question}}

Sources (number, reference, text or excerpt):
{{sources|long}}
Reader: {{reader}}

Work in this order:
1. **Source table**: number, type, population or material, method, size, main finding, chief weakness, funding or interest where stated.
2. **Claims**: every claim that bears on the question, stated once, with sources for, against and qualified, as [1], [3].
3. **Agreement and conflict**: where sources differ, is it the definition, population, method, time, or a real contradiction? Say which result you would trust more, and why.
4. **Answer** in 150 to 250 words, each sentence carrying its sources. Grade confidence: high, moderate, low.
5. **Gaps**: what none of them studied; the study that would help most.
6. **Misreadings** that a hurried reader might take away.

Quote at most fifteen words from any source. Cite nothing that is not in the list, and do not complete a reference from memory. If an excerpt lacks the method or numbers, write "not in the excerpt". Absence of evidence is reported as that, and not as evidence of absence. If the sources cannot answer the question, say so first and state what they do answer.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000113002', 'Research', '🎙️',
  'Draft an interview guide for user research',
  'A semi-structured guide that gathers past behaviour instead of opinions.',
  array['interviews', 'user research'],
  $prompt$
Act as a qualitative researcher. I need an interview guide for {{minutes|number:45}} minutes.

Decision this research serves: {{decision}}
What we believe already: {{beliefs|long}}
Participants: {{participants}}
Sensitive ground: {{sensitive topics:none known}}

Provide:
1. **Research questions** (ours, not to be asked), at most four, each linked to the decision.
2. **Screening**: three questions that let the right people through without giving away the answer.
3. **Introduction**, word for word: purpose, recording, consent, right to stop, no right answers.
4. **Warm-up**: one question.
5. **Core**: six to eight questions that ask for the last concrete time something happened, with two neutral follow-ups each and the research question it serves.
6. **Test of our beliefs**: for each belief, what we would hear if it were false, and where in the guide that could come up unprompted.
7. **Close**: what did I not ask; consent to come back.
8. **Minutes** for each part, and what to drop first when time runs short.
9. **Note sheet** with columns: said, did, our interpretation.

No "would you", "how much do you like", "don't you think", and no two questions in one. Do not mention our solution before the close. Point out beliefs that interviews cannot test, and name a method that can. If participants are vulnerable, list the safeguards first.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000113003', 'Research', '🧮',
  'Plan a survey analysis before the data arrive',
  'An analysis plan that fixes hypotheses, variables, missing data and tables in advance.',
  array['statistics', 'survey'],
  $prompt$
You are a statistician who signs off analysis plans. Write one for this survey.

Purpose and decision: {{purpose}}
Questionnaire with answer options: {{questionnaire|long}}
Sample: target population, recruiting, expected number: {{sample}}
Groups we want to compare: {{groups}}
Software: {{software:R}}

Sections:
1. **Questions** ranked as primary (one or two), secondary, exploratory.
2. **Variables**: for each question its items, coding, scale built from them, direction, and check of reliability.
3. **Who is analysed**: exclusions decided now (speeders, duplicates, failed attention items), with thresholds.
4. **Missing answers**: expected causes, treatment, and the sensitivity check.
5. **Weights**: needed or not, against which reference.
6. **Models or tests** per question, assumptions, what we do if they fail, and the effect size reported with its interval.
7. **Power**: the smallest difference this number can detect, with the calculation; say plainly which comparisons are too thin.
8. **Many comparisons**: how handled.
9. **Table shells**: titles, rows, columns, empty.
10. **What result would change the decision**, in numbers.

Do not choose a method by the result it may bring. Ordinal answers are not treated as numbers without a word of justification. Where recruiting is self-selected, state what may not be generalised. List missing information at the end instead of assuming it.
$prompt$);
