export interface Bar {
  series: string;
  value: number;
}

export interface Group {
  name: string;
  bars: readonly Bar[];
}

// Distinguishable without seeing colours as most do (Okabe and Ito).
const colours = ['#0072b2', '#56b4e9', '#e69f00', '#009e73', '#d55e00', '#cc79a7', '#f0e442'];
const [left, right, top, barHeight, gap] = [150, 60, 86, 11, 14];
const width = 800;

/** A chart of horizontal bars in groups, with a line at 1, as SVG. Its own background makes it readable on any page. */
export function barChart(title: string, description: string, groups: readonly Group[]): string {
  const series = [...new Set(groups.flatMap(({ bars }) => bars.map((bar) => bar.series)))];
  const longest = Math.max(1, ...groups.flatMap(({ bars }) => bars.map(({ value }) => value)));
  const scale = (width - left - right) / longest;
  const colourOf = (name: string) => colours[series.indexOf(name) % colours.length] ?? '';
  const legend = series.map((name, index) => {
    const [x, y] = [left + (index % 3) * 190, 32 + Math.floor(index / 3) * 16];
    return `${box(x, y - 9, 9, 9, colourOf(name))}${label(x + 14, y, name)}`;
  });
  let y = top;
  const drawn = groups.map(({ name, bars }) => {
    const named = label(left - 10, y + (bars.length * barHeight) / 2 + 4, name, 'text-anchor="end"');
    const lines = bars.map(({ series: own, value }) => {
      y += barHeight;
      const bar = box(left, y - barHeight, value * scale, barHeight - 1, colourOf(own));
      return `${bar}${label(left + value * scale + 4, y - 2, value.toFixed(2), 'font-size="9"')}`;
    });
    y += gap;
    return [named, ...lines].join('\n');
  });
  const one = left + scale;
  const accessible = 'role="img" aria-labelledby="title description"';
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" ${accessible}>`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="description">${escaped(description)}</desc>`,
    box(0, 0, width, y, '#ffffff'),
    '<g font-family="system-ui, sans-serif" font-size="12" fill="#1f2328">',
    label(left, 14, title, 'font-weight="bold"'),
    ...legend,
    ...drawn,
    `<path d="M${one} ${top - 6}V${y - gap + 4}" stroke="#1f2328" stroke-dasharray="3 3"/>`,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function box(x: number, y: number, length: number, height: number, colour: string): string {
  return `<rect x="${x}" y="${y}" width="${length.toFixed(1)}" height="${height}" fill="${colour}"/>`;
}

function label(x: number, y: number, text: string, attributes = ''): string {
  return `<text x="${x.toFixed(1)}" y="${y}" ${attributes}>${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
