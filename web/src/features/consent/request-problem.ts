const problems: Readonly<Record<string, string>> = {
  'unknown-client':
    "We don't know the app that sent you here, or couldn't read what it says about itself. Remove the connection in the app, then add it again.",
  'redirect-uri':
    'The app wants to receive access at an address that it has not registered. That may be an attempt to steal access, so nothing was sent. Start again from the app itself, not from a link.',
  'invalid-request':
    "The app's request is incomplete or asks for something that doesn't exist here. Tell its developers, or update it.",
};

/** Returns why a request of an app was refused, by the server's code. */
export function requestProblem(code: string | null): string {
  return problems[code ?? ''] ?? 'There is no request to answer. Start again from the app.';
}
