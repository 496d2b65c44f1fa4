import { describe, expect, test } from 'vitest';
import type { Finding } from '../report/check-verdict.ts';
import { Edits } from './edits.ts';

const released = `paths:
  /lamps:
    get:
      operationId: listLamps
      parameters:
        - name: colour
          in: query
      x-replacement:
        parameter: colour
components:
  schemas:
    Lamp:
      properties:
        colour:
          type: string
        label:
          $ref: '#/components/schemas/Label'
    Label:
      description: What stands on a lamp.
      maxLength: 20
`;

/** Where a finding at a line, or in the code, is led by an edit of the document: to a line and column, or nowhere. */
function ledBy(
  from: string,
  to: string,
  { message, line, side = 'spec' }: { message: string; line?: number; side?: string },
) {
  expect(released).toContain(from);
  const edits = new Edits('spec.yaml', released, released.replaceAll(from, to));
  const location = { file: line === undefined ? 'server/a.ts' : 'spec.yaml', line: line ?? 1, column: 1 };
  const finding: Finding = { location, side, message };
  const led = edits.attributed(finding);
  if (led === finding) return undefined;
  expect(led).toMatchObject({ isConsequence: true });
  return [led.location.line, led.location.column, led.detail];
}

describe('what follows from an edit elsewhere is led to it', () => {
  test.each<[what: string, from: string, to: string, Parameters<typeof ledBy>[2], led: unknown[] | undefined]>([
    [
      'that names what is new',
      'name: colour',
      'name: color',
      { message: 'Name one that it has (limit, color).', line: 9 },
      [6, 11, '`colour` became `color`; spec.yaml:9:1'],
    ],
    [
      'that names what was replaced there',
      'name: colour',
      'name: label',
      { message: 'listLamps has no parameter colour.', line: 9 },
      [6, 11, '`colour` became `label`; spec.yaml:9:1'],
    ],
    [
      'to where a name is declared, not to a reference',
      'Label',
      'Sign',
      { message: "No exported member 'Label'.", side: 'server' },
      [18, 5, 'server/a.ts:1:1'],
    ],
    [
      'to what held what was removed',
      "        label:\n          $ref: '#/components/schemas/Label'\n",
      '',
      { message: "NOT have additional properties 'label'", line: 3, side: 'server' },
      [13, 7, 'spec.yaml:3:1'],
    ],
    [
      'to what held all that was removed, and to the nearest',
      "        label:\n          $ref: '#/components/schemas/Label'\n",
      '',
      { message: 'Component: "Label" is never used.', line: 18 },
      [13, 7, 'spec.yaml:18:1'],
    ],
    [
      'to where a component stood that was removed, and not to the section',
      '    Label:\n      description: What stands on a lamp.\n      maxLength: 20\n',
      '',
      { message: "$ref '#/components/schemas/Label' leads nowhere.", line: 5 },
      [17, 11, 'spec.yaml:5:1'],
    ],
    [
      'to where a comment took it',
      "$ref: '#/components/schemas/Label'",
      '$ref: #/components/schemas/Label',
      { message: 'Component: "Label" is never used.', line: 18 },
      [17, 11, 'spec.yaml:18:1'],
    ],
    [
      'to where it is declared, of several lines',
      'colour',
      'color',
      { message: "no property 'color'", side: 'server' },
      [14, 9, 'server/a.ts:1:1'],
    ],
    ['not where it is at an edit', 'colour', 'color', { message: 'No color.', line: 9 }, undefined],
    ['not without a name', 'name: colour', 'name: color', { message: 'It is wrong.', line: 9 }, undefined],
    [
      'not from code by a name that is elsewhere as before',
      'name: colour',
      'name: label',
      { message: "No property 'colour'.", side: 'server' },
      undefined,
    ],
    [
      'not of a side by a word that only happens to be a name',
      'name: colour',
      'name: status',
      { message: 'the status is 401', side: 'server' },
      undefined,
    ],
    [
      'not by the words of a description',
      'What stands on a lamp',
      'Letters on a lamp',
      { message: 'Letters are missing.', line: 3 },
      undefined,
    ],
  ])('%s', (_, from, to, finding, led) => {
    expect(ledBy(from, to, finding)).toEqual(led);
  });
});

describe('of one edit, beside code that has passed', () => {
  /** Where a finding in the code, or at a line, is led; the line of the edit that it follows from. */
  function led(current: string, { isCodeSame = true, file = 'server/a.ts', line = 1 } = {}) {
    const finding: Finding = { location: { file, line, column: 1 }, side: 'server', message: 'It is wrong.' };
    const { location, followsFrom } = new Edits('spec.yaml', released, current, isCodeSame).attributed(finding);
    return [location.file, location.line, followsFrom];
  }
  const typed = released.replace('type: string', 'type: integer');
  const finding: Finding = { location: { file: 'a.ts', line: 1, column: 1 }, side: 'server', message: 'Wrong.' };
  const property = '        size:\n          type: number\n';
  const demanded = released
    .replace('      properties:\n', `      required: [size]\n      properties:\n`)
    .replace('        label:\n', `${property}        label:\n`);

  test('all follows from that', () => {
    expect(led(typed)).toEqual(['spec.yaml', 15, 15]);
    expect(led(typed, { file: 'spec.yaml', line: 3 })).toEqual(['spec.yaml', 15, 15]);
    expect(led(typed, { file: 'spec.yaml', line: 15 })).toEqual(['spec.yaml', 15, 15]);
  });

  test.each(['40', "'20'"])('also of a number, and of one that becomes a text: %s', (length) => {
    expect(led(released.replace('20', length))).toEqual(['spec.yaml', 20, 20]);
  });

  test('also of lines that stand in another column', () => {
    const current = released.replace('        colour:\n          type', '      colour:\n        type');
    expect(led(current, { file: 'spec.yaml', line: 3 })).toEqual(['spec.yaml', 14, 14]);
  });

  test('what is said of the line that held what was removed stays as it is', () => {
    const current = released.replace('          type: string\n', '');
    const finding: Finding = {
      location: { file: 'spec.yaml', line: 14, column: 9 },
      side: 'spec',
      message: 'No type.',
    };
    expect(new Edits('spec.yaml', released, current, true).attributed(finding)).toEqual({
      ...finding,
      followsFrom: 14,
    });
  });

  test('also of one in several places, which bring one name', () => {
    expect(led(demanded)).toEqual(['spec.yaml', 13, 13]);
  });

  test('a version and prose are no other edits', () => {
    const current = `info:\n  version: 2.0.0\n${typed.replace('What stands', 'What is')}`;
    const before = `info:\n  version: 1.0.0\n${released}`;
    expect(new Edits('spec.yaml', before, current, true).attributed(finding)).toMatchObject({ followsFrom: 17 });
  });

  test.each([
    ['of several words', 'pattern: ^Bearer( |$)', 'pattern: ^Bearer realm="Shop"$'],
    ['of a text', "example: 'a shop'", "example: 'the shop'"],
    ['in quotes or not', 'default: 1', "default: '1'"],
  ])('also of a value, %s', (_, before, now) => {
    const attributed = new Edits('spec.yaml', `a:\n  ${before}`, `a:\n  ${now}`, true).attributed(finding);
    expect(attributed).toMatchObject({ location: { file: 'spec.yaml', line: 2 }, followsFrom: 2 });
  });

  test.each<[why: string, current: string, where?: Parameters<typeof led>[1]]>([
    ['of code that has not passed', typed, { isCodeSame: false }],
    ['without an edit', released],
    ['of two edits', typed.replace('in: query', 'in: header')],
    ['of two edits that bring names of the same kind', demanded.replace('Label:\n', 'Label:\n      title: L\n')],
    ['of a file that is generated', typed, { file: 'generated/types.ts' }],
  ])('not %s', (_, current, where) => {
    expect(led(current, where)).toEqual([where?.file ?? 'server/a.ts', 1, undefined]);
  });
});

describe('of two edits, beside code that has passed, what shows at a line follows from the nearest of them', () => {
  const shop = `paths:
  /lamps:
    parameters:
      - name: shop
        in: query
    get:
      parameters:
        - name: limit
          in: query
          maximum: 100
      responses:
        '200':
          description: Lamps.
        '400':
          $ref: '#/components/responses/Refused'
    post:
      responses:
        '201':
          description: A lamp.
components:
  responses:
    Refused:
      schema:
        $ref: '#/components/schemas/Error'
  schemas:
    Error:
      properties:
        code:
          maxLength: 20
`;
  /** The line of the edit that a finding at a line follows from; of two that shorten texts and lists. */
  function followed(line: number, edits: readonly [from: string, to: string][]) {
    for (const [from] of edits) expect(shop).toContain(from);
    const current = edits.reduce((text, [from, to]) => text.replace(from, to), shop);
    const finding: Finding = { location: { file: 'spec.yaml', line, column: 1 }, side: 'server', message: 'No.' };
    const { location, followsFrom } = new Edits('spec.yaml', shop, current, true).attributed(finding);
    return [location.line, followsFrom];
  }
  const [limit, code, common] = [
    ['maximum: 100', 'maximum: 50'],
    ['maxLength: 20', 'maxLength: 10'],
    ['in: query', 'in: header'],
  ] as const satisfies [string, string][];

  test.each<[what: string, line: number, edits: [string, string][], led: [number, number | undefined]]>([
    ['the one at the line', 10, [limit, code], [10, 10]],
    ['in the part that it stands for', 8, [limit, code], [10, 10]],
    ['in what that part refers to, by way of others', 14, [limit, code], [29, 29]],
    ['in the operation before what that refers to', 12, [limit, code], [10, 10]],
    ['in what all operations of a path have', 16, [common, code], [5, 5]],
    ['none, where both are as near', 6, [limit, ['description: Lamps.', 'required: true']], [6, undefined]],
    ['none, where it depends on neither', 18, [limit, code], [18, undefined]],
  ])('%s', (_, line, edits, led) => {
    expect(followed(line, edits)).toEqual(led);
  });
});

describe('an operation that is gone or renamed comes before what follows from it', () => {
  test.each<[what: string, from: string, to: string, { message: string; line: number }, causes: unknown[][]]>([
    [
      'with another name',
      'operationId: listLamps',
      'operationId: findLamps',
      { message: 'There is no operation listLamps.', line: 9 },
      [[4, 'Operation listLamps is called findLamps now: call it so in all that names it, or leave its operationId.']],
    ],
    [
      'that was removed',
      '    get:\n      operationId: listLamps\n',
      '',
      { message: 'There is no operation listLamps.', line: 7 },
      [[2, 'Operation listLamps was removed: remove it from what still names it, too, or put it back.']],
    ],
    [
      'without its name',
      '      operationId: listLamps\n',
      '',
      { message: 'There is no operation listLamps.', line: 8 },
      [[3, 'Operation listLamps has no operationId any more: put it back.']],
    ],
    [
      'at another path',
      '  /lamps:',
      '  /lights:',
      { message: 'The path "/lamps" is not there.', line: 9 },
      [[2, 'The path /lamps is /lights now: call it so in all that names it, or leave it.']],
    ],
    ['of which nothing follows', 'operationId: listLamps', 'operationId: findLamps', { message: 'No.', line: 20 }, []],
    ['that is there as before', 'name: colour', 'name: color', { message: 'No parameter colour.', line: 9 }, []],
  ])('%s', (_, from, to, { message, line }, causes) => {
    expect(released).toContain(from);
    const edits = new Edits('spec.yaml', released, released.replace(from, to));
    const location = { file: 'spec.yaml', line, column: 1 };
    const findings = [edits.attributed({ location, side: 'spec', message })];
    const said = edits.causesOf(findings);
    expect(said.map((cause) => [cause.location.line, cause.message])).toEqual(causes);
    expect(said.every(({ side, isConsequence }) => side === 'spec' && isConsequence === undefined)).toBe(true);
  });
});
