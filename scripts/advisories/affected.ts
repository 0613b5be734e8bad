import { compareVersions } from './versions.ts'

type Event =
  | { readonly introduced: string }
  | { readonly fixed: string }
  | { readonly last_affected: string }

/** What is used of an advisory in the OSV format (https://ossf.github.io/osv-schema). */
export interface Advisory {
  readonly id: string
  readonly summary?: string
  readonly withdrawn?: string
  readonly affected: readonly {
    readonly package: { readonly ecosystem: string; readonly name: string }
    readonly ranges?: readonly { readonly type: string; readonly events: readonly Event[] }[]
    readonly versions?: readonly string[]
  }[]
}

export interface Installed {
  readonly name: string
  readonly version: string
}

interface LockFile {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly name?: string; readonly link?: boolean }>
  >
}

const folder = 'node_modules/'

/** Every version of every package that a lock file installs. */
export const installedOf = ({ packages }: LockFile): readonly Installed[] =>
  Object.entries(packages).flatMap(([path, { version, name, link }]) => {
    if (!path.includes(folder) || version === undefined || link === true) return []
    const last = path.slice(path.lastIndexOf(folder) + folder.length)
    return [{ name: name ?? last, version }]
  })

/** Events come in the order of versions; the last one at or before a version decides. */
const isWithin = (version: string, events: readonly Event[]): boolean => {
  let within = false
  for (const event of events) {
    if ('introduced' in event && compareVersions(version, event.introduced) >= 0) within = true
    if ('fixed' in event && compareVersions(version, event.fixed) >= 0) within = false
    if ('last_affected' in event && compareVersions(version, event.last_affected) > 0)
      within = false
  }
  return within
}

const concerns = (advisory: Advisory, { name, version }: Installed): boolean =>
  advisory.withdrawn === undefined &&
  advisory.affected.some(({ package: of, ranges = [], versions = [] }) => {
    if (of.ecosystem !== 'npm' || of.name !== name) return false
    return versions.includes(version) || ranges.some(({ events }) => isWithin(version, events))
  })

export interface Finding extends Installed {
  readonly id: string
  readonly summary: string
}

/** Installed versions that an advisory names. */
export const affectedBy = (
  advisories: readonly Advisory[],
  installed: readonly Installed[],
): readonly Finding[] =>
  advisories.flatMap((advisory) =>
    installed
      .filter((each) => concerns(advisory, each))
      .map((each) => ({ ...each, id: advisory.id, summary: advisory.summary ?? '' })),
  )
