import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openBrowser } from '../../test/open-browser.ts';
import { temporaryFolder } from '../../test/temporary-folder.ts';
import { contractPage } from './page.ts';
import type { ContractReport, RequirementReport } from './report.ts';
import { asKept, bookRun } from './test/book-runs.ts';
import { fullReport, reportOf } from './test/reports.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 900 };

let browser: Browser;
let report: ContractReport;
let requirements: RequirementReport[];
let file: string;
/** What a page must not do: errors, and requests to elsewhere. */
let offences: string[] = [];

beforeAll(async () => {
  [browser, report] = await Promise.all([openBrowser(), fullReport()]);
  requirements = requirementsOf(report);
  file = fileOf(report);
});
afterAll(() => browser?.close());
beforeEach(() => {
  offences = [];
});

const requirementsOf = ({ groups }: ContractReport) =>
  groups.flatMap(({ sections }) => sections.flatMap((section) => section.requirements));

function fileOf(of: ContractReport): string {
  return pathToFileURL(join(temporaryFolder({ 'contract.html': contractPage(of) }), 'contract.html')).href;
}

async function opened(hash = '', options: BrowserContextOptions = {}, url = file): Promise<Page> {
  const context = await browser.newContext({ viewport: desktop, ...options });
  const page = await context.newPage();
  page.on('console', (message) => offences.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => offences.push(String(error)));
  page.on('dialog', (dialog) => offences.push(dialog.message()));
  page.on('request', (request) => !/^(file|data):/.test(request.url()) && offences.push(request.url()));
  await page.goto(url + hash);
  return page;
}

async function closed(page: Page): Promise<void> {
  await page.context().close();
  expect(offences).toEqual([]);
}

const shownIds = (page: Page) =>
  page
    .locator('.requirement')
    .evaluateAll((all) =>
      all.flatMap((element) =>
        element instanceof HTMLElement && !element.hidden && element.parentElement?.hidden === false
          ? [element.dataset['id']]
          : [],
      ),
    );
const requirement = (page: Page, id: string) => page.locator(`.requirement[data-id="${id}"]`);
const hashOf = (page: Page) => page.evaluate(() => Object.fromEntries(new URLSearchParams(location.hash.slice(1))));
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim().split('\n')[0] ?? '');
const violatedId = 'readBook.returns.addBook';

describe('the matrix', () => {
  test('has a row for every requirement, in the order of the contract, with its verdicts', async () => {
    const page = await opened();
    const rows = await page
      .locator('.requirement')
      .evaluateAll((all) =>
        all.map((row) => [
          row.getAttribute('data-id'),
          row.querySelector('.statement')?.textContent,
          ...[...row.querySelectorAll(':scope > summary > .cell > :last-child')].map((cell) => cell.textContent),
        ]),
      );
    const outcomeText = (outcome: RequirementReport['server']) => outcome?.verdict ?? 'not concerned';
    expect(rows.map((row) => row.slice(0, 4))).toEqual(
      requirements.map(({ id, statement, server, client }) => [
        id,
        statement,
        outcomeText(server),
        outcomeText(client),
      ]),
    );
    expect(rows.map((row) => row[4])).toEqual(
      requirements.map(({ mutants }) =>
        mutants.length === 0 ? 'none' : (expect.stringMatching(/^\d of \d$/) as string),
      ),
    );
    expect(await page.locator('.group h2').allTextContents()).toEqual(
      report.groups.map(
        ({ operation, name }) =>
          expect.stringMatching(
            `^${operation === null ? 'Requests' : `${operation.method} `}.*${operation === null ? '' : name}`,
          ) as string,
      ),
    );
    await closed(page);
  });

  test('shows at a glance what there is to look at', async () => {
    const page = await opened();
    expect(await page.locator('.verdict').textContent()).toMatch(
      /^The contract is violated: 1 finding in types; \d+ requirements on the server\.$/,
    );
    expect(await page.locator('.panel').first().textContent()).toMatch(/Server violated.*\d+ kept/s);
    expect(await page.locator('.panel').nth(2).textContent()).toMatch(
      /Mutants 9\d(\.\d)? % detected.*contract.*server.*generated\s*1 of 1.*The contract has changed since/s,
    );
    expect(await page.locator('.attention').textContent()).toContain('found </script>');
    expect(await page.locator('.checks', { hasNotText: /^Waived/ }).allTextContents()).toEqual([
      expect.stringMatching(/^Checks 1 passed, 1 failed, 1 skipped/) as string,
      expect.stringContaining('a file is stale generated mutant, detected by stale') as string,
    ]);
    const link = page.locator('.attention a').first();
    await link.click();
    expect(await page.locator('.requirement[open] .statement').textContent()).toBe(await link.textContent());
    await closed(page);
  });

  test('what follows from one cause stands with it, once', async () => {
    const violated = requirements.filter(({ server }) => server?.verdict === 'violated').map(({ id }) => id);
    const [first = '', second = ''] = violated;
    const cause = {
      location: { file: 'books.yaml', line: 7, column: 3 },
      side: 'server',
      message: 'A header is missing.',
      detail: null,
      foundBy: ['types', 'verify server'],
      requirementIds: [first, second],
    };
    const page = await opened('', {}, fileOf({ ...report, causes: [cause] }));
    const own = page.locator('.attention li', { hasText: cause.message }).first();
    expect(await own.innerText()).toMatch(
      /^server A header is missing\. books\.yaml:7 · types, verify server\s+2 requirements not kept because of it$/,
    );
    const links = page.locator('.attention a');
    const led = await links.evaluateAll((all) =>
      all.map((link) => decodeURIComponent(link.getAttribute('href') ?? '')),
    );
    expect(led.filter((link) => link === `#requirement=${first}`)).toHaveLength(1);
    await own.locator('summary').click();
    await own.locator('a').nth(1).click();
    await expect.poll(() => hashOf(page)).toEqual({ requirement: second });
    await closed(page);
  });

  test('has no column for what is not known', async () => {
    const page = await opened('', {}, fileOf(reportOf(asKept(await bookRun()))));
    expect(await page.locator('.columns span').allTextContents()).toEqual(['Requirement', 'Server']);
    expect(await page.locator('.verdict').textContent()).toBe('The contract is kept by the server.');
    expect(await page.locator('.attention').count()).toBe(0);
    await closed(page);
  });
});

type Filters = Partial<Record<'text' | 'verdict' | 'side' | 'operation' | 'status', string>>;

const filters: [name: string, filters: Filters, isShown: (requirement: RequirementReport) => boolean][] = [
  [
    'a verdict',
    { verdict: 'violated' },
    ({ server, client }) => server?.verdict === 'violated' || client?.verdict === 'violated',
  ],
  ['a side', { side: 'client' }, ({ client }) => client !== null],
  ['a verdict of a side', { verdict: 'unproven', side: 'client' }, ({ client }) => client?.verdict === 'unproven'],
  [
    'mutants that were not detected',
    { verdict: 'survived' },
    ({ mutants }) =>
      mutants.some((index) =>
        ['survived', 'listed but detected', 'failed'].includes(report.mutation?.mutants[index]?.verdict ?? ''),
      ),
  ],
  ['an operation', { operation: 'readBook' }, ({ id }) => id.startsWith('readBook.')],
  ['a response', { status: '404' }, ({ status }) => status === '404'],
  [
    'what is about no response',
    { operation: 'readBook', status: 'none' },
    ({ id, status }) => id.startsWith('readBook.') && status === null,
  ],
  ['words of a statement', { text: 'AT MOST 10' }, ({ statement }) => statement.includes('at most 10')],
  ['a part of an id', { text: 'query.lent' }, ({ id }) => id.includes('query.lent')],
  [
    'all at once',
    { text: 'limit', verdict: 'kept', side: 'client', operation: 'listBooks' },
    ({ id, statement, client }) =>
      id.startsWith('listBooks.') && `${id} ${statement}`.includes('limit') && client?.verdict === 'kept',
  ],
  ['what nothing is', { text: 'none of these' }, () => false],
];

describe('filters', () => {
  test.each(filters)('by %s', async (_, given, isShown) => {
    const expected = requirements.filter(isShown).map(({ id }) => id);
    const page = await opened();
    for (const [name, value] of Object.entries(given)) {
      const own = page.locator(`.filters [name=${name}]`);
      if (name === 'text') await own.fill(value);
      else await own.selectOption(value);
    }
    expect(await shownIds(page)).toEqual(expected);
    expect(await page.locator('output').textContent()).toBe(
      `${expected.length} of ${requirements.length} requirements`,
    );
    expect(await hashOf(page)).toEqual(given);
    expect(
      await page
        .locator('.section:visible')
        .evaluateAll(
          (all) => all.filter((section) => section.querySelector('.requirement:not([hidden])') === null).length,
        ),
    ).toBe(0);
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await shownIds(page)).toEqual(requirements.map(({ id }) => id));
    expect(await hashOf(page)).toEqual({});
    await closed(page);
  });

  test.each(filters)('by %s, from the address', async (_, given, isShown) => {
    const page = await opened(`#${new URLSearchParams(given)}`);
    expect(await shownIds(page)).toEqual(requirements.filter(isShown).map(({ id }) => id));
    for (const [name, value] of Object.entries(given))
      expect(await page.locator(`.filters [name=${name}]`).inputValue()).toBe(value);
    await closed(page);
  });

  test('follow a link, and an address that is changed by hand', async () => {
    const page = await opened();
    await page.locator('.counts a', { hasText: 'violated' }).first().click();
    expect(await hashOf(page)).toEqual({ side: 'server', verdict: 'violated' });
    await expect
      .poll(() => shownIds(page))
      .toEqual(requirements.filter(({ server }) => server?.verdict === 'violated').map(({ id }) => id));
    await page.evaluate(() => (location.hash = 'operation=none-of-these&verdict=kept'));
    await expect
      .poll(() => shownIds(page))
      .toEqual(
        requirements
          .filter(({ server, client }) => server?.verdict === 'kept' || client?.verdict === 'kept')
          .map(({ id }) => id),
      );
    expect(
      await page
        .locator('[name=operation]')
        .evaluate((select) => select instanceof HTMLSelectElement && select.selectedIndex),
    ).toBe(0);
    await closed(page);
  });

  test('open what they show, and close it again', async () => {
    const page = await opened();
    const openCount = () => page.locator('.section[open]').count();
    const before = await openCount();
    await page.locator('[name=text]').fill('query.lent');
    expect(await page.locator('.requirement:visible').count()).toBe(
      await page.locator('.requirement:not([hidden])').count(),
    );
    await page.locator('[name=text]').fill('');
    expect(await openCount()).toBe(before);
    await page.getByRole('button', { name: 'Open all' }).click();
    expect(await page.locator('.requirement:visible').count()).toBe(requirements.length);
    await page.getByRole('button', { name: 'Close all' }).click();
    expect(await openCount()).toBe(0);
    await closed(page);
  });
});

describe('sums', () => {
  /** The sums of each group, section and cell of the grid that is shown, as the page writes them. */
  const sumsOn = (page: Page) =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('.group, .section, .grid td[data-group]')]
        .filter((element) => !element.hidden && !element.classList.contains('empty'))
        .map((element) =>
          [...element.querySelectorAll(':scope > summary > .cell, :scope > a')]
            .map((sum) => sum.textContent.replaceAll(/\s+/g, ' ').trim())
            .join(' · '),
        ),
    );
  /** The same of a page that has nothing but these requirements. */
  async function sumsOf(isShown: (requirement: RequirementReport) => boolean): Promise<string[]> {
    const groups = report.groups.flatMap((group) => {
      const sections = group.sections.flatMap((section) => {
        const own = section.requirements.filter(isShown);
        return own.length === 0 ? [] : [{ ...section, requirements: own }];
      });
      return sections.length === 0 ? [] : [{ ...group, sections }];
    });
    const page = await opened('', {}, fileOf({ ...report, groups }));
    const sums = await sumsOn(page);
    await closed(page);
    return sums;
  }

  test.each(filters)('are of what is filtered by %s', async (_, given, isShown) => {
    const page = await opened();
    const all = await sumsOn(page);
    await page.evaluate((hash) => (location.hash = hash), String(new URLSearchParams(given)));
    const expected = await sumsOf(isShown);
    await expect.poll(() => sumsOn(page)).toEqual(expected);
    await page.getByRole('button', { name: 'Clear' }).click();
    expect(await sumsOn(page)).toEqual(all);
    await closed(page);
  });

  test('lead to what they are of', async () => {
    const page = await opened();
    await page.locator('.grid td[data-group=readBook][data-status="404"] a').click();
    await expect
      .poll(() => shownIds(page))
      .toEqual(
        requirements.filter(({ id, status }) => id.startsWith('readBook.') && status === '404').map(({ id }) => id),
      );
    await closed(page);
  });
});

describe('a requirement', () => {
  test('opens to its lines, its cases and its mutants', async () => {
    const page = await opened(`#text=${violatedId}`);
    const own = requirement(page, violatedId);
    await own.locator(':scope > summary').click();
    const result = requirements.find(({ id }) => id === violatedId);
    const outcome = result?.server;
    if (result === undefined || outcome?.verdict !== 'violated') throw new Error('The requirement is not violated.');
    expect(await own.locator('.excerpt mark').textContent()).toMatch(
      new RegExp(`^ *${result.location.line} +get: { operationId: readBook`),
    );
    const text = await own.locator('.body').innerText();
    for (const part of [
      'Documented',
      'Received',
      'cases show it',
      'GET /books/',
      '200 OK',
      '"title":',
      'contract mutant',
      'detected by server (at the line), released (names no line)',
      'server mutant, detected by this requirement',
    ])
      expect(text).toContain(part);
    expect(await own.locator('.use').count()).toBe(0);
    await expect.poll(() => hashOf(page)).toEqual({ text: violatedId, requirement: violatedId });
    await own.locator(':scope > summary').click();
    await expect.poll(() => hashOf(page)).toEqual({ text: violatedId });
    await closed(page);
  });

  test('is opened by its address', async () => {
    const page = await opened(`#requirement=${violatedId}`);
    await requirement(page, violatedId).locator('.excerpt').waitFor();
    expect(await focused(page)).toContain('What addBook created must be returned');
    expect(
      await requirement(page, violatedId).evaluate((element) => element.getBoundingClientRect().top < innerHeight),
    ).toBe(true);
    await closed(page);
  });

  test('is reached, opened and closed by keys', async () => {
    const page = await opened();
    await page.keyboard.press('/');
    await page.keyboard.type('mergeBook.exists');
    expect(await shownIds(page)).toEqual(['mergeBook.exists']);
    await page.keyboard.press('Escape');
    expect(await shownIds(page)).toHaveLength(requirements.length);
    await page.keyboard.type('mergeBook.exists');
    await page.locator('.group:visible > summary').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toContain('mergeBook.exists');
    await page.keyboard.press('Enter');
    await requirement(page, 'mergeBook.exists').locator('.excerpt').waitFor();
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toMatch(/PATCH .*→ \d+/);
    await page.keyboard.press('Enter');
    expect(await requirement(page, 'mergeBook.exists').locator('.case[open]').count()).toBe(1);
    await page.keyboard.press('Escape');
    expect(await requirement(page, 'mergeBook.exists').locator('.case[open]').count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await focused(page)).toContain('mergeBook.exists');
    expect(await page.locator('.requirement[open]').count()).toBe(0);
    await page.keyboard.press('ArrowUp');
    expect(await focused(page)).toMatch(/^The operation/);
    expect(await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)).toBe(
      'solid',
    );
    await closed(page);
  });

  test.each([
    ['where it may write to the clipboard', true],
    ['where it may not', false],
  ])('gives its curl line away, %s', async (_, isAllowed) => {
    const page = await opened(`#requirement=${violatedId}`, {
      permissions: isAllowed ? ['clipboard-read', 'clipboard-write'] : [],
    });
    const line = requirement(page, violatedId).locator('.case[open] .curl');
    const button = line.getByRole('button');
    await button.waitFor();
    if (!isAllowed)
      await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error('Not allowed.'))));
    await button.click();
    await expect.poll(() => button.textContent()).toBe('Copied');
    const shown = await line.locator('pre').textContent();
    expect(shown).toMatch(/^curl --include "\$BASE_URL"'\/books\//);
    expect(
      await page.evaluate(
        (allowed) => (allowed ? navigator.clipboard.readText() : getSelection()?.toString()),
        isAllowed,
      ),
    ).toBe(shown);
    await closed(page);
  });
});

test('what a requirement opens to is made when it opens: a page of many is quick to load', async () => {
  const page = await opened();
  const count = () => page.locator('*').count();
  const before = await count();
  expect(before).toBeLessThan(requirements.length * 16 + report.groups.length * 100 + 400);
  await page
    .locator('.section:has(.requirement)')
    .first()
    .evaluate((section: HTMLDetailsElement) => (section.open = true));
  await page.locator('.requirement > summary').first().click();
  await page.locator('.requirement[open] > .body').waitFor();
  expect(await count()).toBeGreaterThan(before);
  await closed(page);
});

test('says of a sample how many it is of', async () => {
  const { mutation } = report;
  if (mutation === null) throw new Error('There are no mutants.');
  const page = await opened('', {}, fileOf({ ...report, mutation: { ...mutation, sample: 80, listed: 3357 } }));
  expect(await page.locator('.panel').nth(2).textContent()).toContain(
    `${mutation.mutants.length} of 3,357 mutants tried, 1 June 2030`,
  );
  await closed(page);
});

test('says why what is waived is waived, the most frequent reason first', async () => {
  const waived = structuredClone(report);
  for (const own of requirementsOf(waived)) if (own.server?.verdict === 'waived') own.server = null;
  const reasons = ['It takes a key.', 'No request shows it.', 'No request shows it.'];
  for (const [index, reason] of reasons.entries()) {
    const own = requirementsOf(waived)[index];
    if (own !== undefined) own.server = { verdict: 'waived', reason, cases: 0, samples: [] };
  }
  const page = await opened('', {}, fileOf(waived));
  const list = page.locator('.checks', { hasText: /^Waived 3/ });
  expect(await list.locator('li').allTextContents()).toEqual([
    expect.stringMatching(/^server No request shows it\.\s+2 requirements$/) as string,
    expect.stringMatching(/^server It takes a key\.\s+1 requirement$/) as string,
  ]);
  await closed(page);
});

describe('everywhere', () => {
  const widths: [name: string, viewport: typeof phone][] = [
    ['a phone', phone],
    ['a tablet', { width: 768, height: 1024 }],
    ['a desktop', desktop],
  ];
  const schemes = ['light', 'dark'] as const;

  /** All there is to see at once. */
  async function openEverything(page: Page): Promise<void> {
    await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLDetailsElement>(
        '.group, .section, .requirement:nth-of-type(3n+1), .checks',
      ))
        element.open = true;
    });
    await page.locator('.requirement[open]:not([hidden]) .excerpt').first().waitFor();
    await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLDetailsElement>('.case')) element.open = true;
    });
  }

  test.each(widths)('nothing is wider than %s', async (_, viewport) => {
    const page = await opened('', { viewport });
    await openEverything(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
    expect(
      await page
        .locator('main *:visible')
        .evaluateAll((all) =>
          all
            .filter(
              (element) => element.getBoundingClientRect().right > innerWidth && !element.classList.contains('unseen'),
            )
            .map((element) => element.outerHTML.slice(0, 200)),
        ),
    ).toEqual([]);
    await closed(page);
  });

  test.each(
    (
      [
        ['a phone', phone],
        ['a desktop', desktop],
      ] as const
    ).flatMap(([name, viewport]) => schemes.map((scheme) => [name, scheme, viewport] as const)),
  )('nobody is left out: %s, %s', async (_, colorScheme, viewport) => {
    const page = await opened('', { viewport, colorScheme });
    const violations = async () => {
      const found = await page.evaluate(async (script) => {
        // The policy of the page lets no script in; this one comes from outside of it.
        if (!('axe' in window)) (0, eval)(script);
        const { axe: check } = window as typeof window & { axe: typeof import('axe-core') };
        return (await check.run({ resultTypes: ['violations'] })).violations.map(({ id, impact, nodes }) => ({
          id,
          impact,
          html: nodes.slice(0, 3).map((node) => node.html),
        }));
      }, axe);
      return found;
    };
    expect(await violations()).toEqual([]);
    await page.locator('[name=text]').fill('query');
    await openEverything(page);
    expect(await violations()).toEqual([]);
    await closed(page);
  });

  test('it is dark where that is wanted, and light on paper', async () => {
    const page = await opened('', { colorScheme: 'dark' });
    const lightness = () =>
      page.evaluate(() => Number(/\d+/.exec(getComputedStyle(document.body).backgroundColor)?.[0]));
    expect(await lightness()).toBeLessThan(60);
    await page.emulateMedia({ media: 'print' });
    expect(await lightness()).toBe(255);
    await closed(page);
  });

  test('all requirements are on paper, what was opened stays open, and filters are not there', async () => {
    const page = await opened(`#requirement=${violatedId}`);
    await requirement(page, violatedId).locator('.excerpt').waitFor();
    for (const name of ['Open all', 'Close all']) await page.getByRole('button', { name }).click();
    const visible = () =>
      page.locator('.requirement').evaluateAll((all) => all.filter((element) => element.checkVisibility()).length);
    expect(await visible()).toBe(0);
    await page.emulateMedia({ media: 'print' });
    expect(await visible()).toBe(requirements.length);
    expect(await page.locator('.filters').isVisible()).toBe(false);
    expect(await requirement(page, violatedId).locator('.exchange').first().isVisible()).toBe(true);
    expect((await page.pdf()).length).toBeGreaterThan(10_000);
    await closed(page);
  });

  test('without its script it can be read', async () => {
    const page = await opened('', { javaScriptEnabled: false });
    expect(await page.locator('.filters').isVisible()).toBe(false);
    const section = page.locator('.section', { has: requirement(page, violatedId) });
    if ((await section.getAttribute('open')) === null) await section.locator(':scope > summary').click();
    await requirement(page, violatedId).locator(':scope > summary').click();
    expect(await requirement(page, violatedId).locator('.violation').innerText()).toContain('Documented');
    await requirement(page, violatedId).locator('.case[open] .use').click();
    await page.locator('.exchange:target').waitFor();
    expect(await page.locator('.exchange:target').innerText()).toContain('GET /books/');
    await closed(page);
  });

  test('what a server sends is text', async () => {
    const page = await opened();
    await openEverything(page);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(await page.locator('img, script[src], link, iframe, [onclick], [onerror]').count()).toBe(0);
    expect(await page.locator('.attention').innerText()).toContain(
      [
        '--><script>window.hacked = true</script><img src=x onerror="window.hacked = true">',
        `" onclick="window.hacked = true" '&amp; `,
        String.raw`\u{2028}\u{2029}\u{202E}\u{0}\u{1B}[2J 😀 ${'\uFFFD'} javascript:alert(1)`,
      ].join(''),
    );
    expect(await page.locator('body').textContent()).not.toMatch(/[\u2028\u2029\u202E\0]/);
    await closed(page);
  });

  test('a policy lets nothing in that is not its own', async () => {
    const text = contractPage(report);
    const within = text.replace(
      '</main>',
      '<script>window.hacked = true</script><img src="https://example.com/x.png"></main>',
    );
    const page = await opened(
      '',
      {},
      pathToFileURL(join(temporaryFolder({ 'altered.html': within }), 'altered.html')).href,
    );
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(offences.filter((offence) => offence.includes('Content Security Policy'))).toHaveLength(2);
    await page.context().close();
  });
});
