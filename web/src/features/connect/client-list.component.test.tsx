import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { backend, json } from '#web/testing/fake-backend.ts';
import { renderScreen } from '#web/testing/render-screen.tsx';
import { session } from '#web/testing/session.ts';
import { ClientList } from './client-list.tsx';

const group = '00000000-0000-4000-8000-0000000000c1';
const writeText = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  writeText.mockReset().mockResolvedValue();
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
  backend.on('GET', '/rest/v1/groups', () =>
    json([
      { id: group, name: 'Work', description: null, created_at: '', updated_at: '', prompts: [] },
    ]),
  );
});

const copy = (name: string) => page.getByRole('button', { name: `Copy for ${name}` }).click();

describe('ClientList', () => {
  it('copies the line of a program with the address of this installation', async () => {
    await renderScreen(<ClientList userId={session.user.id} />);
    await copy('Claude Code');
    expect(writeText).toHaveBeenLastCalledWith(
      `claude mcp add --transport http --scope user cuebook ${location.origin}/mcp`,
    );
    await copy('VS Code');
    expect(writeText).toHaveBeenLastCalledWith(
      `code --add-mcp "{\\"name\\":\\"cuebook\\",\\"type\\":\\"http\\",\\"url\\":\\"${location.origin}/mcp\\"}"`,
    );
    await copy('Cursor');
    expect(writeText).toHaveBeenLastCalledWith(
      `{"mcpServers":{"cuebook":{"url":"${location.origin}/mcp"}}}`,
    );
    await copy('Windsurf');
    expect(writeText).toHaveBeenLastCalledWith(
      `{"mcpServers":{"cuebook":{"serverUrl":"${location.origin}/mcp"}}}`,
    );
    await copy('Your terminal');
    expect(writeText).toHaveBeenLastCalledWith(
      `npx ${location.origin}/cuebook.tgz login ${location.origin}`,
    );
  });

  it('fills each line of a command with a word that is longer than a line', async () => {
    await page.viewport(360, 740);
    await renderScreen(<ClientList userId={session.user.id} />);
    const word = page.getByText(/^"\{\\"name/);
    const lines = document.createRange();
    lines.selectNodeContents(word.element());
    const [first] = lines.getClientRects();
    expect(first?.width).toBeGreaterThan(word.element().clientWidth * 0.8);
  });

  it('puts a chosen group into each line', async () => {
    await renderScreen(<ClientList userId={session.user.id} />);
    await page.getByLabelText('Prompts to list').selectOptions('Work');
    await copy('Others');
    expect(writeText).toHaveBeenLastCalledWith(`${location.origin}/mcp?list=group:${group}`);
    await copy('Claude Code');
    expect(writeText).toHaveBeenLastCalledWith(
      `claude mcp add --transport http --scope user cuebook "${location.origin}/mcp?list=group:${group}"`,
    );
    await copy('Zed');
    expect(writeText).toHaveBeenLastCalledWith(
      `"cuebook": {"url":"${location.origin}/mcp?list=group:${group}&arguments=none"}`,
    );
  });
});
