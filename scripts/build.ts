import { runCommand } from './cli/command-line.ts';
import { paths } from './cli/project.ts';
import { buildPackage } from './package/build.ts';

const command = { name: 'build', summary: `Writes what the package holds to ${paths.dist}/.`, options: {} };

await runCommand(command, async () => {
  await buildPackage(paths.dist);
  console.log(`${paths.dist}/ is what the package holds.`);
  return 0;
});
