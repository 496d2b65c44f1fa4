import { readArguments, runCommand } from './cli/command-line.ts';
import { buildPackage } from './package/build.ts';

await runCommand(async () => {
  readArguments('npm run build', {});
  await buildPackage();
  console.log('dist/ is what the package holds.');
  return 0;
});
