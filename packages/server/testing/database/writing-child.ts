// Test support: writes rows one by one and tells each that was acknowledged, until it is killed.
import { CompiledQuery } from 'kysely'
import { openEmbedded } from '../../src/platform/db/embedded.ts'
import { createLog } from '../../src/platform/log.ts'
import { insertProbe, tenantA } from './test-probe.ts'

const [directory = '', first = '0'] = process.argv.slice(2)
const { database } = await openEmbedded({ directory, log: createLog({ level: 'silent' }) })

for (let id = Number(first); id < Number(first) + 1_000; id += 1) {
  await database.flush(tenantA, [insertProbe(tenantA, id), CompiledQuery.raw('select 1')])
  process.stdout.write(`${id}\n`)
}
await new Promise(() => {})
