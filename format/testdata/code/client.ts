// A client for the shop's API.
export interface Credentials { user: string; password: string; token?: string }

const pattern = /^["'`][^"']+["'`]$/;

export async function login({ user, password }: Credentials): Promise<string> {
  const body = JSON.stringify({ user, password });
  const r = await fetch(`https://api.example.com/login?u=${encodeURIComponent(user)}`, { method: "POST", body });
  if (!r.ok) throw new Error(`ask ann.roe@example.com: ${r.status} ${pattern.test(user) ? "it's quoted" : ''}`);
  return (await r.json()).token;
}

export const sample = '{"user": "bo", "mail": "bo@example.com", "note": "it\'s \\"fine\\""}';
