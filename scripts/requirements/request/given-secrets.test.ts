import { expect, test } from 'vitest';
import { resourcesOf } from '../../openapi/resources/resources.ts';
import { descriptionOf, operationIn } from '../../test/contracts.ts';
import { unknownAccount, unknownSecret, whySecretRefused } from './given-secrets.ts';
import { wrongPassword } from './logins.ts';

/** Why a POST with these properties to a path may be refused, beside an account that anybody makes. */
function whyAt(path: string, ...names: string[]): string | undefined {
  const body = (own: readonly string[]) => {
    const properties = own.map((name) => `${name}: { type: string }`).join(', ');
    const schema = `{ type: object, required: [${own.join(', ')}], properties: { ${properties} } }`;
    return own.length === 0 ? '' : `requestBody: { content: { application/json: { schema: ${schema} } } },`;
  };
  const post = (id: string, own: readonly string[]) =>
    `post: { operationId: ${id}, ${body(own)} responses: { '200': { description: '' } } }`;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(
    ([, name]) => `{ name: ${name}, in: path, required: true, schema: { type: string } }`,
  );
  const description = descriptionOf(`
/sign-up: { ${post('signUp', ['email', 'password'])} }
/login: { ${post('logIn', ['email', 'password'])} }
${path}:
  parameters: [${inPath.join(', ')}]
  ${post('ask', names)}`);
  return whySecretRefused({ description, resources: resourcesOf(description) }, operationIn(description, 'ask'));
}

test.each<[path: string, names: string[], why: string | undefined]>([
  ['/enter', ['email', 'password'], wrongPassword],
  ['/password', ['old_password', 'new_password'], unknownSecret],
  ['/password', ['currentPassword', 'newPassword'], unknownSecret],
  ['/session', ['refresh_token'], unknownSecret],
  ['/reset', ['token', 'newPassword'], unknownSecret],
  ['/accounts/verify', ['code'], unknownSecret],
  ['/second-factor', ['otp'], unknownSecret],
  ['/reset-password/{token}', ['secret'], unknownSecret],
  ['/mail/{verificationToken}', [], unknownSecret],
  ['/devices', ['token'], undefined],
  ['/coupons', ['code'], undefined],
  ['/pages', ['new_password'], undefined],
  ['/projects/{id}/members', ['email', 'role'], unknownAccount],
  ['/projects/{id}/contacts', ['email', 'role'], undefined],
  ['/members', ['email', 'role'], undefined],
])('%s with %j', (path, names, why) => expect(whyAt(path, ...names)).toBe(why));
