import { Readable } from 'node:stream';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type StorageClient, storageClient } from '#server/testing/storage-client.ts';
import { setUpTestServer } from '#server/testing/test-server.ts';
import { createImageRenderer } from './render-image.ts';
import { RenderProcess } from './render-process.ts';

const server = await setUpTestServer();
let pictures: ReturnType<StorageClient['from']>;

/** Red on the left, blue on the right: 60 × 30 pixels. */
async function twoColours(): Promise<Buffer> {
  const red = { create: { width: 30, height: 30, channels: 3, background: 'red' } } as const;
  return sharp(red).extend({ right: 30, background: 'blue' }).png().toBuffer();
}

beforeAll(async () => {
  const operator = storageClient(server, 'operator');
  await operator.createBucket('pictures', { public: true });
  pictures = operator.from('pictures');
  await pictures.upload('two.png', await twoColours(), { contentType: 'image/png' });
});

function render(query: string, name = 'two.png', headers: Record<string, string> = {}) {
  const url = `${server.url}/storage/v1/render/image/public/pictures/${name}?${query}`;
  return fetch(url, { headers });
}

async function sizeOf(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  const { width, height } = await sharp(await response.arrayBuffer()).metadata();
  return `${width}x${height}`;
}

describe('GET /render/image', () => {
  it.each([
    ['width=20', '20x10'],
    ['height=10', '20x10'],
    ['width=10&height=10', '10x10'],
    ['width=10&height=10&resize=contain', '10x5'],
    ['width=10&height=20&resize=fill', '10x20'],
    ['width=120&height=120&resize=fill', '30x30'],
    ['width=120&height=10&resize=fill', '60x5'],
    ['width=120&height=20', '60x20'],
    ['width=120&height=20&gravity=fp', '60x20'],
    ['', '60x30'],
  ])('%s renders %s', async (query, size) => {
    expect(await sizeOf(await render(query))).toBe(size);
  });

  it('keeps the focal point in view', async () => {
    const colourAt = async (x: number) => {
      const response = await render(`width=10&height=10&gravity=fp&x_offset=${x}&y_offset=0.5`);
      expect(response.headers.get('x-transformations')).toContain(`gravity:fp:${x}:0.5`);
      const { dominant } = await sharp(await response.arrayBuffer()).stats();
      return dominant.r > dominant.b ? 'red' : 'blue';
    };
    expect(await colourAt(0)).toBe('red');
    expect(await colourAt(1)).toBe('blue');
  });

  it('chooses the format by the request, then by what the browser accepts', async () => {
    const typeOf = async (query: string, accept = '*/*') =>
      (await render(query, 'two.png', { accept })).headers.get('content-type');
    expect(await typeOf('width=10')).toBe('image/png');
    expect(await typeOf('width=10', 'image/webp,*/*')).toBe('image/webp');
    expect(await typeOf('width=10&format=origin', 'image/webp')).toBe('image/png');
    expect(await typeOf('width=10&format=avif')).toBe('image/avif');
  });

  it('keeps all colours of a PNG', async () => {
    const size = { width: 60, height: 60, channels: 3 } as const;
    const pixels = Buffer.from(Array.from({ length: 60 * 60 * 3 }, (_, at) => at % 251));
    const png = await sharp(pixels, { raw: size }).png().toBuffer();
    await pictures.upload('colours.png', png, { contentType: 'image/png' });
    const response = await render('quality=20', 'colours.png');
    const rendered = await sharp(await response.arrayBuffer())
      .raw()
      .toBuffer();
    expect(rendered.equals(pixels)).toBe(true);
  });

  it('is not sent again to a cache that has it', async () => {
    const eTag = (await render('width=10')).headers.get('etag') ?? '';
    const statusFor = async (tags: string, query = 'width=10') =>
      (await render(query, 'two.png', { 'if-none-match': tags })).status;
    for (const tags of [eTag, `W/${eTag}`, `"another", ${eTag}`, '*']) {
      expect(await statusFor(tags)).toBe(304);
    }
    expect(await statusFor('"another"')).toBe(200);
    expect(await statusFor(eTag, 'width=20')).toBe(200);
  });

  it('is in a signed URL only what the URL says', async () => {
    const transform = { width: 20, height: 20, quality: 60 };
    const { data } = await pictures.createSignedUrl('two.png', 60, { transform });
    const url = data?.signedUrl ?? '';
    expect(url).toContain('/render/image/sign/pictures/two.png?token=');
    const response = await fetch(`${url}&width=2`);
    expect(response.headers.get('x-transformations')).toBe(
      'height:20,width:20,resizing_type:fill,quality:60',
    );
    expect(await sizeOf(response)).toBe('20x20');
    expect((await fetch(url.replace('/render/image/', '/object/'))).status).toBe(400);
    const whole = (await pictures.createSignedUrl('two.png', 60)).data?.signedUrl ?? '';
    expect((await fetch(whole.replace('/object/', '/render/image/'))).status).toBe(400);
  });

  it('serves private images to those who may read them', async () => {
    const operator = storageClient(server, 'operator');
    await operator.createBucket('private', { public: false });
    await operator.from('private').upload('two.png', await twoColours());
    const transform = { transform: { width: 10 } };
    const { data } = await operator.from('private').download('two.png', transform);
    expect(data?.type).toBe('image/png');
    const nobody = storageClient(server, 'nobody').from('private');
    expect((await nobody.download('two.png', transform)).error).not.toBeNull();
    const url = nobody.getPublicUrl('two.png', transform).data.publicUrl;
    expect((await fetch(url)).status).toBe(400);
  });
});

/** A PNG of a few hundred kilobytes that stands for `side` × `side` pixels. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, checksum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0], 8);
  const rows = deflateSync(Buffer.alloc((side / 8 + 1) * side));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('attacks on image rendering', () => {
  it.each([
    ['a decompression bomb', () => bomb(20_000)],
    ['an SVG', () => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['an SVG behind an XML declaration', () => '<?xml version="1.0"?><svg/>'],
    ['a text', () => 'not an image'],
    ['a broken PNG', () => Buffer.concat([bomb(8).subarray(0, 40), Buffer.alloc(100)])],
    ['an empty file', () => Buffer.alloc(0)],
    ['a HEIF of no known brand', () => Buffer.from('00000010667479706d69663100000000', 'hex')],
  ])('%s is refused', async (name, bytes) => {
    const path = name.replaceAll(' ', '-');
    await pictures.upload(path, bytes(), { contentType: 'image/png', upsert: true });
    for (const query of ['', 'width=10']) {
      const response = await render(query, path);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        statusCode: '400',
        error: 'InvalidRequest',
        message: 'The source image is invalid or unsupported for rendering',
      });
    }
  });

  it.each([
    'width=-1',
    'width=0',
    'width=2501',
    'width=1e9',
    'width=1.5',
    'width=x',
    'height=99999',
    'quality=1000',
    'resize=explode',
    'format=../../etc',
    'x_offset=7',
  ])('%s is refused by the name of its parameter', async (query) => {
    const response = await render(query);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(query.split('=')[0]);
  });

  it('with many at once are answered or put off, and the server goes on', async () => {
    const responses = await Promise.all(Array.from({ length: 40 }, () => render('width=50')));
    const statuses = new Set(responses.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statuses).toContain(200);
    expect((await render('width=10')).status).toBe(200);
  });
});

describe('createImageRenderer', () => {
  it('says that an image takes too long', async () => {
    const source = Readable.from([await twoColours()]);
    const rendered = createImageRenderer(1).render('192.0.2.1', source, { width: 20 }, false);
    await expect(rendered).rejects.toMatchObject({
      code: 'InvalidRequest',
      message: 'The image takes too long to render at this size',
    });
  });

  it('puts off an address that sends too many, and nobody else', async () => {
    const renderer = createImageRenderer();
    const source = await twoColours();
    const from = (address: string) =>
      renderer.render(address, Readable.from([source]), { width: 20 }, false).then(
        () => 'rendered',
        (error: unknown) => String(error),
      );
    const flood = Array.from({ length: 30 }, () => from('192.0.2.1'));
    const others = ['192.0.2.2', '192.0.2.3'].map((address) => from(address));
    expect(await Promise.all(others)).toEqual(['rendered', 'rendered']);
    const outcomes = await Promise.all(flood);
    expect(outcomes.filter((outcome) => outcome !== 'rendered').length).toBeGreaterThan(0);
  });
});

describe('RenderProcess', () => {
  it('stops an encoder at the time limit, and renders the next image', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
    const large = { width: 2500, height: 2500, channels: 3, background: 'red', noise } as const;
    const slow = {
      source: await sharp({ create: large }).jpeg().toBuffer(),
      format: 'avif',
      options: { quality: 100 },
    } as const;
    const quick = { source: await twoColours(), format: 'png', options: { width: 20 } } as const;
    const rendering = new RenderProcess();
    expect(await rendering.render(quick, 60_000)).toHaveProperty('bytes');
    expect(await rendering.render(slow, 300)).toBeNull();
    expect(await rendering.render(quick, 60_000)).toHaveProperty('bytes');
  });
});
