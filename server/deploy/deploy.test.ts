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
const [deployment, service, disruptionBudget] = manifests;
const pod = deployment.spec.template.spec;
const [container] = pod.containers;

test('the container runs what npm start runs', () => {
  const { scripts } = JSON.parse(textOf('../../package.json'));
  const [, command] = /^CMD (\[.*\])$/m.exec(textOf('Dockerfile')) ?? [];
  expect(`exec ${JSON.parse(command ?? '[]').join(' ')}`).toBe(scripts.start);
});

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

// The profile `restricted` of the Pod Security Standards, and what kube-score asks for: their linters are no packages
// of npm.
describe('the manifests of Kubernetes keep the usual rules', () => {
  test('an image has a version', () => {
    expect(container.image).toMatch(/:\d+\.\d+\.\d+$/);
  });

  test('a container may do nothing that it does not need', () => {
    expect(pod.containers).toHaveLength(1);
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    for (const name of ['hostNetwork', 'hostPID', 'hostIPC']) expect(pod).not.toHaveProperty(name);
  });

  test('it asks for what it uses, and its memory is bounded', () => {
    const { requests, limits } = container.resources;
    expect(Object.keys(requests)).toEqual(['cpu', 'memory']);
    expect(Number.parseInt(limits.memory, 10)).toBeGreaterThanOrEqual(Number.parseInt(requests.memory, 10));
  });

  test('an engine that is away makes a server not ready, and is no reason to start it anew', () => {
    expect(container.livenessProbe.httpGet.path).toBe('/healthz');
    expect(container.readinessProbe.httpGet.path).toBe('/readyz');
  });

  test('it is killed only after it had time to stop, which takes it four seconds', () => {
    const { seconds } = container.lifecycle.preStop.sleep;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(seconds + 4);
  });

  test('one of several servers may go at a time, and they are not all on one node', () => {
    expect(disruptionBudget.spec.minAvailable).toBeLessThan(deployment.spec.replicas);
    expect(deployment.spec.strategy.rollingUpdate.maxUnavailable).toBe(0);
    expect(pod.topologySpreadConstraints[0].topologyKey).toBe('kubernetes.io/hostname');
  });

  test('what selects servers has their labels, and leads to their ports', () => {
    const { labels } = deployment.spec.template.metadata;
    const selectors = [
      deployment.spec.selector.matchLabels,
      disruptionBudget.spec.selector.matchLabels,
      pod.topologySpreadConstraints[0].labelSelector.matchLabels,
      service.spec.selector,
    ];
    for (const selector of selectors) {
      expect(Object.keys(selector)).not.toEqual([]);
      expect(labels).toMatchObject(selector);
    }
    const ports = container.ports.map(({ name }: { name: string }) => name);
    const led = service.spec.ports.map(({ targetPort }: { targetPort: string }) => targetPort);
    const probed = [container.livenessProbe, container.readinessProbe].map(({ httpGet }) => httpGet.port);
    for (const port of [...led, ...probed]) expect(ports).toContain(port);
  });

  test('secrets are not in the file', () => {
    const urls = container.env.filter(({ name }: { name: string }) => name.endsWith('_URL'));
    expect(urls).toHaveLength(2);
    for (const { value, valueFrom } of urls)
      expect({ value, of: valueFrom.secretKeyRef.name }).toEqual({ value: undefined, of: 'adoption' });
  });
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
