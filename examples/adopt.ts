import { createClient } from 'animal-adoption-contract/client';

/** What a page or a program needs to know. */
export interface Access {
  baseUrl: string;
  apiKey: string;
  /** A key of the smallest plan. */
  limitedKey: string;
}

/** Lists, creates, is refused, meets a 429 and goes on. `report` gets a line after each. */
export async function adopt({ baseUrl, apiKey, limitedKey }: Access, report: (line: string) => void): Promise<void> {
  const client = createClient({ baseUrl, apiKey });

  const listed = await client.GET('/pets', { params: { query: { status: 'available', limit: 5 } } });
  if (listed.error) throw new Error(listed.error.message);
  report(`listed: ${listed.data.length}`);

  const created = await client.POST('/pets', { body: { name: 'Bruno', categoryId: 3, status: 'available' } });
  if (created.error) throw new Error(created.error.message);
  report(`created: ${created.data.name}`);

  const refused = await client.GET('/pets', { params: { query: { limit: 1000 } } });
  report(`refused: ${refused.error?.status}`);

  // Another client spends the minute, so that this one meets a 429. It waits as long as the server says, and goes on.
  const statuses: number[] = [];
  const hasty = createClient({ baseUrl, apiKey: limitedKey });
  const patient = createClient({
    baseUrl,
    apiKey: limitedKey,
    fetch: async (request) => {
      const response = await fetch(request);
      statuses.push(response.status);
      return response;
    },
  });
  for (let remaining = 1; remaining > 0; ) {
    const { response } = await hasty.GET('/pets');
    remaining = Number(response.headers.get('X-RateLimit-Remaining'));
  }
  const { error } = await patient.GET('/pets');
  if (error) throw new Error(error.message);
  report(`went on: ${statuses.join(', then ')}`);
}
