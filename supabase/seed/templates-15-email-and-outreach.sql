-- Templates: Email & Outreach. An id is never given to another template: a changed text becomes its next version.

select private.upsert_template(
  '00000000-0000-4000-8000-000000115001', 'Email & Outreach', '✉️',
  'Write a cold email worth answering',
  'A first message under 120 words, built on one true observation and one small request.',
  array['cold email', 'outreach'],
  $prompt$
Write a first email to {{recipient and role}} at {{organisation}}.

What I noticed about them, with source: {{observation|long}}
Why I write, and what I offer: {{reason and offer}}
The smallest useful answer I hope for: {{request}}
Who I am, in a clause: {{about me}}
Proof relevant to them: {{proof:none}}

Before writing, tell me in two lines whether the observation really connects with the offer. If it does not, say what kind of observation would, and stop.

Then give three versions that differ in angle: their problem, a useful finding given away, a shared acquaintance or event (only if the input has one). Each:
- subject of two to five words, such as a colleague would write
- at most 120 words, first sentence about them, second the bridge, then the offer, then one question that can be answered in one line
- no attachment, no calendar link, no more than one link
- an easy way to say no

Then: which version you would send, and why; one follow-up for a week later that adds something new in 50 words; and when to stop writing.

No compliments about being impressed, no "I hope this finds you well", no "quick question", no false "Re:". Use no fact about the person beyond the input. Mind consent rules for marketing mail in {{country:the United Kingdom}}: warn me if this message would need prior consent.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000115002', 'Email & Outreach', '📬',
  'Clear a difficult reply from the inbox',
  'Drafts a reply to a long or tense email: finds what is really asked, answers it, sets a boundary.',
  array['reply', 'customer'],
  $prompt$
I received the message below and have been putting off the answer. Help me reply.

Message:
{{message|long}}
My relation to the writer: {{relation}}
What I can and cannot do: {{facts and limits|long}}
Result I want: {{result}}
Tone: {{tone|choice:warm and clear,formal,brief and firm}}

1. List every question, request, complaint and deadline in the message, including those between the lines (mark these as guessed). Say which ones need an answer now.
2. Note the feeling that comes through and the sentence that shows it. Acknowledge it at most once, without copying its words.
3. Draft the reply: the answer to the main point in the first two sentences; the others as short paragraphs in the order of importance to them; what happens next, who does it, by when; nothing else. As long as needed and no longer than the message.
4. Give a shorter version for a phone.
5. Warn me about: commitments the draft makes, sentences that could be forwarded to my harm, facts I should check, and whether a call would be better.

Apologise only for what my facts show to be our fault, plainly and once. Do not argue about tone. Do not promise anything outside my limits. Where an answer is missing, write [I will find out by …] and list it for me.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000115003', 'Email & Outreach', '💌',
  'Design a welcome sequence for new subscribers',
  'Five emails that help new subscribers to a first success, with triggers, texts and rules for silence.',
  array['onboarding', 'newsletter'],
  $prompt$
Plan and write a welcome sequence for people who {{trigger:signed up}} for {{product or newsletter}}.

Who they are, and what they hoped for when signing up: {{people and hope|long}}
First success that makes people stay: {{first success}}
Common reasons to drop off: {{reasons|long}}
Sender's name and voice: {{sender and voice}}

Part one, the plan: a table of {{emails|number:5}} emails with day or event, purpose for the reader, the one action, condition for being skipped (because they have done it), and the measure that tells whether it helped. Earliest help first; ask for nothing before the second email.

Part two, the texts. For each: subject (under 45 characters) with preview line that adds to it, body of 60 to 160 words, one link text, and a plain-text version that still works. The first one delivers at once what was promised at sign-up. One email asks a question that a person will really read and answer.

Part three, the rules: when to stop, what to do with those who never open, how to leave with one click, what to test first.

Write as one person to one person. No countdowns, no "don't miss out", no list of features. Do not promise frequency that the plan does not keep. Open rates are unreliable: measure actions. If the first success cannot be reached from an email, say what must change in the product.
$prompt$);
