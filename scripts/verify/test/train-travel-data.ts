import { randomUUID } from 'node:crypto';
import type { Exact } from '../../http/exact-json.ts';

const [berlin, paris] = ['efdbb9d1-02c2-4bc3-afb7-6788d8782b1e', 'b2e783e1-c824-4d63-b37a-d8d698862f1d'];
export const stations = Array.from({ length: 24 }, (_, number) => {
  const isGerman = number % 2 === 0;
  return {
    id: [berlin, paris][number] ?? randomUUID(),
    name: isGerman ? `Berlin ${number}` : `Paris ${number}`,
    address: isGerman ? `Invalidenstraße ${number}, Germany` : `${number} Rue de Dunkerque, France`,
    country_code: isGerman ? 'DE' : 'FR',
    timezone: isGerman ? 'Europe/Berlin' : 'Europe/Paris',
  };
});
export const trips = Array.from({ length: 12 }, (_, number) => ({
  id: randomUUID(),
  origin: berlin,
  destination: paris,
  departure_time: `2024-02-01T${10 + number}:00:00Z`,
  arrival_time: `2024-02-02T${10 + number}:00:00Z`,
  operator: 'Deutsche Bahn',
  price: 50.5,
  bicycles_allowed: number % 2 === 0,
  dogs_allowed: number % 3 === 0,
}));

/** What the fields of an object must be. */
export type Checks = Readonly<Record<string, (value: Exact) => boolean>>;
export const isText = (value: unknown): value is string => typeof value === 'string';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
export const isNumber = (value: Exact): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';
const isInt64 = (value: Exact): boolean =>
  isNumber(value) && Number.isInteger(Number(value)) && value >= -(2n ** 63n) && value < 2n ** 63n;
export const isUuid = (value: unknown): value is string =>
  isText(value) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
export const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text) && !Number.isNaN(Date.parse(text));
const isOneOf =
  (...texts: string[]) =>
  (value: unknown): boolean =>
    isText(value) && texts.includes(value);

export const bookingChecks: Checks = { trip_id: isUuid, passenger_name: isText, has_bicycle: isFlag, has_dog: isFlag };
export const cardChecks: Checks = {
  object: isOneOf('card'),
  name: isText,
  number: isText,
  cvc: (value) => isText(value) && /^.{3,4}$/su.test(value),
  exp_month: isInt64,
  exp_year: isInt64,
  address_line1: isText,
  address_line2: isText,
  address_city: isText,
  address_country: isText,
  address_post_code: isText,
};
export const bankChecks: Checks = {
  object: isOneOf('bank_account'),
  name: isText,
  number: isText,
  sort_code: isText,
  account_type: isOneOf('individual', 'company'),
  bank_name: isText,
  country: isText,
};
export const cardFields = ['name', 'number', 'cvc', 'exp_month', 'exp_year', 'address_country'];
export const bankFields = ['name', 'number', 'account_type', 'bank_name', 'country'];
export const isCurrency = isOneOf('bam', 'bgn', 'chf', 'eur', 'gbp', 'nok', 'sek', 'try');
