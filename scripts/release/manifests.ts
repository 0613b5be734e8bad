import { isRecord } from '../test/parse.ts'

const ownPin = /("@signet\/[\w-]+": )"[^"]*"/g

/** A `package.json` of the workspace at another version; own packages are pinned to the one that all have. */
export const manifestAt = (text: string, version: string): string =>
  text
    .replace(/^( {2}"version": )"[^"]*"/m, (_, member: string) => `${member}"${version}"`)
    .replace(ownPin, (_, member: string) => `${member}"${version}"`)

const pinned = (entry: Readonly<Record<string, unknown>>, version: string): object =>
  JSON.parse(
    JSON.stringify({ ...entry, version }).replace(/("@signet\/[\w-]+":)"[^"]*"/g, `$1"${version}"`),
  )

/** The lock file at another version: of the workspaces alone, not of what is installed. */
export const lockAt = (text: string, version: string): string => {
  const lock: unknown = JSON.parse(text)
  if (!isRecord(lock) || !isRecord(lock['packages'])) throw new Error('No lock file of npm.')
  const packages = Object.entries(lock['packages']).map(([path, entry]) => [
    path,
    path.includes('node_modules') || !isRecord(entry) ? entry : pinned(entry, version),
  ])
  const changed = { ...lock, version, packages: Object.fromEntries(packages) }
  return `${JSON.stringify(changed, null, 2)}\n`
}

/** The source of the contract that names the release, at another version. */
export const releaseAt = (text: string, version: string): string =>
  text.replace(/^(export const release = )'[^']*'/m, (_, start: string) => `${start}'${version}'`)
