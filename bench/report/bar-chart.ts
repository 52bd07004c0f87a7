// Draws ratios as an SVG of horizontal bars on a logarithmic scale, with colours that are legible on light and dark pages.

export type Bars = { title: string; bars: readonly { name: string; times: number }[] };

const width = 760;
const namesWidth = 170;
const barHeight = 14;
const lineHeight = 19;
const titleHeight = 30;
const valueWidth = 60;
/** Contrast of at least 4.5 with white and with #0d1117. */
const text = '#767c85';
const colours = ['#767c85', '#3f7fd1', '#2a8f89', '#a56f2a', '#a461b8'];

const escaped = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export function barChart(caption: string, groups: readonly Bars[]): string {
  const values = groups.flatMap(({ bars }) => bars.map(({ times }) => times)).filter((t) => t > 0);
  const [low, high] = [
    Math.log10(Math.min(...values, 1)) - 0.15,
    Math.log10(Math.max(...values, 1)),
  ];
  const x = (times: number) =>
    namesWidth + ((Math.log10(times) - low) / (high - low)) * (width - namesWidth - valueWidth);
  const parts: string[] = [];
  let y = titleHeight;
  for (const { title, bars } of groups) {
    parts.push(`<text x="0" y="${y + 16}" font-weight="600">${escaped(title)}</text>`);
    y += titleHeight;
    for (const [at, { name, times }] of bars.entries()) {
      if (!(times > 0)) continue;
      const end = x(times);
      const barY = y + (lineHeight - barHeight) / 2;
      parts.push(
        `<text x="12" y="${y + 14}">${escaped(name)}</text>`,
        `<rect x="${namesWidth}" y="${barY}" width="${(end - namesWidth).toFixed(1)}" height="${barHeight}" fill="${colours[at % colours.length]}"/>`,
        `<text x="${(end + 6).toFixed(1)}" y="${y + 14}">${times.toFixed(2)} ×</text>`,
      );
      y += lineHeight;
    }
  }
  const one = x(1).toFixed(1);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y + 12}" font-family="system-ui, sans-serif" font-size="13" fill="${text}" role="img" aria-label="${escaped(caption)}">
<text x="0" y="16">${escaped(caption)}; logarithmic, shorter is better</text>
<line x1="${one}" x2="${one}" y1="${titleHeight}" y2="${y}" stroke="${text}" stroke-dasharray="3 3"/>
${parts.join('\n')}
</svg>
`;
}
