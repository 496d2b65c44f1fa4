import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { probePaths } from '../app.ts';
import { describeConfiguration, readConfiguration } from '../configuration.ts';

// No container runs here: what can be known of the files without one.
const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const textOf = (name: string) => readFileSync(fileOf(name), 'utf8');
const manifests = parseAllDocuments(textOf('kubernetes.yaml')).map((document) => document.toJS());
const [deployment] = manifests;
const [container] = deployment.spec.template.spec.containers;

test('the Compose file passes its linter without a warning', () => {
  const linter = fileURLToPath(new URL('../../node_modules/.bin/dclint', import.meta.url));
  const { status, stdout } = spawnSync(linter, ['--max-warnings', '0', fileOf('compose.yaml')], { encoding: 'utf8' });
  expect({ status, stdout }).toMatchObject({ status: 0 });
});

test('each manifest of Kubernetes keeps the schema of its kind', () => {
  const kinds = { Deployment, PodDisruptionBudget, Service };
  expect(manifests.map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodDisruptionBudget']);
  for (const manifest of manifests) new kinds[manifest.kind as keyof typeof kinds](manifest).validate();
});

describe('what the files set is what the server reads', () => {
  const compose = parse(textOf('compose.yaml'), { merge: true });
  const environments: [string, Record<string, string>][] = [
    ['compose.yaml', compose.services['server-1'].environment],
    [
      'kubernetes.yaml',
      Object.fromEntries(container.env.map(({ name, value = '' }: { name: string; value?: string }) => [name, value])),
    ],
  ];

  test.each(environments)('%s', (_, environment) => {
    for (const name of Object.keys(environment))
      expect(describeConfiguration()).toMatch(new RegExp(`^ *${name} `, 'm'));
    const { DATABASE_URL: _database, ...others } = environment;
    expect(readConfiguration(others).metricsPort).toBe(9464);
  });

  test('its probes are those that the server answers, on its ports', () => {
    for (const probe of [container.livenessProbe, container.readinessProbe])
      expect(probePaths).toContain(probe.httpGet.path);
    expect(container.ports.map(({ containerPort }: { containerPort: number }) => containerPort)).toEqual([
      readConfiguration({}).port,
      9464,
    ]);
    expect(compose.services['server-1'].healthcheck.test.at(-1)).toContain('/readyz');
  });
});
