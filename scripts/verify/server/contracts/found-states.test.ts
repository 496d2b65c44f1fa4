import { expect, test } from 'vitest';
import type { HttpRequest } from '../../../http/exchange.ts';
import type { ResponseParts } from '../../../http/test/messages.ts';
import { withoutWorkflows } from '../../../requirements/test/without-workflows.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { notKeptBy } from '../../test/not-kept.ts';

const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const alert = '{ $ref: "#/components/schemas/Alert" }';
const missing = "'404': { description: '' }";
const own = 'parameters: [{ name: id, in: path, required: true, schema: { type: string } }]';
const all = `responses: { '200': { description: '', ${json(`{ type: array, items: ${alert} }`)} } }`;

/** Alerts that nothing makes: each can be acknowledged. */
const description = descriptionOf(
  `
/alerts: { get: { operationId: listAlerts, ${all} } }
/alerts/{id}:
  ${own}
  get: { operationId: readAlert, responses: { '200': { description: '', ${json(alert)} }, ${missing} } }
/alerts/{id}/acknowledge:
  ${own}
  post: { operationId: acknowledge, responses: { '204': { description: '' }, ${missing} } }
`,
  `components:
  schemas:
    Alert:
      type: object
      required: [id, status]
      properties: { id: { type: string }, status: { enum: [open, acknowledged, resolved] } }
`,
);

/** A server of alerts in these states, and what it makes of one that is acknowledged. */
function server(states: readonly string[], acknowledged: (status: string) => string) {
  const alerts = states.map((status, index) => ({ id: `a${index}`, status }));
  const respond = ({ target, method }: HttpRequest): ResponseParts => {
    const [, top, id, action] = (target.split('?')[0] ?? '').split('/');
    if (top !== 'alerts' || (action !== undefined && action !== 'acknowledge')) return { status: 404 };
    const allowed = action === undefined ? 'GET' : 'POST';
    if (method !== allowed) return { status: 405, headers: { Allow: allowed } };
    if (id === undefined) return { body: alerts };
    const found = alerts.find((known) => known.id === id);
    if (found === undefined) return { status: 404 };
    if (action === undefined) return { body: found };
    found.status = acknowledged(found.status);
    return { status: 204 };
  };
  return { respond };
}

const open = Array.from({ length: 9 }, () => 'open');
const ofOpen = (status: string) => (status === 'open' ? 'acknowledged' : status);

test.each<[what: string, states: readonly string[], acknowledged: (status: string) => string, reported: string[]]>([
  ['that does it', open, ofOpen, []],
  ['that does nothing', open, (status) => status, ['acknowledge.reaches.acknowledged']],
  ['that leaves what is done already', ['open', 'acknowledged', 'resolved', 'resolved'], ofOpen, []],
])('a server %s', async (_, states, acknowledged, reported) =>
  expect(await notKeptBy(server(states, acknowledged), withoutWorkflows(description), 'key', 1, false)).toEqual(
    reported,
  ),
);
