import { readFileSync } from 'node:fs'
import { type Advisory, affectedBy, installedOf } from './advisories/affected.ts'

/*
 * Versions of the lock file against published advisories, without a network: those of the project's
 * own list, and of files in the OSV format that are named. Part of the steps of a release.
 */

const read = (path: string | URL) => JSON.parse(readFileSync(path, 'utf8'))

const listed = (path: string | URL): readonly Advisory[] => [read(path)].flat()

const own = new URL('./advisories/advisories.json', import.meta.url)
const advisories = [own, ...process.argv.slice(2)].flatMap(listed)
const installed = installedOf(read('package-lock.json'))
const findings = affectedBy(advisories, installed)

for (const { name, version, id, summary } of findings) {
  console.log(`${name} ${version}: ${id} ${summary}`)
}
console.log(
  findings.length === 0
    ? `None of ${advisories.length} advisories concerns the ${installed.length} installed packages.`
    : `${findings.length} installed packages are concerned.`,
)
process.exitCode = findings.length === 0 ? 0 : 1
