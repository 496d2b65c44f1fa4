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

test.each<[name: string, schema: string, length: number]>([
  ['password', '{ type: string }', 12],
  ['newPassword', '{ type: string, minLength: 40 }', 40],
  ['pass_phrase', '{ type: string, minLength: 8, maxLength: 8 }', 8],
  ['secret', '{ type: string, format: password }', 12],
])('%s as %s is what most servers take for a password', (name, schema, length) => {
  const text = new ValueSource(contract(schema, name), 7).valueAt(pointer(name), 'all');
  expect(text).toHaveLength(length);
  expect([/[a-z]/, /[A-Z]/, /\d/, /[^\w\s]/].filter((part) => !part.test(String(text)))).toEqual([]);
});

test.each<[name: string, schema: string, format: string | undefined]>([
  ['email', '{ type: string, maxLength: 100 }', 'email'],
  ['hasPassword', '{ type: boolean }', undefined],
  ['password', '{ type: string, pattern: "^[0-9]{4}$" }', undefined],
  ['email', '{ type: string, format: idn-email }', 'idn-email'],
  ['email', '{ type: string, pattern: "^a+$" }', undefined],
  ['email', '{ type: string, maxLength: 10 }', undefined],
  ['email', '{ enum: [work, home] }', undefined],
  ['email', '{ type: boolean }', undefined],
  ['senderEmail', '{ type: string, description: The name of the sender (without `@` or domain). }', 'word'],
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
  [
    'validSince',
    '{ type: [string, "null"], description: The date (in ISO-8601 format) from which it holds }',
    'date-time',
  ],
  ['until', "{ type: string, description: 'RFC 3339 timestamp.' }", 'date-time'],
  ['day', '{ type: string, maxLength: 10, description: Day of arrival as YYYY-MM-DD }', 'date'],
  ['start', '{ type: string, description: "Start, YYYY-MM-DDTHH:MM:SSZ" }', undefined],
  ['start', '{ type: string, description: "ISO 8601 date-time, as YYYY-MM-DDTHH:MM:SSZ" }', 'date-time'],
  ['length', '{ type: string, description: An ISO 8601 duration of time }', undefined],
  ['validSince', '{ type: string, description: A date in ISO 8601, example: soon }', undefined],
  ['redirect', '{ type: string, description: URL to redirect to when nothing is there }', 'uri'],
  ['avatar', '{ type: string, description: The public URL of a picture. }', 'uri'],
  ['name', '{ type: string, description: URL-friendly name }', undefined],
  ['name', '{ type: string, description: The URL path of the page }', undefined],
  ['name', '{ type: string, description: A name that is no URL }', undefined],
  ['contact', '{ type: string, description: Email address of who answers }', 'email'],
  ['subject', '{ type: string, description: Email subject }', undefined],
  ['domain', '{ type: string }', 'hostname'],
  ['custom_domain', '{ type: string }', 'hostname'],
  ['domainName', '{ type: string }', 'hostname'],
  ['domain', '{ type: string, maxLength: 20 }', undefined],
  ['domain', '{ type: string, example: maths }', undefined],
  ['host', '{ type: string }', undefined],
  ['customSlug', '{ type: string }', 'word'],
  ['article_slug', '{ type: string }', 'word'],
  ['urls', '{ type: string }', undefined],
])('the format of %s: %s', (name, schema, format) =>
  expect(formatOf(viewSchema(contract(schema, name), pointer(name)))).toBe(format),
);
