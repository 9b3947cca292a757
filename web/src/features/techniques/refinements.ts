import type { Technique } from './technique.ts';

/** The second ten techniques: tone, audience and thinking further. */
export const refinements: readonly Technique[] = [
  {
    id: 'tone-and-style',
    title: 'Tone and style',
    description:
      'Describe the voice by what it does: sentence length, person, warmth, words it never uses. A short sample says more than three adjectives.',
    example: `Rewrite this reminder in our voice. Our voice sounds like this: "Your library card runs out on Friday. Bring it along, we extend it while you wait."
Short sentences. Second person. No exclamation marks, no threats, no "kindly".

"Please be advised that failure to return item no. 4471 will result in charges."

→ Your book is due back, and somebody is waiting for it. Bring it by Saturday and nothing is to pay. After that it costs 20p a day.`,
    why: 'Words such as "friendly" mean something different to every writer, and the average of all of them sounds like advertising. A sample shows rhythm and attitude directly, and a few verifiable rules (person, length, forbidden words) keep them stable over many texts.',
    skeleton: `Rewrite the text below in our voice.

A sample of the voice:
"{{sample|long}}"

Rules: {{sentences:short sentences}}, {{person|choice:second person,first person plural,third person}}, {{warmth:friendly without familiarity}}.
Never: {{words to avoid:exclamation marks, superlatives, "simply"}}.
Keep every fact, figure and name as it is.

Text:
{{text|long}}`,
  },
  {
    id: 'analogies-and-metaphors',
    title: 'Analogies and metaphors',
    description:
      'Have something unfamiliar explained through something the reader knows well, and have the limits of the comparison stated.',
    example: `Explain to an experienced cook what a database index is. Use the kitchen. Name which part of the kitchen stands for what, and say where the comparison ends.

→ Without an index you open every jar to find the cumin. An index is the list by the door: "cumin, shelf 3, left". Finding is quick, but each new jar must also be written on the list, so putting away takes longer.
Jars are rows, the list is the index, the shelf is the place on disk.
Where it ends: a kitchen has one list; a table may have many, each sorted differently.`,
    why: 'We understand new things by connecting them to old ones. Choosing the familiar field yourself makes sure that your reader knows it. Spelling out the correspondences forces the comparison to be exact, and stating its limit prevents the wrong conclusions that comparisons invite.',
    skeleton: `Explain {{concept}} to {{reader}} by comparison with {{familiar field}}.

1. The comparison, in at most 120 words, as a small scene.
2. A table: part of the familiar field, part of the concept it stands for.
3. One consequence that the comparison makes obvious.
4. Where it stops being true, and the mistake someone would make there.

Use only things that {{reader}} really handles. If this field does not fit, say why and suggest a better one.`,
  },
  {
    id: 'reframing-questions',
    title: 'Reframing questions',
    description:
      'Have the question rephrased before it is answered: wider, narrower, from another side, or turned around.',
    example: `Our question: "How do we get more members to come to the annual meeting?"
Reframe it in five ways: the purpose behind it, the opposite, a member's view, with the meeting abolished, as a question of time. For each say what kind of answer it would lead to. Then recommend which one to pursue.

→ Purpose: "How do members take part in decisions?" leads to voting by post …
Opposite: "How would we keep people away?" Six hours, a hall out of town, papers on the day: we do two of these.
Recommended: the opposite, since it names things to stop.`,
    why: 'The wording of a question decides which answers are conceivable, and the first wording usually has a solution hidden in it. Reframing costs a minute and opens different groups of answers before you invest in one. Turning it around works best with stubborn problems, because faults are easier to list than virtues.',
    skeleton: `Our question: {{question}}
Background: {{background|long}}

Before you answer, reframe it:
1. The purpose behind it: what do we want that for?
2. Its opposite: how would we bring about the reverse? Which of this do we do already?
3. From the side of {{another party}}.
4. With what we take for granted removed: {{assumption to remove}}.
5. Smaller: the part we could answer by {{date:Friday}}.

For each: the kind of answer it leads to, in one sentence. Recommend one and answer that.`,
  },
  {
    id: 'encouraging-creativity',
    title: 'Encouraging creativity',
    description:
      'Ask for many different ideas under an odd constraint, forbid the obvious ones, and judge only afterwards.',
    example: `Names for a repair café in a former fire station.
First list the ten most obvious names, so that we can avoid them. Then twelve more, none of which may use "fix", "repair", "café", "fire" or a pun on them. Three from the sound of tools, three from what people say when something works again, three from firefighters' daily life, three that you think are too strange.

→ Obvious: The Fix Station …
What people say: "Still Going", "There We Are" …
Too strange: "Tuesday, 4 p.m."`,
    why: 'The likeliest answer is by nature the most common one. Listing the obvious first and ruling it out pushes the search into less-used regions; different sources for each group keep ideas from being variations of one. Permission to be strange helps too, as one of the strange ones is often the start of the good one.',
    skeleton: `Task: ideas for {{what}}, for {{whom}}.

1. List the {{obvious|number:10}} most obvious ideas. We shall not use these.
2. Then {{ideas|number:12}} others, in groups of three, each group from another source: {{sources:nature, a trade that has nothing to do with it, what people say aloud, the opposite}}.
3. Forbidden: {{forbidden words or solutions}}.
4. Three that you consider too strange.

Do not judge while listing. Afterwards name the two with the most in them and say what would have to be changed to make them usable.`,
  },
  {
    id: 'summaries-and-syntheses',
    title: 'Summaries or syntheses',
    description:
      'Say why you need it shorter. A summary condenses one text; a synthesis brings several together and shows where they disagree.',
    example: `Three reviews of the same bicycle trailer are below. I must decide by tonight whether to buy it for two children and hilly roads.
Synthesise for this decision: what all agree on; where they contradict each other, with the probable reason; what none of them tested that matters to me. 150 words at most, sources as [A], [B], [C].

→ Agreed: stable at speed [A][B][C].
Contradiction: braking downhill; [A] praises it on the flat, [C] had two children and wet roads.
Not tested: long climbs with a load. Ask the shop for …`,
    why: 'Without a purpose a summary shortens everything equally and drops exactly the detail you needed. A purpose tells the model what can go. Asking for agreement, contradiction and gaps keeps several sources from melting into one smooth paragraph that none of them would sign.',
    skeleton: `I have to {{decision or use}} by {{date}}. Bring the sources below together for that purpose.

- What all agree on
- Where they contradict each other, with the probable reason
- What none of them covers that matters to me: {{my situation}}
- What follows, in two sentences

At most {{words|number:150}} words. Mark each statement with its source, such as [A]. Add nothing from elsewhere.

Sources:
{{sources|long}}`,
  },
  {
    id: 'pros-and-cons',
    title: 'Pros and cons',
    description:
      'Have both sides set out with equal care, weighed for your case, and tested for what would tip the balance.',
    example: `Should our practice of four dentists move to a four-day week with longer days?
Arguments for and against in a table: argument, whom it concerns, how strong here (1–3) and why, can it be checked beforehand? Equal numbers on both sides, strongest first. Then: which single fact, if it were otherwise, would change the result?

→ For: fewer changeovers, about 40 minutes of chair time a day (3: can be counted from last month's diary).
Against: last hour tired, more repeats (2: compare corrections by time of day).
It turns on: whether patients take appointments after 6 p.m.`,
    why: 'Asked what is best, a model tends to side with the way you put the question. Equal numbers on both sides make it look at the weaker one too. Strength and checkability turn a list into something you can act on, and the tipping fact tells you what to find out first.',
    skeleton: `Decision: {{decision}}
Our situation: {{situation|long}}
Criteria, most important first: {{criteria}}

1. Table: argument, for or against, whom it concerns, strength here (1–3) with reason, how to check it beforehand. {{number of arguments|number:5}} on each side, strongest first.
2. Arguments that are popular but do not apply to us.
3. The fact that would tip the result if it were otherwise.
4. A recommendation in two sentences, and the best reply to it.

Write "unknown" where the situation does not say; do not assume.`,
  },
  {
    id: 'specifying-audience',
    title: 'Specifying audience',
    description:
      'Describe the readers by what they know, need, fear and will do afterwards. Age or job title alone says little.',
    example: `Explain why the water will be off on Thursday from 9 to 3, three times:
a) for residents who find the note on the stairs and must plan their day
b) for the carer on the second floor who looks after someone on dialysis at home
c) for the plumber who comes at 8:30 and does not know the building

→ a) No water on Thursday, 9 to 3. Fill a bucket for flushing …
b) Please ring us today … we supply 60 litres before 8 and keep one line open until …
c) Main valve behind the bicycle store, key with Ms Lind, risers B and C only …`,
    why: 'The same facts need a different selection, order and depth for each reader. When the model knows what someone will do with the text, it can drop what they already know and put first what they need to act. Name a worry, and it gets answered before anyone asks.',
    skeleton: `Write about {{subject}} for this reader:
- Knows already: {{what they know}}
- Wants to know or do: {{what they need}}
- Worries about: {{worry:nothing in particular}}
- Reads it: {{occasion:in passing, on a phone}}

Facts:
{{facts|long}}

Put first what lets them act. Explain only the terms they will not know. At the end list, apart from the text, which facts you left out and why.`,
  },
  {
    id: 'combining-techniques',
    title: 'Combining techniques',
    description:
      'Combine two or three techniques that each fix a different weakness: a role for the depth, an example for the form, constraints for the limits.',
    example: `[Role] You edit the letters page of a local paper and are fair to writers you disagree with.
[Task, with verbs] Shorten the letter below to 120 words, correct errors, write a headline of at most six words.
[Example] "The crossing at Mill Lane is a scandal and I have written three times!!!" → "Third letter about Mill Lane": I have written twice before about the crossing. …
[Constraints] Keep opinion and temper. Remove nothing that is accused, but mark statements that need checking with [?].
[Check] Name at the end what you cut.

→ a letter that its writer would recognise, and a list of three cuts.`,
    why: 'Techniques fail in different ways, so one fills the gap of another: an example alone is copied too faithfully, a constraint loosens that, a role fills in what neither says. More than three or four start to contradict each other. Add one at a time and keep those that visibly improve the answer.',
    skeleton: `Role: you are {{role}}, responsible for {{responsibility}}.

Task: {{task with verbs|long}}

Example of a good result:
{{example|long}}

Limits: {{length}}; {{what to avoid}}; where something is missing, {{exception:mark it with [?]}}.

Before you answer, check your draft against the limits. At the end, list in one line each what you left out and what you were unsure about.

Material:
{{material|long}}`,
  },
  {
    id: 'guiding-with-examples',
    title: 'Guiding with examples',
    description:
      'Show one model to follow and one to avoid, each with a remark on why. The contrast explains the limit better than a rule.',
    example: `Write feedback on the pupil's essay.

Good: "Your second paragraph gives a number and says where it comes from. Do the same for the claim about bees." (names the place, says what to do)
Not like this: "Well done, but be more specific!" (could stand under any essay)

Three remarks, one of them about something that works.

→ The turn at "But nobody asked the farmers" makes one want to read on. In the ending you bring in a new argument; move it before the objection. …`,
    why: 'Few-shot examples show the pattern; a commented pair also shows the reason. From the contrast a model can tell which quality counts and which features of the example are accidental. The bad example should be a plausible one, of the kind you would otherwise get.',
    skeleton: `Write {{what}} for {{purpose}}.

Like this: "{{good example|long}}"
Good because: {{what makes it good}}

Not like this: "{{poor example|long}}"
Poor because: {{what makes it poor}}

Take over the quality named, not the subject or the wording of the examples. Then compare your result with both, and correct whatever stands nearer to the second.

Material:
{{material|long}}`,
  },
  {
    id: 'critical-thinking',
    title: 'Critical thinking',
    description:
      'Have claims tested: evidence, assumptions, other explanations, and what would prove them wrong. Also use it on the model’s own answer.',
    example: `Claim from a sales page: "Offices with plants are 15 % more productive, so a green wall pays for itself in a year."
Examine it: which assertions does it contain? What would each need as evidence? What else could explain the 15 %? What would have to be measured to refute it? Then say how far you would follow it, and why not further.

→ Two assertions: plants cause 15 %; the gain is worth the price.
Other explanation: offices that buy plants have often just been renovated.
Refuted if output were the same in rooms chosen by lot …
I would follow it as far as "people like plants".`,
    why: 'Models go along with what they are given, especially when it sounds sure. A fixed set of testing questions breaks that agreement and separates what was measured from what was concluded. Asking what would refute a claim helps most: a claim that nothing could refute says nothing. Ask it of answers that you would like to be true.',
    skeleton: `Examine this claim or answer, as someone with nothing to gain from it:
"{{claim|long}}"
Source, and the interest behind it: {{source:unknown}}

1. Break it into separate assertions.
2. For each: evidence offered, evidence needed, and whether the one is enough for the other.
3. Assumptions that are not stated.
4. Two other explanations which fit the same facts.
5. What one would have to observe for it to be wrong.
6. How far you would follow it, in two sentences, with your confidence.

Do not look for balance where there is none. If you lack the knowledge to judge a point, say which.`,
  },
];
