const [width, height, left, bottom] = [640, 320, 48, 36];
const colours = ['#1f6f5c', '#b4541f', '#4457a6', '#8a6d00', '#7a3b7d'];

/** A line for each name over sizes that grow tenfold, as SVG; values are milliseconds. */
export function plot(
  sizes: readonly number[],
  lines: Readonly<Record<string, readonly number[]>>,
): string {
  const most = Math.ceil(1.2 * Math.max(...Object.values(lines).flat()));
  const x = (at: number) => left + (at * (width - left - 130)) / Math.max(1, sizes.length - 1);
  const y = (value: number) => height - bottom - (value / most) * (height - bottom - 16);
  const text = (atX: number, atY: number, words: string, more = '') =>
    `<text x="${atX.toFixed(1)}" y="${atY.toFixed(1)}" ${more}>${words}</text>`;
  const drawn = Object.entries(lines).map(([name, values], index) => {
    const points = values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`);
    const colour = colours[index % colours.length] ?? '#000';
    return [
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points.join(' ')}"/>`,
      text(width - 118, 24 + 20 * index, name, `fill="${colour}"`),
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    ...[0, 0.5, 1].map((share) =>
      text(left - 8, y(share * most) + 4, (share * most).toFixed(1), 'text-anchor="end"'),
    ),
    ...sizes.map((size, at) =>
      text(x(at), height - 12, size.toLocaleString('en-GB'), 'text-anchor="middle"'),
    ),
    `<line x1="${left}" y1="${y(0)}" x2="${width - 130}" y2="${y(0)}" stroke="#888"/>`,
    ...drawn,
    '</svg>\n',
  ].join('\n');
}
