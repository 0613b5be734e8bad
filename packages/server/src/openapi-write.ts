import { mkdir, writeFile } from 'node:fs/promises'
import { documentedCalls } from './app/areas.ts'
import { openApiDocument } from './app/openapi.ts'
import { version } from './app/version.ts'

const folder = new URL('../../../openapi/', import.meta.url)

/** Writes `openapi/*.json` from the contract; checked in, so that a change of the wire shows in review. */
await mkdir(folder, { recursive: true })
for (const api of ['administration', 'authentication', 'issuance'] as const) {
  const document = openApiDocument(api, documentedCalls, version)
  await writeFile(new URL(`${api}.json`, folder), `${JSON.stringify(document, null, 2)}\n`)
}
