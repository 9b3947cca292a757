import type { Technique } from './technique.ts';

/** The first ten techniques: how to ask, and what to provide. */
export const basics: readonly Technique[] = [
  {
    id: 'zero-shot',
    title: 'Zero-shot prompting',
    description:
      'Ask for the result directly, without examples. State the task, the material and the form of the answer in a few plain sentences.',
    example: `Classify the customer message below as one of: billing, delivery, product fault, praise, other.
Answer with the label only.

Message: "The second parcel came today, but the invoice lists three. Can you correct it?"

→ billing`,
    why: 'Models have seen common tasks many times, so it is enough to name the task exactly. Without examples there is nothing to copy by mistake, and the prompt stays short enough to check at a glance. It is also the baseline: only when it falls short do you know which technique to add.',
    skeleton: `{{task}} the text below.
Answer with {{form of the answer:one sentence}} only. If the text does not allow an answer, write "not stated".

Text:
{{text|long}}`,
  },
  {
    id: 'few-shot',
    title: 'Few-shot prompting',
    description:
      'Show two to five solved cases before the new one. The examples carry the format and the fine distinctions that are tedious to describe.',
    example: `Turn each note into a release-note line.

Note: fixed crash when CSV has empty last row
Line: Importing a CSV file that ends with an empty row no longer fails.

Note: search 3x faster on big libs
Line: Search answers about three times faster in large libraries.

Note: removed old /v1 export endpoint, use /v2
Line: The export address /v1 is gone; use /v2 instead.

Note: dark mode contrast on badges
Line:

→ Badges are easier to read in the dark theme.`,
    why: 'A model continues patterns. Solved cases fix length, tone, tense and level of detail all at once, and the last, unfinished one leaves a single natural way to go on. Choose examples that differ from each other, one of them awkward, so that the rule is learned and not the surface.',
    skeleton: `{{task}}

Input: {{example input 1|long}}
Output: {{example output 1|long}}

Input: {{example input 2|long}}
Output: {{example output 2|long}}

Input: {{new input|long}}
Output:`,
  },
  {
    id: 'chain-of-thought',
    title: 'Chain of thought',
    description:
      'Have the reasoning written out before the answer, in steps that you name. Suited to arithmetic, planning, and anything with conditions.',
    example: `A course has 24 places. Of 31 people who applied, 6 withdrew, then 5 from the waiting list of 9 were invited and 2 of those declined.
Is anyone still without a place?

Work in steps: 1. who remains of the applicants, 2. who was added, 3. compare with the places. Then give the answer on a last line that starts with "Answer:".

→ 1. 31 − 6 = 25 applicants remain.
2. 5 invited − 2 declined = 3 added, 28 in all.
3. 28 people, 24 places.
Answer: yes, 4 people have no place.`,
    why: 'Each written step becomes material for the next one, so a long calculation turns into several short ones that rarely fail. The steps also show where a wrong answer went wrong. The marked last line keeps the result easy to find. Models that already reason before answering need only the named steps and checks.',
    skeleton: `{{question|long}}

Work through it before you answer:
1. List the facts that matter, with their numbers.
2. {{the step that is easily missed:State which rule or condition applies}}.
3. Calculate or conclude, one step on each line.
4. Check the result against the facts in step 1.

Then write the result on a last line that starts with "Answer:".`,
  },
  {
    id: 'role-playing',
    title: 'Role-playing',
    description:
      'Give the model a position to speak from: a trade, a level of experience and a responsibility, not just a title.',
    example: `You are a building surveyor with twenty years of older houses behind you. You are paid by the buyer and are liable for what you overlook.

Read this seller's description of a house from 1908 and list what you would look at first on site, with the sentence that made you suspicious:
"Recently refreshed throughout, new plaster in the cellar, charming original roof …"

→ 1. Cellar walls. "New plaster in the cellar": it may hide damp; measure moisture behind it.
2. Roof timbers and covering. "Charming original": over a hundred years old, ask for records of repair …`,
    why: 'A role narrows vocabulary, depth and attention to those of the people who do that work. The responsibility matters most: someone liable for omissions looks for different things than someone who wants to sell. A bare "you are an expert" changes the tone and little else.',
    skeleton: `You are {{role}} with {{experience}}. You are responsible for {{responsibility}}, and you would be blamed for {{what must not be overlooked}}.

{{task|long}}

Stay within this role's knowledge. Say so when a question belongs to somebody else, and to whom.`,
  },
  {
    id: 'constraints',
    title: 'Constraints',
    description:
      'State the limits of the answer: length, sources, words to use or avoid, and what to do when the limits cannot be kept.',
    example: `Summarise the minutes below for the board.
- At most 90 words, three sentences.
- Only decisions and their cost, no discussion.
- Use figures exactly as written.
- Do not name individuals.
- If a decision has no cost in the minutes, write "cost open".

→ The board of trustees approved the new roof for £84,000, to start in May. The café lease is extended by two years; cost open. …`,
    why: 'Every limit removes a large part of the possible answers, and what remains is closer to what you need. Limits that can be counted or checked work best: "90 words" beats "short". The rule for the exception is the part most often forgotten; without it the model has to break one of your limits, and picks one itself.',
    skeleton: `{{task}}

Keep to these limits:
- Length: {{length:at most 100 words}}
- Use only: {{allowed sources:the text below}}
- Leave out: {{leave out}}
- If a limit cannot be kept: {{exception:say which, and why, instead of breaking it}}

Text:
{{text|long}}`,
  },
  {
    id: 'explicit-formatting',
    title: 'Explicit formatting',
    description:
      'Describe the shape of the answer so exactly that it can be pasted or parsed: columns, keys, order, headings, empty values.',
    example: `Read the advertisements and return a JSON array, nothing before or after it. Each element:
{"title": string, "rooms": number, "rent": number in euros per month, "pets": "yes" | "no" | "unknown"}
Use null for a number that is missing. Keep the order of the text.

Text: "Sunny 3-room flat, 980 a month, cats welcome. – Studio near the park, price on request."

→ [{"title":"Sunny 3-room flat","rooms":3,"rent":980,"pets":"yes"},
{"title":"Studio near the park","rooms":1,"rent":null,"pets":"unknown"}]`,
    why: 'A model that has to choose its own layout chooses a different one each time. A fixed shape makes answers comparable and usable by the next tool, and it works as a checklist: an empty column asks to be filled. Saying how missing values look keeps them from being invented.',
    skeleton: `From the text below, extract {{what to extract}}.

Return {{format|choice:a Markdown table,JSON,CSV,a numbered list}} and nothing else, with these fields in this order:
{{fields with type and unit|long}}

For a value that is missing write {{empty value:null}}. Keep the order of the text.

Text:
{{text|long}}`,
  },
  {
    id: 'open-ended-questions',
    title: 'Open-ended questions',
    description:
      'Ask what, how and what else instead of yes or no, to find out what you have not thought of.',
    example: `We plan to open our museum shop on Mondays.
Do not judge the plan. What would have to be true for this to be a good idea? Which of these conditions could we find out about in a week, and how? What might change for people whom we did not think of?

→ For it to pay, enough visitors must pass on Mondays although the museum is closed: count passers-by on two Mondays …
People not thought of: the cleaners, who have the building to themselves that day …`,
    why: 'A closed question contains the answer already and mostly earns agreement. An open one makes the model search more widely, and "who else" or "what would have to be true" leads it to areas that the question itself does not name. Ask several small open questions rather than one vast one.',
    skeleton: `Our situation: {{situation|long}}
What we are considering: {{plan}}

Do not judge it yet. Answer in short paragraphs:
1. What would have to be true for this to be a good idea?
2. How could we find out within {{time:a week}}, most decisive first?
3. Who is affected whom we have not mentioned, and how?
4. What else might solve the same problem?
5. Which question should we have asked instead?`,
  },
  {
    id: 'directives-and-verbs',
    title: 'Directives and verbs',
    description:
      'Begin each instruction with a verb that names one exact action: compare, rank, rewrite, count, quote. One verb, one result.',
    example: `Instead of "Can you look at this contract and help me understand it?":

1. List every obligation of the tenant, with the number of its clause.
2. Mark those that go on after the lease has ended.
3. Compare the notice periods of both sides.
4. Rewrite clause 14 in plain English, without changing its meaning.
5. Quote each sentence that you found ambiguous.

→ 1. Tenant: pay rent by the third working day (§ 3); keep heating records (§ 7) …`,
    why: '"Help", "look at" and "deal with" allow almost any answer, mostly a summary. A precise verb defines an operation, its input and its product, and lets you see whether it was done. Numbering the verbs keeps the parts apart, so none gets lost in running text.',
    skeleton: `Work on the text below. Do each of these, under its own number:
1. List {{what to list}}, with the place where it stands.
2. {{second verb|choice:Compare,Rank,Group,Count,Mark}} {{what, and by which measure}}.
3. Rewrite {{which part}} for {{readers}}, without changing the meaning.
4. Quote each passage you were unsure about, and say why.

Text:
{{text|long}}`,
  },
  {
    id: 'providing-context',
    title: 'Providing context',
    description:
      'Say what a new colleague would need to know: purpose, readers, history, what was tried, and what the answer will be used for.',
    example: `Context: we are a bakery with 9 staff. In March we stopped night shifts, so bread is ready at 8 instead of 6. Regulars complain; staff are relieved. An earlier notice on the door made things worse, because it sounded like an excuse. This text goes on the till, where people read it while paying.

Write it: at most 40 words.

→ Our bread now comes out of the oven at 8. Our bakers sleep at night, and it shows in the loaf. Coming earlier? Order the day before, and yesterday's best is put aside for you at half price.`,
    why: 'A model knows the world in general and nothing about your Tuesday. Context replaces the average case with yours: it rules out what has already failed, sets the tone, and lets the model weigh things as you would. Say what the answer is for; that changes more than any adjective.',
    skeleton: `Context
- Who we are: {{who we are}}
- What has happened so far: {{history|long}}
- Tried already, and the result: {{tried:nothing yet}}
- Readers, and what they know: {{readers}}
- What the answer is used for: {{use}}

Task: {{task}}

Use the context; do not repeat it. If something decisive is missing, ask up to three questions before you begin.`,
  },
  {
    id: 'incremental-prompting',
    title: 'Incremental prompting',
    description:
      'Divide the work into stages, check each result, and go on from what you accepted. Corrections come early, when they are cheap.',
    example: `1st prompt: From these interview notes, list the problems people report, with a quotation each. Nothing else yet.
(I remove two which we cannot influence, and merge two.)

2nd prompt: Here is the list as corrected. Group it by moment in the customer's day. Propose names for the groups.
(I rename one.)

3rd prompt: For the group "Before leaving home" write a one-page brief for the designers, using only these quotations.

→ a brief whose every sentence goes back to something that was said and checked.`,
    why: 'In one large request an early misunderstanding runs through everything that follows. Stages give you a point at which to correct it, and each stage starts from accepted text, not from a guess. A stage is also a smaller task, which is done more carefully. A chain of prompts keeps such stages for the next time.',
    skeleton: `We work in stages. Do only the present one, then stop and wait.

Goal of the whole: {{goal}}
Stages: {{stages:1. collect, 2. order, 3. outline, 4. write}}
Present stage: {{present stage|number:1}}

Accepted so far:
{{accepted result:nothing yet}}

Material:
{{material|long}}

At the end, say in two lines what you were unsure about, so that I can correct it before the next stage.`,
  },
];
