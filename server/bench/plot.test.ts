import { expect, test } from 'vitest';
import { barChart } from './plot.ts';

const bar = (series: string, value: number) => ({ series, value });
const chart = barChart('Rates <of all>', 'A "description".', [
  { name: 'list', bars: [bar('this', 0.5), bar('other', 2)] },
  { name: 'create', bars: [bar('this', 1), bar('other', 1)] },
]);
/** Length and colour of each bar; a box of the legend is not as high. */
const bars = [...chart.matchAll(/width="([\d.]+)" height="10" fill="(#\w+)"/g)].map(([, length, colour]) => ({
  length: Number(length),
  colour,
}));

test('a bar is as long as its value says and has it beside it; a bar of 1 ends at the line', () => {
  const [half, two, one, other] = bars.map(({ length }) => length);
  expect([half, two, other]).toEqual([0.5, 2, 1].map((value) => expect.closeTo(value * (one ?? 0)) as number));
  expect(chart).toContain('>0.50</text>');
  expect(chart).toContain(`<path d="M${150 + (one ?? 0)} `);
});

test('who does not see it is told what it shows; texts are escaped', () => {
  expect(chart).toContain('role="img" aria-labelledby="title description"');
  expect(chart).toContain('<title id="title">Rates &lt;of all&gt;</title>');
  expect(chart).toContain('<desc id="description">A &quot;description&quot;.</desc>');
});

test('a server has one colour in all groups, which the legend names', () => {
  const [, named] = /fill="(#\w+)"\/><text[^>]*>this</.exec(chart) ?? [];
  expect(bars.map(({ colour }) => colour === named)).toEqual([true, false, true, false]);
});
