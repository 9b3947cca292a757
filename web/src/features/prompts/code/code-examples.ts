import { programsPath } from '#contract/routes.ts';

export const codeLanguages = [
  { value: 'curl', label: 'curl' },
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
] as const;

export type CodeLanguage = (typeof codeLanguages)[number]['value'];

/** The environment variable that has the access token. */
export const tokenVariable = 'CUEBOOK_TOKEN';

interface CodeRequest {
  readonly origin: string;
  /** The prompt's name, with its label if it has one. */
  readonly reference: string;
  /** The values of its variables; empty for a prompt without any. */
  readonly values: Readonly<Record<string, string>>;
}

/** Returns a program that reads a prompt and prints it: the JSON with curl, else the text. */
export function codeExample(language: CodeLanguage, request: CodeRequest): string {
  const { origin, reference, values } = request;
  const hasVariables = Object.keys(values).length > 0;
  const path = `${origin}${programsPath}/prompts/${reference}`;
  const url = hasVariables ? `${path}/fill` : path;
  return writers[language](url, hasVariables ? values : null);
}

type Write = (url: string, values: Readonly<Record<string, string>> | null) => string;

const writers: Readonly<Record<CodeLanguage, Write>> = {
  curl: (url, values) =>
    [
      `curl -sS "${url}"`,
      `-H "Authorization: Bearer $${tokenVariable}"`,
      ...(values === null
        ? []
        : [`-H "Content-Type: application/json"`, `-d ${quoteForShell(bodyOf(values))}`]),
    ].join(' \\\n  '),

  typescript: (url, values) => {
    const authorization = `Authorization: \`Bearer \${process.env.${tokenVariable}}\``;
    const options =
      values === null
        ? [`  headers: { ${authorization} },`]
        : [
            "  method: 'POST',",
            '  headers: {',
            `    ${authorization},`,
            "    'Content-Type': 'application/json',",
            '  },',
            `  body: JSON.stringify(${bodyOf(values)}),`,
          ];
    return [
      `const response = await fetch('${url}', {`,
      ...options,
      '});',
      'if (!response.ok) throw new Error(await response.text());',
      'const { text } = (await response.json()) as { text: string };',
      'console.log(text);',
    ].join('\n');
  },

  python: (url, values) => {
    const authorization = `"Authorization": f"Bearer {os.environ['${tokenVariable}']}"`;
    const options =
      values === null
        ? [`    headers={${authorization}},`]
        : [
            // Texts in JSON are texts in Python.
            `    data=json.dumps(${bodyOf(values)}).encode(),`,
            '    headers={',
            `        ${authorization},`,
            '        "Content-Type": "application/json",',
            '    },',
          ];
    return [
      'import json',
      'import os',
      'import urllib.request',
      '',
      'request = urllib.request.Request(',
      `    "${url}",`,
      ...options,
      ')',
      'with urllib.request.urlopen(request) as response:',
      '    print(json.load(response)["text"])',
    ].join('\n');
  },
};

function bodyOf(values: Readonly<Record<string, string>>): string {
  return JSON.stringify({ variables: values });
}

function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
