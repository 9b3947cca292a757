import {
  type CallToolResult,
  type EmbeddedResource,
  fromJsonSchema,
  type ImageContent,
  McpServer,
  ResourceTemplate,
} from '@modelcontextprotocol/server';

/** A picture of one pixel. */
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=';

const image: ImageContent = { type: 'image', data: png, mimeType: 'image/png' };
const embedded = (
  uri: string,
  mimeType = 'text/plain',
  text = 'Embedded text',
): EmbeddedResource => ({
  type: 'resource',
  resource: { uri, mimeType, text },
});

const contents: Readonly<Record<string, CallToolResult['content']>> = {
  test_simple_text: [{ type: 'text', text: 'This is a simple text response for testing.' }],
  test_image_content: [image],
  test_audio_content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }],
  test_embedded_resource: [embedded('test://embedded-resource')],
  test_multiple_content_types: [
    { type: 'text', text: 'Several types' },
    image,
    embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
};

/**
 * Creates a server with the tools, prompts and resources that the conformance suite calls.
 * `changePrompts` is called when a client asks for a change of the list.
 */
export function createFixtureServer(changePrompts: () => void): McpServer {
  const server = new McpServer(
    { name: 'fixtures', version: '1.0.0' },
    {
      capabilities: {
        prompts: { listChanged: true },
        resources: { subscribe: true },
        completions: {},
        logging: {},
      },
    },
  );
  for (const [name, content] of Object.entries(contents)) {
    server.registerTool(name, { description: name }, () => ({ content }));
  }
  server.registerTool('test_error_handling', { description: 'Fails' }, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Reports progress' },
    async (ctx) => {
      const progressToken = ctx.mcpReq._meta?.progressToken ?? 0;
      for (const progress of [0, 50, 100]) {
        await ctx.mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 100 },
        });
      }
      return { content: [{ type: 'text', text: 'done' }] };
    },
  );
  server.registerTool('test_tool_with_logging', { description: 'Logs' }, async (ctx) => {
    for (const data of ['started', 'processing', 'completed']) {
      await ctx.mcpReq.notify({ method: 'notifications/message', params: { level: 'info', data } });
    }
    return { content: [{ type: 'text', text: 'done' }] };
  });

  server.registerTool('test_logging_tool', { description: 'Logs if asked' }, async (ctx) => {
    await ctx.mcpReq.log('info', 'started');
    return { content: [{ type: 'text', text: 'done' }] };
  });
  server.registerTool('test_trigger_prompt_change', { description: 'Changes prompts' }, () => {
    changePrompts();
    return { content: [{ type: 'text', text: 'done' }] };
  });

  const text = (uri: URL, value: string) => ({
    contents: [{ uri: uri.href, mimeType: 'text/plain', text: value }],
  });
  server.registerResource('static-text', 'test://static-text', { mimeType: 'text/plain' }, (uri) =>
    text(uri, 'This is the content of the static text resource.'),
  );
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { mimeType: 'image/png' },
    (uri) => ({
      contents: [{ uri: uri.href, mimeType: 'image/png', blob: png }],
    }),
  );
  server.registerResource('watched', 'test://watched-resource', { mimeType: 'text/plain' }, (uri) =>
    text(uri, 'Watched'),
  );
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { mimeType: 'application/json' },
    (uri, { id }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true }),
        },
      ],
    }),
  );
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['paris'] },
  }));

  const user = (content: EmbeddedResource | ImageContent | { type: 'text'; text: string }) => ({
    role: 'user' as const,
    content,
  });
  const strings = (...names: string[]) =>
    fromJsonSchema<Record<string, string>>({
      type: 'object',
      properties: Object.fromEntries(
        names.map((name) => [name, { type: 'string', description: name }]),
      ),
      required: names,
    });
  server.registerPrompt('test_simple_prompt', { description: 'Simple' }, () => ({
    messages: [user({ type: 'text', text: 'This is a simple prompt for testing.' })],
  }));
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'With arguments', argsSchema: strings('arg1', 'arg2') },
    ({ arg1, arg2 }) => ({
      messages: [
        user({ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` }),
      ],
    }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'With a resource', argsSchema: strings('resourceUri') },
    ({ resourceUri = '' }) => ({
      messages: [user(embedded(resourceUri)), user({ type: 'text', text: 'Please process it.' })],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'With an image' }, () => ({
    messages: [user(image), user({ type: 'text', text: 'Please analyse it.' })],
  }));
  return server;
}
