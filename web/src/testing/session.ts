const claims = { sub: '00000000-0000-4000-8000-000000000001', aal: 'aal1', role: 'authenticated' };
const encode = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '');

/** The session of Mary, who is signed in in every component test. */
export const session = {
  access_token: `${encode({ alg: 'ES256', typ: 'JWT' })}.${encode(claims)}.c2lnbmF0dXJl`,
  refresh_token: 'refresh',
  token_type: 'bearer',
  expires_in: 3_600,
  expires_at: 4_102_444_800,
  user: {
    id: claims.sub,
    email: 'mary@cuebook.example',
    aud: 'authenticated',
    role: 'authenticated',
    created_at: '2026-01-01T00:00:00Z',
    app_metadata: {},
    user_metadata: { full_name: 'Mary' },
  },
};
