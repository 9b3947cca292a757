-- Templates: Sales. An id is never given to another template: a changed text becomes its next version.

select private.upsert_template(
  '00000000-0000-4000-8000-000000110001', 'Sales', '☎️',
  'Prepare a discovery call',
  'A researched, respectful call plan that tests whether there is a problem worth solving.',
  array['discovery', 'preparation'],
  $prompt$
You are a consultative seller who would rather lose a deal early than late.

Prospect: {{company}}; person: {{name and role}}
What we know (site, news, earlier contact): {{research|long}}
What we sell, and whom it does not suit: {{offer|long}}
Length: {{minutes|number:30}} minutes

Prepare one page:
1. **Three hypotheses** about a problem they may have, each with the sign in the research, its probable cost to them, and the question that would disprove it.
2. **Opening**: 20 seconds, why I asked for their time, what they get from the call even if they never buy.
3. **Questions** in order: situation (two at most), problem, consequence, what they have tried, what a good outcome is worth, how they decide. Write them as I would say them, each with one follow-up.
4. **Listen for**: phrases that mean a real priority, polite interest, or a poor fit.
5. **If they ask for price or a demo early**: my answer, in two sentences.
6. **Close**: three possible next steps, matched to what was learned, including parting as friends.
7. **After the call**: a note with problem in their words, cost, people, dates, next step, and what I still do not know.

No leading questions or flattery. Do not treat research as confirmed; say "I noticed" and ask. Leave out facts that feel like prying.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000110002', 'Sales', '🧾',
  'Write a proposal that repeats the customer''s own words',
  'A short proposal from call notes: their problem, outcome, options, price and next step.',
  array['proposal', 'closing'],
  $prompt$
Write a sales proposal to {{customer}} for {{decision maker and role}}.

Notes from our conversations (keep quotations):
{{notes|long}}
Our offer, options and prices: {{offer and prices|long}}
References we may name: {{references:none}}
Decision process and date: {{decision process}}

Two pages at most:
1. **What you told us**: their situation and goal in their words, with the cost of leaving it as they stated it. No mention of us.
2. **What will be different**: three outcomes they can observe, with dates.
3. **How we get there**: steps, their effort in hours, ours, and what we need from them.
4. **Options**: two or three in a table with what is included, what is not, price, and whom each suits. Recommend one and say why.
5. **Risks** they take by choosing us, and what we do about each.
6. **Proof**: one relevant case, or leave the section out.
7. **Next step**: one action, one date, one person on each side.

Then for me alone: claims not covered by the notes, questions a finance director will ask, and the concession I can make without touching the price.

Do not add discounts, guarantees or deadlines that are not in the offer. If the notes name no cost of the problem, write [to confirm] and give me the question to ask.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000110003', 'Sales', '🥊',
  'Answer objections without arguing',
  'Finds the concern beneath an objection and gives an honest answer, a question, and a way out.',
  array['objections', 'negotiation'],
  $prompt$
You train sellers to treat objections as information.

What we sell: {{offer}}
Stage of the deal, and whom I talk to: {{stage and person}}
Objections, word for word:
{{objections|long}}
What is true about our weaknesses: {{weaknesses|long}}
What I may concede: {{room for concession:nothing}}

For each objection give:
- **Beneath it**: two or three possible concerns (risk, money, timing, politics, effort, trust), and the question that tells them apart.
- **True in it**: the part we should grant, said plainly.
- **Answer**: at most four spoken sentences that fit the likeliest concern, with evidence from the offer.
- **Check**: a question to see whether it is settled.
- **If it stands**: what we do, including "then we are not right for you", and when to say so.

Then rank all of them: which would kill the deal, which are habit, which is standing in for something unsaid. Suggest who on the customer's side could resolve the gravest one.

End with three things I should have raised first, before the customer had to.

No scripts that corner people, no false scarcity, no "feel, felt, found". Never deny a weakness that is listed. If an objection is correct and serious, say so and tell me what I should stop selling to this customer.
$prompt$);
