import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { verifyAuditExport } from './modules/operations/audit-events/index.ts'

const usage = `usage: npm run signet -- <command>

  audit verify FILE    check an exported audit log: chain, counts, signatures, details
`

const say = (line: string): void => void process.stdout.write(`${line}\n`)

/** Exit status 0 for a sound log, 1 for a broken one. */
const verifyAudit = async (file: string): Promise<number> => {
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity })
  const { valid, batches, events, erased, faults } = await verifyAuditExport(lines)
  for (const fault of faults.slice(0, 20)) say(fault)
  if (faults.length > 20) say(`and ${faults.length - 20} more`)
  say(`${valid ? 'sound' : 'BROKEN'}: ${events} events in ${batches} batches, ${erased} erased`)
  return valid ? 0 : 1
}

const [area, verb, file] = process.argv.slice(2)
if (area === 'audit' && verb === 'verify' && file !== undefined) {
  process.exitCode = await verifyAudit(file)
} else {
  process.stderr.write(usage)
  process.exitCode = 2
}
