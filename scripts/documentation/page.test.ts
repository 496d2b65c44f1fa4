import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paths, projectFile, projectFolder } from '../cli/project.ts';
import type { Contract } from '../openapi/contract.ts';
import { operationsOf } from '../openapi/operations.ts';
import { readContract } from '../openapi/read-contract.ts';
import { Stub } from '../stub/stub.ts';
import { type StubServer, serveStub } from '../stub/stub-server.ts';
import { contractOf, fixture } from '../test/contracts.ts';
import { openBrowser } from '../test/open-browser.ts';
import { temporaryFolder } from '../test/temporary-folder.ts';
import { specificationOf } from '../verify/specification.ts';
import { documentationPage } from './page.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const phone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 900 };
const own = await readContract(projectFile(paths.contract));

let browser: Browser;
let reference: { process: ChildProcess; origin: string; key: string };
let stub: StubServer;
/** What a page must not do: errors, warnings, and requests to elsewhere. */
let offences: string[] = [];

beforeAll(async () => {
  [browser, reference, stub] = await Promise.all([openBrowser(), startReferenceServer(), openStub(own)]);
});
afterAll(async () => {
  reference?.process.kill();
  await Promise.all([browser?.close(), stub?.close()]);
});
beforeEach(() => {
  offences = [];
});

async function startReferenceServer(): Promise<typeof reference> {
  const server = spawn(process.execPath, [join(projectFolder, 'server', 'main.ts')], {
    cwd: temporaryFolder(),
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  server.stdout.setEncoding('utf8').on('data', (more: string) => (text += more));
  while (!/^curl .*\n/m.test(text)) await once(server.stdout, 'data');
  const [, address = ''] = / is at (\S+), /.exec(text) ?? [];
  const [, key = ''] = /only this once: (\S+)/.exec(text) ?? [];
  return { process: server, origin: new URL(address).origin, key };
}

function openStub(contract: Contract): Promise<StubServer> {
  const specification = specificationOf(contract);
  const { respond } = new Stub(specification, {
    now: Date.now,
    seed: 1,
    key: undefined,
    choice: { kind: 'state' },
    onExchange: () => undefined,
  });
  return serveStub(respond, { basePath: specification.description.service.basePath, port: 0, cors: true });
}

const fileOf = (html: string) =>
  pathToFileURL(join(temporaryFolder({ 'documentation.html': html }), 'documentation.html')).href;

async function opened(url: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: desktop, ...options });
  const page = await context.newPage();
  page.on('console', (message) => offences.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => offences.push(String(error)));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (!/^(file|data|blob):$/.test(protocol) && hostname !== '127.0.0.1') offences.push(request.url());
  });
  await page.goto(url);
  await page.locator('#the-main-body').waitFor();
  return page;
}

async function closed(page: Page): Promise<void> {
  await page.context().close();
  expect(offences).toEqual([]);
}

const links = (page: Page) => page.locator('nav .nav-bar-path[data-content-id*="-/"]');

const contracts: [name: string, file: string][] = [
  ['the contract of this project', projectFile(paths.contract)],
  ...['library', 'weather'].map((name): [string, string] => [name, fixture(`${name}.yaml`)]),
  ...['rentals', 'shapes', 'tasks'].map((name): [string, string] => [
    name,
    projectFile(`scripts/mutate/sample-contracts/${name}.yaml`),
  ]),
];

test.each(contracts)('every operation of %s is there, with its request and its responses', async (_, file) => {
  const contract = await readContract(file);
  const page = await opened(fileOf(documentationPage(contract)));
  const shown: string[] = [];
  await links(page).first().waitFor();
  for (const link of await links(page).all()) {
    await link.click();
    await page.locator('api-response [part~="btn-response-status"]').first().waitFor();
    const [method, path, ...statuses] = await page
      .locator('[part="label-operation-method"], [part="label-operation-path"], [part~="btn-response-status"]')
      .allInnerTexts();
    shown.push(`${method} ${path} ${statuses.join().toLowerCase()}`);
  }
  expect(shown.toSorted()).toEqual(
    operationsOf(contract)
      .map(({ method, path, responses }) => `${method} ${path} ${Object.keys(responses).join().toLowerCase()}`)
      .toSorted(),
  );
  await closed(page);
});

test('an extension or an example that refers to elsewhere leaves the rest as it is', async () => {
  const text = JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'T', version: '1.0.0' },
    'x-topics': [{ title: 'Start', content: { $ref: './docs/start.md' } }],
    paths: {
      '/a': {
        get: {
          responses: {
            200: { description: 'D', content: { 'application/json': { example: { $ref: '#/gone', a: 1 } } } },
          },
        },
      },
    },
  });
  const page = await opened(fileOf(documentationPage(contractOf(text))));
  await links(page).first().click();
  await page.locator('api-response [part~="btn-response-status"]').first().waitFor();
  await closed(page);
});

/** Gives the console the key of the reader. */
async function giveKey(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Authentication' }).click();
  await page.locator('.api-key-input').fill(reference.key);
  await page.getByRole('button', { name: 'Set' }).click();
}

describe('the console', () => {
  test('at /docs calls the server that serves it, with the key of the reader', async () => {
    const page = await opened(`${reference.origin}/docs`);
    await links(page).first().click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByText('Response Status: Unauthorized').waitFor();
    offences = offences.filter((offence) => !offence.includes('401'));
    await giveKey(page);
    await links(page).first().click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByText('Response Status: OK').waitFor();
    await closed(page);
  });

  test('of a file calls the server that the reader names', async () => {
    const page = await opened(fileOf(documentationPage(withServer(own, '{address}'))));
    await page.getByRole('link', { name: 'API Servers' }).click();
    await page.getByRole('textbox', { name: 'address' }).fill(stub.baseUrl);
    await giveKey(page);
    await links(page).first().click();
    const response = page.waitForResponse((one) => one.url().startsWith(stub.baseUrl));
    await page.getByRole('button', { name: 'Execute' }).click();
    expect((await response).status()).toBe(200);
    await page.getByText('Response Status: OK').waitFor();
    await closed(page);
  });
});

/** The contract with one server, whose address is a variable. */
function withServer(contract: Contract, url: string): Contract {
  const variables = { address: { default: 'http://server.invalid' } };
  return { ...contract, document: { ...contract.document, servers: [{ url, variables }] } };
}

test('everything is reached by keys alone', async () => {
  const page = await opened(`${reference.origin}/docs`);
  const press = async (name: string | RegExp, mostTabs = 200) => {
    for (let tabs = 0; tabs < mostTabs; tabs += 1) {
      await page.keyboard.press('Tab');
      const [text, outline] = await page.evaluate(() => {
        let element = document.activeElement;
        while (element?.shadowRoot?.activeElement != null) element = element.shadowRoot.activeElement;
        if (!(element instanceof HTMLElement)) return ['', ''];
        return [element.innerText || element.getAttribute('placeholder') || '', getComputedStyle(element).outlineStyle];
      });
      if (!(typeof name === 'string' ? text.trim() === name : name.test(text))) continue;
      expect(outline).not.toBe('none');
      return;
    }
    throw new Error(`No key leads to ${String(name)}.`);
  };
  const [operation = ''] = await links(page).allInnerTexts();
  await press('Authentication');
  await page.keyboard.press('Enter');
  await press('api-token');
  await page.keyboard.type(reference.key);
  await press(/^set$/i);
  await page.keyboard.press('Enter');
  await press(operation);
  await page.keyboard.press('Enter');
  await press(/^execute$/i);
  await page.keyboard.press('Enter');
  await page.getByText('Response Status: OK').waitFor();
  await closed(page);
});

describe('everywhere', () => {
  /** Shows every part of the page in turn; the components are one part. */
  async function eachView(page: Page, look: (view: string) => Promise<void>): Promise<void> {
    await look('start');
    const views = await page
      .locator('nav [data-content-id]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('data-content-id') ?? ''));
    for (const view of views.filter((id, index) => !id.startsWith('cmp--') || !views[index - 1]?.startsWith('cmp--'))) {
      await page
        .locator('openapi-explorer')
        .evaluate(
          (explorer: HTMLElement & { scrollTo(id: unknown): Promise<void> }, id) => explorer.scrollTo(id),
          view,
        );
      await look(view);
    }
    for (const head of await page.locator('.endpoint-head:visible').all()) {
      await head.click();
      await look(await head.innerText());
    }
  }

  const variants = [phone, desktop].flatMap((viewport) =>
    (['light', 'dark'] as const).map(
      (colorScheme) => [colorScheme, viewport.width, { viewport, colorScheme }] as const,
    ),
  );

  test.each(variants)('nobody is left out: %s, %i wide', async (_, width, options) => {
    const page = await opened(`${reference.origin}/docs`, options);
    if (width === desktop.width) {
      await giveKey(page);
      await links(page).first().click();
      await page.getByRole('button', { name: 'Execute' }).click();
      await page.getByText('Response Status: OK').waitFor();
      expect(await violations(page)).toEqual([]);
    }
    const found: unknown[] = [];
    await eachView(page, async (view) => {
      found.push(...(await violations(page)).map((violation) => ({ view, ...violation })));
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    });
    expect(found).toEqual([]);
    await closed(page);
  });

  /** What axe-core finds that keeps somebody out. */
  async function violations(page: Page) {
    // On its way from one colour to another, a button has less contrast.
    await page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const roots: (Document | ShadowRoot)[] = [document];
      for (const root of roots)
        for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot !== null) roots.push(shadowRoot);
      const animations = roots.flatMap((root) => root.getAnimations());
      const transitions = animations.filter((one) => one instanceof CSSTransition);
      await Promise.allSettled(transitions.map(({ finished }) => finished));
    });
    return page.evaluate(async (script) => {
      // The policy of the page lets no script in; this one comes from outside of it.
      if (!('axe' in window)) (0, eval)(script);
      const { axe: check } = window as typeof window & { axe: typeof import('axe-core') };
      const { violations: all } = await check.run({ resultTypes: ['violations'] });
      return all
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => ({ id, html: nodes.slice(0, 3).map((node) => node.html) }));
    }, axe);
  }

  test.each([
    ['light', 255],
    ['dark', 20],
  ] as const)('it is %s where that is wanted', async (colorScheme, red) => {
    const page = await opened(fileOf(documentationPage(own)), { colorScheme });
    const colour = await page
      .locator('openapi-explorer')
      .evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(Number(/\d+/.exec(colour)?.[0])).toBe(red);
    await closed(page);
  });

  test.each(['light', 'dark'] as const)('whom to ask is a link by more than its colour: %s', async (colorScheme) => {
    const contact = { name: 'Support', url: 'https://example.com/support', email: 'support@example.com' };
    const license = { name: 'Creative Commons Attribution-NonCommercial-ShareAlike 4.0 International' };
    const text = { openapi: '3.1.0', info: { title: 'T', version: '1.0.0', contact, license }, paths: {} };
    const page = await opened(fileOf(documentationPage(contractOf(JSON.stringify(text)))), { colorScheme });
    await page.getByText(contact.email).first().waitFor();
    expect(await violations(page)).toEqual([]);
    await closed(page);
  });

  test('a text of the contract runs nothing', async () => {
    // The viewer itself takes out `onerror` and `script`, and nothing else.
    const image = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
    const hack = 'window.hacked = true';
    const hostile = `</script><script>${hack}</script><img src="${image}" onload="${hack}">\`\${1}`;
    const contract = contractOf(
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: `T ${hostile}`, version: '1.0.0', description: hostile },
        paths: { '/a': { get: { summary: 'S', description: hostile, responses: { 200: { description: hostile } } } } },
      }),
    );
    const page = await opened(fileOf(documentationPage(contract)));
    await links(page).first().click();
    await page.locator('api-response').waitFor();
    await page
      .locator('.m-markdown img')
      .first()
      .evaluate((shown: HTMLImageElement) => shown.decode());
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    expect(await page.title()).toBe(`T ${hostile} 1.0.0`);
    // What the policy has refused is no request.
    expect(offences.filter((offence) => !offence.includes('Content Security Policy'))).toEqual([]);
    await page.context().close();
  });
});
