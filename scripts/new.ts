import { contractOptions } from './cli/command-help.ts';
import { runCommand, UsageError } from './cli/command-line.ts';
import { requirePackages } from './cli/packages.ts';

const command = {
  name: 'new',
  positionals: 'FOLDER',
  summary:
    'Lays out a service for a contract in a new folder: the contract, what follows from it, a server whose handlers\n' +
    'are to be written, a client, tests that verify both, and CI.',
  options: {
    ...contractOptions,
    spec: { type: 'string', value: 'FILE', description: 'the contract: any OpenAPI 3.0 to 3.2 document' },
  },
} as const;

await runCommand(command, async ({ spec, 'allow-remote': allowRemote }, [folder, ...others]) => {
  if (spec === undefined) throw new UsageError('Which contract? Give it with --spec FILE.');
  if (folder === undefined) throw new UsageError('Which folder? Name one that does not exist yet.');
  if (others.length > 0) throw new UsageError(`new takes one folder only, not ${others.join(' ')} as well.`);
  requirePackages('ajv@8', 'ajv-formats@3', 'openapi-typescript@7', 'rolldown@1');
  const { layOutService } = await import('./new/lay-out-service.ts');
  await layOutService(spec, folder, { allowRemote });
  return 0;
});
