import { adopt } from '../adopt.js';

// A key in a page is known to everyone who opens it: here it is that of whoever types it into the address.
const given = new URLSearchParams(location.hash.slice(1));
const report = document.querySelector('#report');
const print = (line: string) => report?.append(`${line}\n`);

try {
  const apiKey = given.get('key') ?? '';
  const limitedKey = given.get('limited-key') ?? apiKey;
  await adopt({ baseUrl: new URL('/v1', location.href).href, apiKey, limitedKey }, print);
} catch (error) {
  print(String(error));
}
