/** Adds people who sign up to a contact list. Copy it to DATA_DIR/functions/contact-sync.ts. */

// Somebody who has just signed up has no token yet.
export const verify_jwt = false;

const maxLength = 2_000;

/** Passes `{email, name, sourceApp}` on, with a key that the page must not know. */
export default async function addContact(request: Request): Promise<Response> {
  const contact = await request.text();
  if (contact.length > maxLength) return new Response('Too long', { status: 413 });
  // Both variables are in DATA_DIR/functions/.env.
  const { CONTACT_LIST_URL = '', CONTACT_LIST_KEY = '' } = process.env;
  const response = await fetch(CONTACT_LIST_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${CONTACT_LIST_KEY}` },
    body: contact,
  });
  console.log(`The contact list answered ${response.status}.`);
  return Response.json({ added: response.ok }, { status: response.ok ? 200 : 502 });
}
