/** Names of the machine itself in an address. */
export const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];
