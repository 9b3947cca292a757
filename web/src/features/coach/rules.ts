import type { Prose } from './read-prose.ts';

/** The kinds of remarks. The device stores those that the user hides, so names never change. */
export const remarkKinds = [
  'material',
  'verb',
  'decision',
  'steps',
  'length',
  'tone',
  'role',
  'format',
  'summary',
] as const;

export type RemarkKind = (typeof remarkKinds)[number];

/** A rule that finds one weakness. */
interface Rule {
  /** The id of the technique that helps. */
  readonly technique: string;
  /** Returns the remark in one sentence, or null. */
  readonly find: (prose: Prose) => string | null;
}

/** Texts of at most this many characters state one task: what they don't say, nothing says. */
const maxTaskLength = 700;

/** Longer texts describe length and tone in more places than one word. */
const maxDetailLength = 1_500;

/** Returns an alternation of words or phrases, one to a line or separated by a bar. */
function anyOf(...phrases: readonly string[]): string {
  return `(?:${phrases.join('|')})`;
}

const polite = '^(?:please |now |then |first |can you |could you |i want you to |i need you to )*';

const materials =
  'text|article|email|message|code|paragraph|sentence|passage|document|notes|transcript|review|letter|essay|data|list';
const announcedMaterial = new RegExp(
  String.raw`\b(?:following|below) (${materials})\b|\b(${materials}) (?:that follows|below)\b`,
  'i',
);

const vagueVerb = new RegExp(
  `${polite}(${[
    'help me (?:with|understand|out)',
    'help with',
    '(?:take a |have a )?look at',
    'deal with',
    'assist me (?:with|in)',
    'do something (?:with|about)',
  ].join('|')})\\b`,
  'i',
);

const decision = /^should (?:i|we|my|our)\b/i;
const weighing = new RegExp(
  String.raw`\b${anyOf(
    'pros|cons|advantages?|disadvantages?|arguments?|for and against|both sides|weigh',
    'trade-?offs?|criteria|compare|comparison|benefits?|risks?|drawbacks?|factors?',
    'why|how|what|which',
  )}\b`,
);

const stepByStep =
  /\b(?:think|reason|work)(?: \w+){0,3}?(?: (?:out|problem))?(?: in a)? step[ -]by[ -]step\b/i;
const namedSteps = /(?:^|\n)\s*(?:\d+[.)]|step \d|first)|\bsteps:|\bbackwards?\b/;

const vagueLength = new RegExp(
  [
    String.raw`\b(concise|succinct|brief)(?: (?:and|yet|but) \w+)? ${anyOf(
      'summar|explanation|answer|repl|response|feedback|overview|introduction|description|recap',
      'insight|recommendation|definition|report|section|statement|paragraph|note|message|bio',
    )}`,
    String.raw`\ba (short) ${anyOf(
      'summary|answer|description|introduction|paragraph|text|bio|message|email|explanation',
      'overview|story|poem',
    )}\b`,
    String.raw`(?:^be|\b(?:must|should) be|\bkeep (?:it|them|this)|\w (?:is|are))${anyOf(
      ' very',
      ' as',
      ' clear and',
      '',
    )} (short|brief|concise|succinct)\b(?!-)`,
  ].join('|'),
  'i',
);
/** A number or a variable with a unit, or anything else that tells the length. */
const countedLength = new RegExp(
  String.raw`(?:[\d}\]>]|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|single|few))[ +-]{0,2}(?:\w+ )?${anyOf(
    'words?|sentences?|lines?|characters?|chars|paragraphs?|pages?|bullets?|minutes?|seconds?',
    'tokens?|items?|points?|stanzas?|slides?',
  )}\b|\b(?:examples?:|length|word count|words|max|maximum|at most|limit)`,
);

const toneWord = anyOf(
  'friendly|professional|engaging|casual|formal|informal|conversational|warm|persuasive',
  'confident|humorous|witty|inspiring|enthusiastic|empathetic|supportive|approachable',
  'inviting|authoritative|relatable|encouraging',
);
const vagueTone = new RegExp(
  String.raw`\b(${toneWord}(?: and ${toneWord})? (?:tone|voice)|tone(?: of voice)? (?:should be|is) ${toneWord})\b`,
  'i',
);
const describedTone =
  /\b(?:samples?|examples?|for instance|e\.g|such as|like this|sounds? like|avoid|never|sentences?)\b/;

const bareExpert =
  /^(?:act as |i want you to act as |you are )(an? (?:world[ -]class |leading |top |true |real )?expert(?: (?:in|at|on) (?!.* with )[\w ]{3,40}|(?: \w+){0,3}))$/i;
const describedRole = new RegExp(
  String.raw`\b${anyOf(
    String.raw`experience\w*|years?|responsib\w*|liable|accountable|skilled|speciali\w*`,
    'knowledge|background|known for|your (?:role|job|goal|mission)',
  )}\b`,
);

const analysis = 'extract|classify|categori[sz]e|compare|analy[sz]e|evaluate|assess';
const analysisFirst = new RegExp(`${polite}(?:${analysis}) `, 'i');
const analysisTask = new RegExp(
  String.raw`^your task is to (?:\w+ and |\w+ly )?(?:${analysis}|review) `,
  'i',
);
const format = new RegExp(
  String.raw`\b${anyOf(
    'formats?|formatted|formatting|json|csv|xml|yaml|html|markdown|tables?|columns?|rows?|lists?',
    'bullets?|bulleted|numbered|numbers?|headings?|headers?|sections?|template|structured?',
    'layout|schema|fields?|keys?|labels?|sentences?|paragraphs?|words?|lines?|code block|palette',
    'separated|one by one|outputs?|report|return|example|steps?|like this|as follows|only|each',
    'interview',
  )}\b|\b(?:provide|include|contain|cover)s?:`,
);

const summary = new RegExp(
  `${polite}(?:summari[sz]e|(?:write|give me|create) an? summary of) `,
  'i',
);
const purpose = new RegExp(
  String.raw`\b${anyOf(
    String.raw`for|that|way|so i|because|in order|purpose|decide|decision|audience|readers?`,
    String.raw`focus\w*|highlight\w*|emphasi\w+|only|includ\w+|keep|key|main|important|who`,
    String.raw`needs?|use|cover\w*|points?|action items|\d+`,
  )}\b`,
);

export const rules: Readonly<Record<RemarkKind, Rule>> = {
  material: {
    technique: 'zero-shot',
    find({ sentences, everything, isConversation }) {
      if (isConversation || /[{[<]/.test(everything)) return null;
      const match = announcedMaterial.exec(sentences.at(-1) ?? '');
      return match && `It mentions the ${match[1] ?? match[2]} below, but nothing follows.`;
    },
  },
  verb: {
    technique: 'directives-and-verbs',
    find({ sentences, isConversation }) {
      const verb = isConversation ? undefined : firstMatch(sentences, vagueVerb)?.[1];
      return verb === undefined ? null : `‘${verb}’ allows almost any answer.`;
    },
  },
  decision: {
    technique: 'pros-and-cons',
    find(prose) {
      if (!isOneTask(prose) || weighing.test(prose.everything)) return null;
      return (
        firstMatch(prose.sentences, decision) && 'It asks for a verdict without the arguments.'
      );
    },
  },
  steps: {
    technique: 'chain-of-thought',
    find({ sentences, everything }) {
      if (namedSteps.test(everything)) return null;
      return firstMatch(sentences, stepByStep) && '‘Step by step’ doesn’t say which steps.';
    },
  },
  length: {
    technique: 'constraints',
    find({ sentences, everything }) {
      if (everything.length > maxDetailLength || countedLength.test(everything)) return null;
      const word = firstMatch(sentences, vagueLength)?.slice(1).find(Boolean);
      return word === undefined ? null : `‘${word}’ can mean any length.`;
    },
  },
  tone: {
    technique: 'tone-and-style',
    find({ sentences, everything }) {
      if (everything.length > maxDetailLength || describedTone.test(everything)) return null;
      const tone = firstMatch(sentences, vagueTone)?.[1];
      return tone === undefined ? null : `‘${tone}’ means something different to every writer.`;
    },
  },
  role: {
    technique: 'role-playing',
    find({ sentences, everything }) {
      if (describedRole.test(everything)) return null;
      const role = firstMatch(sentences, bareExpert)?.[1];
      return role === undefined ? null : `‘${role}’ is only a title.`;
    },
  },
  format: {
    technique: 'explicit-formatting',
    find({ sentences, everything }) {
      if (format.test(everything)) return null;
      const asks =
        analysisFirst.test(sentences[0] ?? '') || firstMatch(sentences, analysisTask) !== null;
      return asks ? 'No format is asked for.' : null;
    },
  },
  summary: {
    technique: 'summaries-and-syntheses',
    find(prose) {
      if (!isOneTask(prose) || purpose.test(prose.everything)) return null;
      return firstMatch(prose.sentences, summary) && 'It doesn’t say what the summary is for.';
    },
  },
};

/** Whether the prompt is one short task, so that something missing is really missing. */
function isOneTask({ everything, isConversation }: Prose): boolean {
  return !isConversation && everything.length <= maxTaskLength;
}

function firstMatch(sentences: readonly string[], pattern: RegExp): RegExpExecArray | null {
  for (const sentence of sentences) {
    const match = pattern.exec(sentence);
    if (match) return match;
  }
  return null;
}
