import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { beforeAll, describe, expect, test } from 'vitest';
import { paths, projectFile, projectFolder } from '../../../cli/project.ts';
import { readContract } from '../../../openapi/read-contract.ts';
import { catalogueOf } from '../../../requirements/catalogue.ts';
import { verifyAt } from '../../server/connect.ts';
import { type RunnableSpecification, specificationOf } from '../../specification.ts';
import {
  exampleServers,
  fileOf,
  installPackages,
  isInstalled,
  keys,
  shortMinute,
  withServer,
} from './running-server.ts';
import { readVariants, type Variant } from './variants.ts';

let packages: string;
let specification: RunnableSpecification;
beforeAll(async () => {
  packages = installPackages();
  specification = specificationOf(await readContract(projectFile(paths.contract)));
});

/** The ids of the requirements that a run finds violated, or cannot prove. */
async function failedAt(baseUrl: string, options: { isBrief: boolean; first?: string }): Promise<string[]> {
  const planKeys = isOfPlan(options.first) ? { free: keys.limitedKey } : {};
  const { verification } = await verifyAt(
    specification,
    baseUrl,
    { ...keys, planKeys },
    {
      seed: 1,
      timeout: 500,
      ...options,
    },
  );
  const failed = (verdict: string) =>
    verification.requirements.filter((one) => one.verdict === verdict).map(({ requirement }) => requirement.id);
  // What a brief run has not reached is unproven.
  return options.isBrief ? failed('violated') : [...failed('violated'), ...failed('unproven')];
}

/** True for a requirement about the figures of a plan, whose minute must be one. */
const isOfPlan = (id: string | undefined) => id?.startsWith('rateLimit.plans.') === true;

/** A requirement that a fault violates: a run looks at it first. */
function firstOf(violates: RegExp): string {
  const found = catalogueOf(specification, 'server').find(({ id }) => violates.test(id));
  return found?.id ?? expect.fail(`No requirement is called ${violates}.`);
}

describe.each(exampleServers)('$name', (server) => {
  const { faults, controls } = readVariants(fileOf(server, 'variants.yaml'));
  const isThere = isInstalled(server);
  if (!isThere) console.log(`${server.command[0]} is not installed: the server in ${server.name} is not tried.`);
  const tests = test.skipIf(!isThere).concurrent;

  test('has enough variants, each with a name and a change of its own', () => {
    const all: Variant[] = [...faults, ...controls];
    expect(faults.length).toBeGreaterThanOrEqual(25);
    expect(controls.length).toBeGreaterThanOrEqual(5);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(new Set(all.map(({ find, replace }) => `${find}\n${replace}`)).size).toBe(all.length);
  });

  tests('passes the command', () =>
    withServer(server, undefined, packages, 60, async (baseUrl) => {
      const command = spawn(process.execPath, ['scripts/verify.ts', '--base-url', baseUrl, '--limited-plan', 'free'], {
        cwd: projectFolder,
        env: {
          ...process.env,
          CONTRACT_KEY: keys.key,
          CONTRACT_LIMITED_KEY: keys.limitedKey,
          CONTRACT_REVOKED_KEY: keys.revokedKey,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let printed = '';
      command.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
      const [code] = await once(command, 'close');
      expect(printed).toMatch(/\nThe contract is kept: \d{3} /);
      expect(code).toBe(0);
    }),
  );

  tests.each(controls)('control: $name', (control) =>
    withServer(server, control, packages, shortMinute, async (baseUrl) =>
      expect(await failedAt(baseUrl, { isBrief: false })).toEqual([]),
    ),
  );

  tests.each(faults)('fault: $name', (fault) => {
    const first = firstOf(fault.violates);
    return withServer(server, fault, packages, isOfPlan(first) ? 60 : shortMinute, async (baseUrl) =>
      expect(await failedAt(baseUrl, { isBrief: true, first })).toContainEqual(expect.stringMatching(fault.violates)),
    );
  });
});
