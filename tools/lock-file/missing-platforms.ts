/**
 * An entry of package-lock.json. npm leaves out a package for another platform if the registry
 * doesn't offer it, and then `npm ci` rejects the whole file on every platform.
 */
interface LockedPackage {
  readonly version?: string;
  readonly optional?: boolean;
  readonly dev?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type LockedPackages = Readonly<Record<string, LockedPackage>>;

export interface LockFile {
  readonly packages: LockedPackages;
}

/** Parses package-lock.json and preserves npm's order of keys. */
export function readLockFile(text: string): LockFile {
  // A validating schema would reorder the keys.
  return JSON.parse(text) as LockFile;
}

const platform =
  /(?:^|[-/])(android|darwin|freebsd|linux|openharmony|wasm32|win32)(?:-([a-z0-9]+))?(?:-([a-z]+))?$/;

/** Reads os, cpu and libc from a package's name, such as `@swc/core-linux-arm64-musl`. */
function parsePlatform(name: string): Record<string, string[]> | null {
  const [, system, processor, library] = platform.exec(name) ?? [];
  if (system === 'wasm32') return { cpu: ['wasm32'] };
  if (system === undefined || processor === undefined) return null;
  const limits = { os: [system], cpu: [processor] };
  if (system !== 'linux' || processor === 'arm') return limits;
  if (library === 'gnu') return { ...limits, libc: ['glibc'] };
  return library === 'musl' ? { ...limits, libc: ['musl'] } : limits;
}

/** Returns the entries that the lock file lacks, by path. */
export function missingPlatforms(packages: LockedPackages): LockedPackages {
  const missing: Record<string, LockedPackage> = {};
  const paths = Object.keys(packages);
  for (const { dev, optionalDependencies = {} } of Object.values(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (paths.some((path) => path.endsWith(`node_modules/${name}`))) continue;
      const limits = parsePlatform(name);
      if (limits === null) throw new Error(`The name of ${name} names no platform.`);
      missing[`node_modules/${name}`] = {
        version,
        ...limits,
        ...(dev === true ? { dev } : {}),
        optional: true,
      };
    }
  }
  return missing;
}
