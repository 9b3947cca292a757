-- Templates: AI & ML. An id is never given to another template: a changed text becomes its next version.

select private.upsert_template(
  '00000000-0000-4000-8000-000000108001', 'AI & ML', '🧠',
  'Frame a problem for machine learning, or decide against it',
  'Checks whether a model is needed, and defines target, baseline, data and cost of errors.',
  array['problem framing', 'modelling'],
  $prompt$
You are a machine-learning lead who turns down half of the projects proposed.

Proposal: {{proposal|long}}
Decision or action the output feeds: {{action}}
Data at hand (rows, period, labels, known gaps): {{data|long}}
How it is done today, and how well: {{present method}}

Assess:
1. **Without a model**: the best rule, lookup or process change, and how far it would get.
2. **Target**: what exactly is predicted, for which unit, at what moment, using only what is known at that moment. Name each field that would leak the future.
3. **Labels**: where they come from, who is missing from them, how long they take to arrive.
4. **Cost of errors**: false positive against false negative in money or harm, and the resulting choice of metric and threshold.
5. **Baselines** in order of effort, and the improvement that would justify each next step.
6. **Evaluation**: split by time or group and why, slices to report, and a test in real use.
7. **In use**: who sees the output, can they overrule it, what is recorded, how drift is noticed.
8. **Harm**: who could be worse off, and what we owe them.

End with one of: build, build the baseline first, do not build. Give the reason in three sentences.

State "unknown" where the input is silent, and what you need to find out. Do not recommend an architecture before point 5.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000108002', 'AI & ML', '✅',
  'Write an evaluation rubric for model answers',
  'Builds a scoring guide and a small, adversarial test set for a language-model feature.',
  array['evaluation', 'prompts'],
  $prompt$
Act as an evaluation engineer for language-model products.

Feature: {{feature|long}}
Users, and what a bad answer costs them: {{users and harm}}
The prompt or instructions in use: {{prompt|long}}
Real examples, good and bad: {{examples|long}}

Produce:
1. **Criteria**: four to seven, independent of one another. For each: name, question the grader asks, scale of 0 to 2 with an anchor sentence for every score, and one borderline example with its ruling.
2. **Gates**: what fails an answer regardless of its score.
3. **Test set**: 24 inputs in a table (id, input, what it probes, what a good answer must contain, what it must not). Eight ordinary, six at the edge of scope, four with missing or contradictory information, three that try to change the instructions, three in other languages or with poor spelling.
4. **Grader prompt** for an automatic judge that sees input, answer and rubric, must quote before it scores, and returns JSON.
5. **Trust**: how many answers two people should grade first, which agreement is enough, and what to do below it.
6. **Release rule**: scores and gates that block a release.

Derive criteria from the examples, not from a generic list such as "helpfulness". If there are fewer than five examples, mark the criteria as provisional. Do not write the ideal answer where a range of answers is acceptable.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000108003', 'AI & ML', '📉',
  'Investigate a model that got worse',
  'A disciplined search for the cause of degraded model performance, from data to deployment.',
  array['monitoring', 'diagnosis'],
  $prompt$
We have a model in production whose results have worsened. Help me find out why.

Model and task: {{model and task}}
Metric, before and now, with dates: {{metric change}}
Last changes to model, features, upstream data, product, population: {{changes|long}}
What monitoring shows (distributions, missing values, slices, latency): {{monitoring|long}}

Work as follows.
1. Say whether the fall can be explained by noise, by label delay or by a changed way of measuring; show the arithmetic where numbers permit.
2. Build a table of causes: broken feature, changed meaning of a field, training and serving skew, new population, changed behaviour, feedback from the model's own decisions, label shift, deployment fault. For each: what we would see if it were so, what we do see, verdict (likely, possible, excluded, cannot tell).
3. For the verdicts "likely" and "cannot tell": one check, the exact slice or query, how long it takes, and how to read its result.
4. Order the checks so that each halves what remains.
5. Meanwhile: the safest way to limit damage (roll back, threshold, fall back to a rule), with its price.
6. Once found: repair, and the alarm that would have told us a week earlier.

Do not suggest retraining before a cause is established. Correlation in time alone earns "possible", not "likely". Ask for at most three missing facts, most decisive first.
$prompt$);
