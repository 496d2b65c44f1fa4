import { readFileSync } from 'node:fs';
import packageFile from '../../package.json' with { type: 'json' };
import { projectFile } from '../cli/project.ts';
import { type Json, objectOf } from '../openapi/json.ts';
import { shellWord } from './source-text.ts';

/** The package.json of a new service: the packages of this project in the versions that it has itself. */
export function packageOf(name: string, specification: string, toolchain: Record<string, string>): string {
  const { devDependencies, dependencies } = packageFile;
  const server = JSON.parse(readFileSync(projectFile('server/package.json'), 'utf8')) as Json;
  const serverDependencies = objectOf(objectOf(server)['dependencies']);
  const file = shellWord(specification);
  const contract = (command: string, options = '') => `contract ${command} --spec ${file}${options}`;
  const description = {
    name:
      name
        .toLowerCase()
        .replaceAll(/[^a-z0-9._-]+/g, '-')
        .replace(/^[._-]+/, '') || 'service',
    version: '0.0.0',
    private: true,
    type: 'module',
    scripts: {
      check: `${contract('check', ' --out generated')} && npm test`,
      generate: contract('generate', ' --out generated'),
      test: 'vitest run',
      start: 'node server/main.ts',
      dev: 'node --watch server/main.ts',
      stub: contract('stub'),
      verify: contract('verify', ' --waivers spec/waivers.yaml'),
    },
    dependencies: {
      '@hono/node-server': serverDependencies['@hono/node-server'],
      hono: serverDependencies['hono'],
      'openapi-fetch': dependencies['openapi-fetch'],
    },
    devDependencies: {
      '@redocly/cli': devDependencies['@redocly/cli'],
      '@types/node': devDependencies['@types/node'],
      ajv: devDependencies.ajv,
      'ajv-formats': devDependencies['ajv-formats'],
      ...toolchain,
      node: devDependencies.node,
      'openapi-typescript': devDependencies['openapi-typescript'],
      rolldown: devDependencies.rolldown,
      typescript: devDependencies.typescript,
      vitest: devDependencies.vitest,
    },
    allowScripts: { node: true },
  };
  return `${JSON.stringify(description, null, 2)}\n`;
}
