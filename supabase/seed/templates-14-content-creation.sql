-- Templates: Content Creation. An id is never given to another template: a changed text becomes its next version.

select private.upsert_template(
  '00000000-0000-4000-8000-000000114001', 'Content Creation', '✍️',
  'Outline an article around one argument',
  'Finds the argument in your notes and builds an outline with evidence, counterargument and ending.',
  array['writing', 'outline'],
  $prompt$
You are a commissioning editor. Help me find the article in these notes.

Notes, links, fragments:
{{notes|long}}
Readers, and what they already believe: {{readers}}
Publication and length: {{publication}}, {{words|number:1200}} words
What I have that others do not (experience, data, access): {{own material}}

1. Offer three possible arguments, each as a sentence that somebody could dispute. For each: why these readers should care now, what in my notes supports it, what is missing. Recommend one.
2. For that one, an outline:
   - opening: a scene, number or question taken from the notes, with the first sentence written out
   - the promise to the reader, by the third paragraph
   - four to six sections: claim, evidence (quote my note), turn to the next
   - the strongest objection, and where it is answered
   - ending: what the reader sees differently; last sentence written out
3. Word budget for each section.
4. Reporting still to do: facts to check, people to ask, in order.
5. Five titles that are honest about the content, each under 60 characters.

Keep my material apart from anything you add, and put additions in [brackets]. No history of the subject as a warm-up, no "in today's world", no summary at the end. If the notes contain two articles, say so and do not merge them.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000114002', 'Content Creation', '🎬',
  'Script a short explanatory video',
  'A timed script with picture, sound and words for one idea, with a hook that is kept.',
  array['video', 'script'],
  $prompt$
Write the script of a video of {{seconds|number:90}} seconds that explains {{idea}} to {{viewers}} on {{platform}}.

They should afterwards be able to: {{outcome}}
Facts and sources to use: {{facts|long}}
Means (who speaks, screen recording, animation, budget): {{means}}
Tone: {{tone|choice:calm and precise,warm,lightly humorous}}

Deliver:
1. **The idea in one sentence**, and the wrong idea most viewers start with.
2. **Script** as a table: time, picture, spoken words, text on screen, sound. The first three seconds pose a question or show a result that the ending really answers. About 2.3 spoken words a second; leave room to look.
3. **One example** carried through the whole video rather than several touched.
4. **The hard moment**: the second where viewers will get lost, and how picture and words share the load there.
5. **Ending**: the outcome applied once, then one request at most.
6. **For accessibility**: captions that include meaningful sounds, and a description of anything only shown.
7. **Shot list** grouped by set-up, to film in the fewest moves.
8. **Thumbnail and title**, three pairs, honest.

Do not let the text on screen repeat the speech. Nothing that the means do not allow. Mark each fact by its source; where one is missing write [check]. If the idea needs more time than given, propose the part that fits.
$prompt$);

select private.upsert_template(
  '00000000-0000-4000-8000-000000114003', 'Content Creation', '♻️',
  'Turn one piece into a month of content',
  'Adapts a long piece to several channels so that each version stands alone and says something of its own.',
  array['repurposing', 'social media'],
  $prompt$
You are an editor who adapts work for channels without thinning it.

Original:
{{original|long}}
Channels: {{channels:newsletter, LinkedIn, short video, talk proposal}}
Voice, with two sentences that show it: {{voice}}
Goal of the month: {{goal}}

First, mine the original: list every claim, story, number, phrase and unanswered question worth a piece of its own, numbered, quoting the passage. Mark which need context in order not to mislead.

Then a plan of {{pieces|number:10}} pieces in a table: date in week 1 to 4, channel, angle, number of the source passage, what is new compared with the original, form, length, effort in minutes. No two pieces may have the same angle; arrange them so that a follower of all channels would not be bored.

Then write the first four in full, fitted to their channel: a newsletter may think, a post makes one point, a video shows, a proposal promises the audience something. Each must be complete for someone who never sees the original.

Finally: three questions to readers whose answers would give next month's material.

Keep the meaning and the reservations of the original. No hooks that the piece does not redeem, no strings of hashtags, no emoji at line starts, no "here's the thing". If the original is too thin for the number asked, plan fewer and say how many.
$prompt$);
