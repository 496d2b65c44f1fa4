import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { projectFile } from '../cli/project.ts';
import { sourceDigest } from '../http/source-digest.ts';
import { type Contract, hasTarget } from '../openapi/contract.ts';
import { isObject, type Json } from '../openapi/json.ts';
import { serviceOf } from '../openapi/service.ts';

export interface PageOptions {
  /** The address of the viewer, relative to that of the page; without it the viewer is a part of the page. */
  viewer?: string;
  /**
   * The address of the server that the console calls, which may be relative to that of the page;
   * without it, the servers of the contract.
   */
  server?: string;
}

/** The reference documentation of a contract as a page of HTML, with a console that sends requests. */
export function documentationPage(contract: Contract, { viewer, server }: PageOptions = {}): string {
  const { title, version } = serviceOf(contract);
  const code = viewer === undefined ? inScript(viewerCode()) : '';
  const start = ownFile('show-contract.js');
  const policy = [
    "default-src 'none'",
    // The console sends requests to the server that the reader names.
    'connect-src *',
    'img-src data:',
    "style-src 'unsafe-inline'",
    `script-src ${viewer === undefined ? sourceDigest(code) : "'self'"} ${sourceDigest(start)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${inText(`${title} ${version}`)}</title>
<style>
${ownFile('page.css')}</style>
<style id="viewer-style" media="not all">
${ownFile('viewer.css')}</style>
</head>
<body>
<openapi-explorer${server === undefined ? '' : ` data-server="${inText(server)}"`}></openapi-explorer>
<noscript>This page needs JavaScript.</noscript>
<script type="application/json" id="contract">
${inScript(JSON.stringify(withoutLost(contract.document, contract.document), null, 2))}
</script>
<script${viewer === undefined ? '' : ` src="${inText(viewer)}"`}>${code}</script>
<script>${start}</script>
</body>
</html>
`;
}

/**
 * A part of a document without the references that lead out of it or nowhere, as extensions and examples may have them:
 * for one of these the viewer shows nothing at all, after it has asked for it elsewhere.
 */
function withoutLost(part: Json, document: Json): Json {
  if (Array.isArray(part)) return part.map((item) => withoutLost(item, document));
  if (!isObject(part)) return part;
  const isLost = (name: string, value: Json) =>
    name === '$ref' && typeof value === 'string' && !hasTarget(document, value);
  const kept = Object.entries(part).filter(([name, value]) => !isLost(name, value));
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutLost(value, document)]));
}

/** The viewer in one file, as its package has it. */
function viewerCode(): string {
  const file = import.meta.resolve('openapi-explorer/dist/browser/openapi-explorer.min.js');
  return readFileSync(fileURLToPath(file), 'utf8');
}

function ownFile(name: string): string {
  return readFileSync(projectFile(`scripts/documentation/${name}`), 'utf8');
}

/** Code or JSON that does not end the script it stands in. Before these letters, `<` only stands in texts of either. */
function inScript(text: string): string {
  return text.replaceAll(/<(?=!--|\/?script)/gi, '\\u003c');
}

function inText(text: string): string {
  return text.replaceAll(/[&<"]/g, (sign) => `&#${sign.codePointAt(0)};`);
}
