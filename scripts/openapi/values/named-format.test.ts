import { expect, test } from 'vitest';
import { contractWith } from '../../test/contracts.ts';
import { viewSchema } from '../schemas/schema-view.ts';
import { formatOf } from './named-format.ts';
import { ValueSource } from './values.ts';

const contract = (schema: string, name: string) => contractWith(`It: { properties: { ${name}: ${schema} } }`);
const pointer = (name: string) => `/components/schemas/It/properties/${name}`;

test.each(['email', 'emailAddress', 'contact_email', 'E-Mail', 'userEmail', 'email_address'])(
  'a text that is called %s is an address, also where no format says so',
  (name) => {
    const values = new ValueSource(contract('{ type: string }', name), 7);
    expect(values.valueAt(pointer(name), 'all')).toMatch(/^[^\s@]+@example\.com$/);
  },
);

test.each(['url', 'imageUrl', 'callback_url', 'avatarURL', 'redirect-uri'])(
  'a text that is called %s is a URL, also where no format says so',
  (name) => {
    const values = new ValueSource(contract('{ type: string }', name), 7);
    expect(values.valueAt(pointer(name), 'all')).toMatch(/^https:\/\/example\.com\/\S+$/);
  },
);

test.each<[name: string, schema: string, format: string | undefined]>([
  ['email', '{ type: string, maxLength: 100 }', 'email'],
  ['email', '{ type: string, format: idn-email }', 'idn-email'],
  ['email', '{ type: string, pattern: "^a+$" }', undefined],
  ['email', '{ type: string, maxLength: 10 }', undefined],
  ['email', '{ enum: [work, home] }', undefined],
  ['email', '{ type: boolean }', undefined],
  ['emailSubject', '{ type: string }', undefined],
  ['name', '{ type: string }', undefined],
  ['url', '{ type: string, example: https://example.org/a }', 'uri'],
  ['url', '{ type: string, example: /pictures/1.png }', undefined],
  ['homepage', '{ type: string, example: https://example.org/a }', 'uri'],
  ['startsOn', "{ type: string, example: '2024-02-01' }", 'date'],
  ['startsOn', "{ type: string, examples: ['2024-02-01', soon] }", undefined],
  ['seenAt', "{ type: string, example: '2024-02-01T10:00:00Z' }", 'date-time'],
  ['device', '{ type: string, example: 0b9c7a34-5d3e-4f6a-8b21-9e0d4c5b6a78 }', 'uuid'],
  ['phoneNumber', '{ type: string }', 'phone'],
  ['phoneNumber', '{ type: string, maxLength: 8 }', undefined],
  ['phone', '{ type: string, example: call me }', undefined],
  ['currency', '{ type: string, minLength: 3, maxLength: 3 }', 'currency'],
  ['curl', '{ type: string }', undefined],
  ['urls', '{ type: string }', undefined],
])('the format of %s: %s', (name, schema, format) =>
  expect(formatOf(viewSchema(contract(schema, name), pointer(name)))).toBe(format),
);
