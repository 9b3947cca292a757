const [width, height, left, bottom] = [640, 320, 48, 36];
const colours = ['#1f6f5c', '#b4541f', '#4457a6', '#8a6d00', '#7a3b7d'];

/** Draws a line for each series over sizes that grow tenfold, as SVG. Values are milliseconds. */
export function plot(
  sizes: readonly number[],
  series: Readonly<Record<string, readonly number[]>>,
): string {
  const maxValue = Math.ceil(1.2 * Math.max(...Object.values(series).flat()));
  const x = (index: number) =>
    left + (index * (width - left - 130)) / Math.max(1, sizes.length - 1);
  const y = (value: number) => height - bottom - (value / maxValue) * (height - bottom - 16);
  const text = (textX: number, textY: number, content: string, attributes = '') =>
    `<text x="${textX.toFixed(1)}" y="${textY.toFixed(1)}" ${attributes}>${content}</text>`;
  const curves = Object.entries(series).map(([name, values], index) => {
    const points = values.map(
      (value, position) => `${x(position).toFixed(1)},${y(value).toFixed(1)}`,
    );
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
      text(left - 8, y(share * maxValue) + 4, (share * maxValue).toFixed(1), 'text-anchor="end"'),
    ),
    ...sizes.map((size, index) =>
      text(x(index), height - 12, size.toLocaleString('en-GB'), 'text-anchor="middle"'),
    ),
    `<line x1="${left}" y1="${y(0)}" x2="${width - 130}" y2="${y(0)}" stroke="#888"/>`,
    ...curves,
    '</svg>\n',
  ].join('\n');
}
