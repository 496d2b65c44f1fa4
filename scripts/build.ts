import { readArguments, runCommand } from './cli/command-line.ts';
import { paths } from './cli/project.ts';
import { buildPackage } from './package/build.ts';

await runCommand(async () => {
  readArguments('npm run build', {});
  await buildPackage(paths.dist);
  console.log(`${paths.dist}/ is what the package holds.`);
  return 0;
});
