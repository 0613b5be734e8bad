import { readConfig } from './platform/config.ts'
import { openDatabase } from './platform/db/open.ts'
import { createLog } from './platform/log.ts'
import { StartRefused } from './platform/start-refused.ts'

/** Brings the configured database to this release's schema and ends. */
try {
  const config = readConfig(process.env)
  const database = await openDatabase(
    config,
    createLog({ level: 'info', format: config.logFormat }),
  )
  await database.close()
} catch (error) {
  if (!(error instanceof StartRefused)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
