import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';
import { projectFolder } from '../cli/project.ts';

/**
 * A browser for tests: on Linux x64 the Chromium that is one of the dependencies, which needs nothing of the system;
 * elsewhere an installed Google Chrome. Throws when there is neither.
 */
export async function openBrowser(): Promise<Browser> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return chromium.launch({ channel: 'chrome' }).catch((cause: unknown) => {
      throw new Error(
        'These tests need a browser. On Linux x64 one comes with `npm ci`; here, install Google Chrome.',
        { cause },
      );
    });
  }
  const folder = await unpackedChromium();
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
  };
  // Neither a sandbox nor a graphics card is to be had in a container;
  // what Chromium keeps in shared memory is often too much for one.
  const args = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--font-render-hinting=none'];
  return chromium.launch({ executablePath: join(folder, 'chromium'), args, env }).catch((cause: unknown) => {
    throw new Error(
      `The Chromium of @sparticuz/chromium does not start from ${folder}: delete that folder and run \`npm ci\`.`,
      { cause },
    );
  });
}

/** The browser of the package is compressed. It is unpacked beside it, once, and by one process alone. */
async function unpackedChromium(): Promise<string> {
  const cache = join(projectFolder, 'node_modules', '.cache', 'chromium');
  if (existsSync(cache)) return cache;
  await mkdir(join(cache, '..'), { recursive: true });
  const own = await mkdtemp(`${cache}-`);
  // The package unpacks into the folder for temporary files;
  // the libraries that a bare system lacks, where it thinks itself in the cloud.
  const environment = { ...process.env, TMPDIR: own, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' };
  await promisify(execFile)(
    process.execPath,
    ['--eval', 'import("@sparticuz/chromium").then(({ default: chromium }) => chromium.executablePath())'],
    { cwd: projectFolder, env: environment },
  );
  // Its fonts, for a system that has none; those of the system where there are.
  await writeFile(
    join(own, 'fonts.conf'),
    `<?xml version="1.0"?>
<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir>${join(cache, 'fonts')}</dir>
<cachedir>${join(cache, 'fonts-cache')}</cachedir>
</fontconfig>`,
  );
  await rename(own, cache).catch(async (error: unknown) => {
    // Another process was faster.
    if (!existsSync(cache)) throw error;
    await rm(own, { recursive: true });
  });
  return cache;
}
