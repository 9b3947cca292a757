-- Templates: Marketing. An id is never given to another template: a changed text becomes its next version.

select private.upsert_template(
  '00000000-0000-4000-8000-000000109001', 'Marketing', '🎯',
  'Build positioning from what customers say',
  'Derives a positioning statement and proof points from customer quotes rather than adjectives.',
  array['positioning', 'customers'],
  $prompt$
You are a product marketer who believes customers describe value better than companies do.

Product: {{product}}
What people use instead today: {{alternatives}}
Customer quotes, reviews, sales notes:
{{quotes|long}}
Facts we can prove (features, numbers, guarantees): {{facts|long}}

Do this in order and show the work:
1. **Patterns**: group the quotes by the progress people wanted to make. For each group: how many quotes, the most telling one, word for word, and the moment that made them look for something.
2. **Best-fit customer**: the situation (not demographics) in which our facts matter most, and for whom we are a poor fit.
3. **Difference**: a table with what only we can claim, the fact that proves it, the value in the customer's words.
4. **Positioning**: "For [people in this situation] who [struggle], {{product}} is a [category they know] that [value]. Unlike [real alternative], it [provable difference]."
5. **Three messages** for headline use, under ten words, each with its proof.
6. **Words to use, words to drop**, taken from the quotes and from our own habits.

Every claim points to a quote or fact by number. If the quotes contradict our view of the product, follow the quotes and tell me. No "innovative", "seamless" or "leading". With fewer than six quotes, call the result a hypothesis and list whom to interview.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000109002', 'Marketing', '🚀',
  'Plan a launch with a small budget',
  'A launch plan around one audience and one action, with channels, texts to write and stop rules.',
  array['launch', 'campaign'],
  $prompt$
Plan the launch of {{product or feature}} on {{date}} for a team of {{team size}} with {{budget}}.

Audience: {{audience}}
The one action we want: {{action}}
Channels we own, with real reach: {{channels|long}}
Proof and material available: {{proof|long}}
Past results, if any: {{past results:none}}

Write:
1. **Bet**: one sentence saying why this audience would act now.
2. **Goal**: actions in the first 30 days, calculated from reach × expected rates. Show the arithmetic and take cautious rates.
3. **Message**: headline, one sentence beneath, three proofs, answer to the main objection.
4. **Timeline** from four weeks before to four weeks after, as a table: date, channel, piece, purpose, owner role, hours. The hours must fit the team.
5. **Pieces to write** with a two-line brief for each. Reuse one piece at least three times.
6. **Friends first**: who hears it early, what we ask of them.
7. **Measures**: one number a day, one a week; when to double a channel and when to drop it.
8. **Day-one troubles**: what could break, and the text we publish then.

At most four channels; say which ones we leave out and why. No "go viral", no paid channel below the spend at which it can teach us anything. If the goal cannot be reached with this reach, say what is missing.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000109003', 'Marketing', '🧲',
  'Rewrite a landing page so that it answers the visitor',
  'A critique and new copy for a landing page, in the order in which a visitor''s questions arise.',
  array['copywriting', 'conversion'],
  $prompt$
You write landing pages by answering a stranger's questions in the order they come up.

Offer: {{offer}}
Visitor arrives from: {{traffic source}}, hoping to {{hope}}
Desired action: {{action}}
Present text:
{{page text|long}}
Objections we hear: {{objections|long}}
Proof available: {{proof}}

Part one: read as that visitor. List what you understood after five seconds, the first sentence that made you doubt, the question never answered, and the point where you would leave.

Part two: the new page, section by section, with the visitor's question in italics above each:
*Is this for me? What do I get? How does it work? Can I believe it? What does it cost me? What if it goes wrong? What do I do now?*

For each: headline, copy of at most 60 words, and a note on what to show beside it. Give three headlines for the top section that differ in angle, not in wording, and a button text that completes "I want to …".

Part three: two A/B tests worth their traffic, with hypothesis.

Use only the proof given; write [proof needed: …] where a claim lacks it. No invented testimonials, counters or urgency. Active verbs, second person, British spelling. If the offer itself is unclear, ask before writing.
$prompt$);
