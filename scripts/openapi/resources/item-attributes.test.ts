import { expect, test } from 'vitest';
import { contractOf } from '../../test/contracts.ts';
import { propertyPlace } from './item-attributes.ts';

const tags = '{ type: array, items: { type: string } }';

test.each<[where: string, properties: string, segments: string[] | undefined]>([
  ['in the body itself', `tags: ${tags}, about: { properties: { tags: ${tags} } }`, ['tags']],
  [
    'among attributes',
    `data: { properties: { attributes: { properties: { tags: ${tags} } } } }`,
    ['data', 'attributes', 'tags'],
  ],
  ['in one other part', `image: { format: binary }, about: { properties: { tags: ${tags} } }`, ['about', 'tags']],
  ['in two parts', `about: { properties: { tags: ${tags} } }, of: { properties: { tags: ${tags} } }`, undefined],
  ['nowhere', 'image: { format: binary }', undefined],
])('a property is found %s', (_, properties, segments) => {
  const contract = contractOf(`openapi: 3.1.0
info: { title: Photos, version: '1' }
paths: {}
components: { schemas: { Body: { properties: { ${properties} } } } }
`);
  expect(propertyPlace(contract, '/components/schemas/Body', 'tags')?.segments).toEqual(segments);
});
