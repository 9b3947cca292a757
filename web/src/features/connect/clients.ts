import { cliPath } from '#contract/routes.ts';

/** A program that can use the library, and the line that connects it. */
export interface Client {
  readonly name: string;
  /** Tells the person what to do with the line. */
  readonly where: string;
  readonly line: string;
  /** A fact that the person needs besides. */
  readonly note?: string;
}

const reachable = 'It connects from the internet, so this address must be public.';

/** Returns the programs that can connect to an address, the most common ones first. */
export function clientsFor(url: string): Client[] {
  const { origin } = new URL(url);
  const json = (value: unknown) => JSON.stringify(value);
  // A shell reads ? as a pattern.
  const quoted = url.includes('?') ? json(url) : url;
  return [
    {
      name: 'Claude Code',
      where: 'Run in a terminal, then open /mcp in Claude Code to sign in.',
      line: `claude mcp add --transport http --scope user cuebook ${quoted}`,
      note: 'Your prompts become commands: type / and a name.',
    },
    {
      name: 'Claude Desktop and claude.ai',
      where: 'Paste in Settings → Connectors → Add custom connector.',
      line: url,
      note: reachable,
    },
    {
      name: 'Cursor',
      where: 'Save as ~/.cursor/mcp.json, or add it there.',
      line: json({ mcpServers: { cuebook: { url } } }),
    },
    {
      name: 'VS Code',
      where: 'Run in a terminal.',
      line: `code --add-mcp ${json(json({ name: 'cuebook', type: 'http', url }))}`,
    },
    {
      name: 'ChatGPT',
      where: 'Paste in Settings → Apps & Connectors → Create, in developer mode.',
      line: url,
      note: reachable,
    },
    {
      name: 'Codex',
      where: 'Run in a terminal, then run codex mcp login cuebook.',
      line: `codex mcp add cuebook --url ${quoted}`,
    },
    {
      name: 'Gemini CLI',
      where: 'Run in a terminal, then type /mcp auth cuebook in Gemini CLI to sign in.',
      line: `gemini mcp add --transport http --scope user cuebook ${quoted}`,
    },
    {
      name: 'Windsurf',
      where: 'Save as ~/.codeium/windsurf/mcp_config.json, or add it there.',
      line: json({ mcpServers: { cuebook: { serverUrl: url } } }),
    },
    {
      name: 'Zed',
      where: 'Add to settings.json, under context_servers.',
      line: `"cuebook": ${json({ url: withoutArguments(url) })}`,
      note: 'Zed shows only prompts with one argument at most, so these come without any.',
    },
    {
      name: 'Your terminal',
      where: 'Signs in by the browser. Then list, get, pull and push in place of login.',
      line: `npx ${origin}${cliPath} login ${origin}`,
      note: 'The command line needs Node 20. It keeps prompts as files, too, in a repository or for other tools.',
    },
    {
      name: 'Others',
      where: 'Any client of the Model Context Protocol over HTTP takes this address.',
      line: url,
    },
  ];
}

function withoutArguments(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}arguments=none`;
}
