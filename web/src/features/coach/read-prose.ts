/** The part of a prompt that its rules read: its own instructions, in English. */
export interface Prose {
  /** Sentences without quotations, code and list markers. */
  readonly sentences: readonly string[];
  /** The whole text in lower case, with names of variables: anything in it may answer a remark. */
  readonly everything: string;
  /** The prompt is for a conversation in a role; it asks for no single answer. */
  readonly isConversation: boolean;
}

/** Shorter texts are notes; longer ones are mostly material, and worked out. */
const minWords = 6;
const maxLength = 6_000;

/**
 * Returns the prose of a prompt, or null where the rules would guess. These are notes, long texts,
 * texts that include others, code, data, descriptions of pictures, and other languages.
 */
export function readProse(text: string): Prose | null {
  if (text.length > maxLength || text.includes('{{>')) return null;
  const unquoted = removeQuotations(text);
  const words = unquoted.toLowerCase().match(/[\p{L}\p{M}'’-]+/gu) ?? [];
  if (words.length < minWords || !isEnglish(words)) return null;
  if (isCodeOrData(text) || words.some((word) => pictureWords.has(word))) return null;
  const everything = text.toLowerCase().replaceAll('’', "'");
  const sentences = splitSentences(unquoted.replaceAll('’', "'"));
  return {
    sentences,
    everything,
    isConversation: conversation.test(everything),
  };
}

/** Removes code fences, inline code and double quotations, which aren't instructions. */
function removeQuotations(text: string): string {
  return text
    .split('```')
    .filter((_, index) => index % 2 === 0)
    .join('\n')
    .replaceAll(/`[^`\n]*`|"[^"\n]*"|“[^”\n]*”/g, ' … ');
}

function splitSentences(text: string): string[] {
  return text
    .split(/[.!?:;](?=[\s*_]|$)|\n/)
    .map((each) => each.replace(/^[\s\p{P}\p{S}\d]+/u, '').trim())
    .filter((each) => each !== '');
}

const commonWords = new Set(
  `the a an of to and in is are for with that this it as on my your you i me we be or from
  by not should`.split(/\s+/),
);

/** Frequent words of German, French, Spanish, Italian, Portuguese, Dutch, Turkish and Swedish. */
const foreignWords = new Set(
  `der das den ein eine einen einem und ist für mit von zu bitte le la les des une est et pour dans
  que el los las una para con por il di che della per um uma em het een van en bir ve için och att
  som det`.split(/\s+/),
);

function isEnglish(words: readonly string[]): boolean {
  const common = words.filter((word) => commonWords.has(word)).length;
  const foreign = words.filter((word) => foreignWords.has(word)).length;
  const otherLetters = words.filter((word) => !/^[a-z'’-]+$/.test(word)).length;
  return (
    common >= words.length * 0.12 && foreign * 3 <= common && otherLetters <= words.length * 0.1
  );
}

const codeStart = /^(?:[[<]|\{(?!\{)|\/[/*]|#!|(?:import|const|function|SELECT|def|class) )/;

/** Whether the text begins like JSON or markup, or has more operators than prose has. */
function isCodeOrData(text: string): boolean {
  const start = text.trimStart();
  if (codeStart.test(start)) return true;
  const prose = text.replaceAll(/\{\{[^{}]*\}\}/g, '');
  const operators = prose.match(/[{}<>=;|\\]/g)?.length ?? 0;
  return operators > prose.length * 0.02;
}

const pictureWords = new Set(
  `photo photos photograph photographic photorealistic photography portrait image images
  picture painting illustration wallpaper logo icon cinematic lighting camera lens bokeh selfie
  infographic midjourney video render rendered 4k 8k`.split(/\s+/),
);

const conversation = new RegExp(
  String.raw`\b(?:${[
    'act as|acts as|acting as|pretend|role-?play|simulat(?:e|or)|chatbot|conversation|from now on',
    String.raw`i(?: will|'ll) (?:type|provide|give|tell|write|ask|speak|send|paste|input)|my first`,
  ].join('|')})\b`,
);
