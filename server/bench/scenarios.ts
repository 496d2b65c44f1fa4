/** One request that is sent again and again. */
export interface Scenario {
  name: string;
  method: 'GET' | 'POST';
  /** Path and query, behind the address of the server. */
  target: string;
  body?: object;
  hasKey: boolean;
  status: number;
}

/** Identifiers have as many digits from the first animal to the last that a bench creates. */
export const firstId = 1_000_000;

export const animalsPath = '/v1/pets';

const get = { method: 'GET', hasKey: true, status: 200 } as const;
const post = { method: 'POST', target: animalsPath, hasKey: true } as const;

export const listScenarios: readonly Scenario[] = [
  { ...get, name: 'list 20', target: animalsPath },
  { ...get, name: 'list 100 by status', target: `${animalsPath}?status=available&limit=100` },
];

export const createScenario: Scenario = {
  ...post,
  name: 'create',
  body: { name: 'Bruno', categoryId: 3, status: 'available' },
  status: 201,
};

export const scenarios: readonly Scenario[] = [
  ...listScenarios,
  { ...get, name: 'get one', target: `${animalsPath}/${firstId}` },
  { ...post, name: 'invalid body', body: { name: 'Bruno' }, status: 400 },
  { ...get, name: 'no key', target: animalsPath, hasKey: false, status: 401 },
  createScenario,
];

/** The bytes of the request on a connection that is kept alive. */
export function requestText({ method, target, body, hasKey }: Scenario, key: string): string {
  const content = body === undefined ? '' : JSON.stringify(body);
  return [
    `${method} ${target} HTTP/1.1`,
    'Host: localhost',
    ...(hasKey ? [`Authorization: Bearer ${key}`] : []),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(content)}`]),
    '',
    content,
  ].join('\r\n');
}
