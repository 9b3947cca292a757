/**
 * SHA-256 of bytes as lower-case hexadecimal (FIPS 180-4). The browser's own digest is there on HTTPS and
 * localhost alone, and an installation in a house network is often neither.
 */
export function sha256(bytes: Uint8Array): string {
  const state = Uint32Array.from(initialState);
  const view = new DataView(padded(bytes).buffer);
  const words = new Uint32Array(64);
  for (let block = 0; block < view.byteLength; block += 64) addBlock(state, view, block, words);
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}

function padded(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  result.set(bytes);
  result[bytes.length] = 0x80;
  const view = new DataView(result.buffer);
  view.setUint32(result.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(result.length - 4, (bytes.length << 3) >>> 0);
  return result;
}

function addBlock(state: Uint32Array, view: DataView, start: number, words: Uint32Array): void {
  const word = (index: number): number => words[index] ?? 0;
  for (let index = 0; index < 16; index++) words[index] = view.getUint32(start + index * 4);
  for (let index = 16; index < 64; index++) {
    const early = word(index - 15);
    const late = word(index - 2);
    words[index] =
      word(index - 16) +
      (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) +
      word(index - 7) +
      (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index++) {
    const first =
      (h +
        (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) +
        ((e & f) ^ (~e & g)) +
        (constants[index] ?? 0) +
        word(index)) |
      0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((value, index) => {
    state[index] = (state[index] ?? 0) + value;
  });
}

function turn(value: number, by: number): number {
  return (value >>> by) | (value << (32 - by));
}

const primes = firstPrimes(64);
const initialState = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const constants = Uint32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));

/** The first 32 bits behind the point: how the standard defines its constants. */
function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}
