import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { areaOfCall, documentedCalls } from './app/areas.ts'
import { partsOf } from './app/openapi/parts.ts'
import { apis, openApiDocument } from './app/openapi.ts'
import { version } from './platform/version.ts'

/*
 * `npm run openapi` writes `openapi/<document>/<area>.json` from the contract; they are checked in, so
 * that a change of the wire shows in review. `npm run openapi -- <folder>` writes the three whole
 * documents, as the service serves them, into a folder.
 */

const checkedIn = new URL('../../../openapi/', import.meta.url)
const text = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
const [folder] = process.argv.slice(2)

for (const api of apis) {
  const document = openApiDocument(api, documentedCalls, version)
  if (folder === undefined) {
    const own = new URL(`${api}/`, checkedIn)
    await rm(own, { recursive: true, force: true })
    await mkdir(own, { recursive: true })
    for (const [area, part] of partsOf(document, areaOfCall(api))) {
      await writeFile(new URL(`${area}.json`, own), text(part))
    }
  } else {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, `${api}.json`), text(document))
  }
}
