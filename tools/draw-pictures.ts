import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';

/**
 * Renders the images that must be PNG: the icons of the installed app and the link preview. Run
 * it after a change in tools/pictures and commit the files in web/public. `CHROMIUM` names the
 * browser.
 */
const root = join(import.meta.dirname, '..');
const pictures = [
  { source: 'icon.html', file: 'icon-192.png', width: 192, height: 192 },
  { source: 'icon.html', file: 'icon-512.png', width: 512, height: 512 },
  { source: 'icon.html?maskable', file: 'icon-maskable.png', width: 512, height: 512 },
  { source: 'icon.html?maskable', file: 'apple-touch-icon.png', width: 180, height: 180 },
  { source: 'preview.html', file: 'preview.png', width: 1200, height: 630 },
];

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--allow-file-access-from-files'],
});
const page = await browser.newPage();
for (const { source, file, width, height } of pictures) {
  await page.setViewportSize({ width, height });
  await page.goto(`${pathToFileURL(join(root, 'tools/pictures')).href}/${source}`);
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: join(root, 'web/public', file), omitBackground: true });
}
await browser.close();
