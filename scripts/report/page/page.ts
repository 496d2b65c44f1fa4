import { readFileSync } from 'node:fs';
import { sourceDigest } from '../../http/source-digest.ts';
import { filterRequirements } from './browser/filters.ts';
import { openRequirements } from './browser/requirements.ts';
import { describeSums } from './browser/sums.ts';
import { columnsOf, groupTitle, titles } from './columns.ts';
import { exchangeHtml } from './exchange-html.ts';
import { gridHtml, statusesOf } from './grid-html.ts';
import { Html, html } from './html.ts';
import { matrixHtml } from './matrix-html.ts';
import type { ContractReport } from './report.ts';
import { excerptHtml } from './requirement-html.ts';
import { summaryHtml } from './summary-html.ts';

const style = readFileSync(new URL('style.css', import.meta.url), 'utf8');
// Node.js has taken the types out of them.
const scripts = [`(${String(filterRequirements)})((${String(describeSums)})());`, `(${String(openRequirements)})();`];

/**
 * The report as one file of HTML that needs nothing else: a text in it is text, and nothing runs but its own script.
 */
export function contractPage(report: ContractReport): string {
  const { contract, excerpts, exchanges } = report;
  const policy = [
    "default-src 'none'",
    'img-src data:',
    `style-src ${sourceDigest(style)}`,
    `script-src ${scripts.map(sourceDigest).join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${contract.title} ${contract.version}: contract report</title>
<style>${Html.of(style)}</style>
</head>
<body>
<main>
${summaryHtml(report)}
<section class="requirements" aria-labelledby="requirements"><h2 id="requirements">Requirements</h2>
<p class="keys">Press <kbd>/</kbd> to search, <kbd>↑</kbd> <kbd>↓</kbd> to move,
<kbd>Enter</kbd> to open, <kbd>Esc</kbd> to close.</p>
${filtersHtml(report)}
${gridHtml(report)}
${matrixHtml(report)}
</section>
<section class="appendix" aria-labelledby="appendix"><h2 id="appendix">Lines and exchanges</h2>
<details><summary>The lines of the contract that requirements name</summary>
<noscript>${excerpts.map(excerptHtml)}</noscript></details>
<details><summary>The requests and responses that requirements were verified with</summary>
<noscript>${exchanges.map(exchangeHtml)}</noscript></details>
</section>
</main>
${scripts.map((script) => html`<script>${Html.of(script)}</script>\n`)}</body>
</html>
`;
  return page.toString();
}

function filtersHtml(report: ContractReport): Html {
  const columns = columnsOf(report);
  const verdicts = [
    'violated',
    'unproven',
    'kept',
    'waived',
    ...(columns.includes('mutants') ? ['survived', 'detected', 'equivalent'] : []),
  ];
  const option = (value: string, text = value) => html`<option value="${value}">${text}</option>`;
  const select = (name: string, label: string, all: string, options: Html[]) =>
    html`<label>${label} <select name="${name}"><option value="">${all}</option>${options}</select></label>`;
  return html`<form class="filters" role="search" hidden>
<label class="text">Search <input type="search" name="text" placeholder="in ids and statements"
autocomplete="off" spellcheck="false"></label>
${select(
  'verdict',
  'Verdict',
  'any',
  verdicts.map((verdict) => option(verdict)),
)}
${select(
  'side',
  'Side',
  'any',
  columns.map((column) => option(column, titles[column])),
)}
${select(
  'operation',
  'Operation',
  'all',
  report.groups.map((group) => option(group.name, groupTitle(group))),
)}
${select('status', 'Response', 'any', [
  option('none', 'others'),
  ...statusesOf(report).map((status) => option(status)),
])}
<output aria-live="polite"></output>
<button type="reset">Clear</button>
<button type="button" class="all">Open all</button>
</form>`;
}
