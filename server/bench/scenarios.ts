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

const path = '/v1/pets';

export const scenarios: readonly Scenario[] = [
  { name: 'list 20', method: 'GET', target: path, hasKey: true, status: 200 },
  {
    name: 'list 100 by status',
    method: 'GET',
    target: `${path}?status=available&limit=100`,
    hasKey: true,
    status: 200,
  },
  { name: 'get one', method: 'GET', target: `${path}/${firstId}`, hasKey: true, status: 200 },
  { name: 'invalid body', method: 'POST', target: path, body: { name: 'Bruno' }, hasKey: true, status: 400 },
  { name: 'no key', method: 'GET', target: path, hasKey: false, status: 401 },
  {
    name: 'create',
    method: 'POST',
    target: path,
    body: { name: 'Bruno', categoryId: 3, status: 'available' },
    hasKey: true,
    status: 201,
  },
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
