/**
 * Packages for one platform each, which npm leaves out of package-lock.json when the registry it
 * asks does not have them. Without their entries `npm ci` then refuses the whole file everywhere.
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

/** What npm wrote, in its order of keys. */
export function readLockFile(text: string): LockFile {
  // npm's own file; a schema would put the keys it names before the others.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(text) as LockFile;
}

const platform =
  /(?:^|[-/])(android|darwin|freebsd|linux|openharmony|wasm32|win32)(?:-([a-z0-9]+))?(?:-([a-z]+))?$/;

/** What a package's name says of where it runs: `@swc/core-linux-arm64-musl`. */
function limitsOf(name: string): Record<string, string[]> | null {
  const [, system, processor, library] = platform.exec(name) ?? [];
  if (system === 'wasm32') return { cpu: ['wasm32'] };
  if (system === undefined || processor === undefined) return null;
  const limits = { os: [system], cpu: [processor] };
  if (system !== 'linux' || processor === 'arm') return limits;
  if (library === 'gnu') return { ...limits, libc: ['glibc'] };
  return library === 'musl' ? { ...limits, libc: ['musl'] } : limits;
}

/** The entries that the lock file lacks, by their paths. */
export function missingPlatforms(packages: LockedPackages): LockedPackages {
  const missing: Record<string, LockedPackage> = {};
  const paths = Object.keys(packages);
  for (const { dev, optionalDependencies = {} } of Object.values(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      if (paths.some((known) => known.endsWith(`node_modules/${name}`))) continue;
      const limits = limitsOf(name);
      if (limits === null) throw new Error(`Where does ${name} run? Its name does not say it.`);
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
