import { expect, test } from 'vitest';
import { isExactObject } from '../../../http/exact-json.ts';
import { requestOf, responseOf } from '../../../http/test/messages.ts';
import { listParametersOf } from '../../../openapi/resources/list-parameters.ts';
import { descriptionOf } from '../../../test/contracts.ts';
import { offlineContext } from '../../planning-context.ts';
import { withoutWorkflows } from '../../test/without-workflows.ts';
import { listedBy } from './list-resource.ts';
import type { Listing, ObservedList, Page } from './observed-list.ts';
import { listSearch } from './search.ts';

const book = '{ type: object, properties: { id: { type: integer }, title: { type: string } } }';
const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
const described = (text: string) =>
  descriptionOf(`
/books:
  get:
    operationId: list
    parameters: [{ name: q, in: query, description: '${text}', schema: { type: string } }]
    responses: { '200': { description: '', ${json(`{ type: array, items: ${book} }`)} } }
  post:
    operationId: add
    requestBody: { ${json(book)} }
    responses: { '201': { description: '', ${json(book)} } }`);

/** What is seen of a search that finds what has a text by these two. */
async function shownOf(text: string, has: (title: string, asked: string) => boolean) {
  const description = described(text);
  const context = offlineContext(withoutWorkflows(description));
  const [resource = expect.fail('There is no list.')] = listedBy(context.resources, { id: 'list' });
  const items = [1, 2].map((id) => ({ id, title: `word${id} ${context.values.mark}-${id}` }));
  const exchange = { request: requestOf('GET', '/books'), response: responseOf({ body: [] }) };
  const pageOf = (found: typeof items): Page => ({ answer: { ...exchange, body: found }, items: found });
  const listingOf = (found: typeof items): Listing => ({ first: pageOf(found), items: found, isComplete: true });
  const observed: ObservedList = {
    resource,
    stored: { present: [], nameless: [], removed: new Map(), fleeting: new Set(), hasRefused: false },
    isAskedForPart: false,
    page: async () => undefined,
    linked: async () => undefined,
    read: async () => ({ ...exchange, body: null }),
    isAcknowledged: () => true,
    parameters: listParametersOf(description, resource.list),
    all: listingOf(items),
    everything: async (query) => {
      const asked = String(query[0]?.[1]);
      return listingOf(items.filter((item) => isExactObject(item) && has(item.title, asked)));
    },
  };
  const shown: string[] = [];
  const reach = listSearch.server?.reach;
  if (reach?.by === 'lists')
    await reach.check(context, observed, (_subject, _answer, one) =>
      shown.push(one === 'kept' ? one : 'received' in one ? one.received : 'out of reach'),
    );
  return [...new Set(shown)];
}

const inAnyCase = (title: string, asked: string) => title.toLowerCase().includes(asked.toLowerCase());
const inThisCase = (title: string, asked: string) => title.includes(asked);

test.each<[what: string, text: string, has: typeof inAnyCase, shown: string[]]>([
  ['finds it in any case', 'A text of the title, whatever its case.', inAnyCase, ['kept']],
  ['finds it as it is', 'A text of the title, whatever its case.', inThisCase, ['kept', 'without 1', 'without 2']],
  ['may find it as it is', 'A text of the title.', inThisCase, ['kept']],
])('a search that %s', async (_, text, has, shown) => expect(await shownOf(text, has)).toEqual(shown));
