-- Templates: Networking. An id is never given to another template: a changed text becomes its next version.

select private.upsert_template(
  '00000000-0000-4000-8000-000000119001', 'Networking', '🪢',
  'Ask for an introduction without burdening anyone',
  'A request to a contact plus a forwardable note, both short and easy to decline.',
  array['introduction', 'contacts'],
  $prompt$
I would like {{mutual contact}} to introduce me to {{target person and role}}.

Why this person in particular: {{reason}}
What I would ask of them, and what they might gain: {{request and benefit}}
How well my contact knows me, and when we last spoke: {{relation to contact}}
How well my contact knows them, as far as I can tell: {{their relation}}
About me in facts: {{facts about me}}

First judge: is this the right contact, is the relation strong enough, is it worth doing directly instead? Say so in three lines.

Then write:
1. **Message to my contact**, at most 100 words: why them, whom I should like to meet, what for, an honest way to say no ("if it feels odd, please leave it"), and a remark on us that comes from the input.
2. **Note to forward**, at most 80 words, readable without context: who I am, why I write to this person, one question that can be answered in a line, no attachment.
3. **Reply when the introduction is made**: moves my contact to bcc with thanks, and proposes something light.
4. **Thanks afterwards** to my contact, saying what came of it, also if nothing did.
5. **If no answer comes**: one reminder after ten days, then silence.

No flattery, no "pick your brain", no request hidden as curiosity. Do not imply closeness that the input does not show. If I bring the target nothing at all, tell me what I could offer.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000119002', 'Networking', '🎟️',
  'Prepare for a conference or event',
  'Chooses whom to meet and why, with openings, questions and a follow-up routine.',
  array['events', 'preparation'],
  $prompt$
Help me prepare for {{event}} on {{dates}}. I am {{my role}}, and I am {{temperament|choice:rather reserved,at ease with strangers,somewhere between}}.

Why I am going: {{purpose}}
Programme, speakers, list of participants, as far as known:
{{programme|long}}
What I know or can offer that others may need: {{offer}}

Give me:
1. **One sentence** on what will make the trip worthwhile, and a number to aim for (conversations, not cards).
2. **People**: up to eight from the list, each with the reason, what I could bring them, one question about their work that their talk or page does not answer, and where I might meet them. Three to write to beforehand, with a message of 60 words.
3. **Sessions**: choose by people and purpose; leave gaps; say what to miss.
4. **How I introduce myself**, in 10 and 30 seconds, without a job title first.
5. **Openings** for a queue, a table and a poster, and friendly ways to leave a conversation.
6. **Energy plan** to suit my temperament.
7. **Each evening**: a note of four lines for every person.
8. **Within three days**: two sample follow-ups that recall something said and keep a promise.

Rely only on the list given; make up no facts about people, and write "look up" where you need more. No elevator pitch, no collecting of contacts for its own sake.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000119003', 'Networking', '🔄',
  'Rekindle contacts that have gone quiet',
  'Chooses whom to write to after a long silence, and finds an honest reason for each message.',
  array['relationships', 'follow-up'],
  $prompt$
I have let some good working relationships lapse and want to take them up again.

People, one per line (name, how we know each other, last contact, what I know of them since):
{{people|long}}
What is happening in my work: {{my news}}
If I need something, say it plainly: {{need:nothing at present}}
Time I can give to this: {{time:two hours a week}}

1. Sort the list: write now, write when there is an occasion, let rest. Reason in a clause. Whoever I need something from is not automatically first.
2. For everyone in the first group, find the honest occasion: something of theirs I noticed, a debt or thanks owed, something useful to them, a memory. If there is none, say so; a plain "I thought of you" will do.
3. Write each message, 40 to 90 words, in a tone that fits how we know each other. Name the silence in half a sentence, without lengthy apology. One question, or none. Requests only where I stated a need, openly, and never disguised as small talk.
4. For those who answer: a next step that costs them under half an hour.
5. A rhythm that fits the time: whom, how often, how I remember what matters to them.

Every message must be impossible to send to anyone else on the list. No mention of a private matter that they did not tell me themselves. Do not claim I read or followed something unless the list says so.
$prompt$);
