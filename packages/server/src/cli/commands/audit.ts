import { setTimeout as sleep } from 'node:timers/promises'
import { audit } from '../../kit/audit.ts'
import type { Context } from '../../kit/context.ts'
import { mailNotices } from '../../modules/authenticators/notices/index.ts'
import {
  auditUpkeep,
  sequenceAuditEvents,
  verifyAuditExport,
} from '../../modules/operations/audit-events/index.ts'
import { writeNewFile } from '../../platform/new-file.ts'
import type { Platform } from '../../platform/platform.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import { type Command, type Given, operand } from '../command.ts'
import { contextAt, withPlatform } from '../platform.ts'

const shownFaults = 20

const readable = async <T>(file: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new StartRefused(`${file} cannot be read (${code})`, error)
  }
}

export const auditVerify: Command = {
  name: 'audit verify',
  operands: ['FILE'],
  summary: 'check an exported audit log: chain, counts, signatures, details',
  details: [
    'Reads an archive as it is, compressed. Needs no database and no key. Says which key signed',
    'the log: compare it with what "audit export" said. Events whose person was erased are',
    'counted; they do not break the log.',
    'Ends with 0 for a sound log, with 1 for a broken one.',
  ],
  run: async (given, { say }) => {
    const file = operand(given)
    const verdict = await readable(file, () => verifyAuditExport({ file }))
    const { valid, batches, first, events, erased, faults, signedBy } = verdict
    for (const fault of faults.slice(0, shownFaults)) say(fault)
    if (faults.length > shownFaults) say(`and ${faults.length - shownFaults} more`)
    const from = first === 1 ? '' : ` from batch ${first} on`
    say(
      `${valid ? 'sound' : 'BROKEN'}: ${events} events in ${batches} batches${from}, ${erased} erased`,
    )
    if (signedBy !== null) say(`signed by ${signedBy}`)
    return valid ? 0 : 1
  },
}

const dayForm = /^\d{4}-\d\d-\d\d$/

const timeOf = ({ options }: Given, name: string): Date | undefined => {
  const text = options.get(name)
  if (text === undefined) return undefined
  const time = new Date(dayForm.test(text) ? `${text}T00:00:00Z` : text)
  if (Number.isNaN(time.getTime())) {
    throw new StartRefused(
      `--${name} ${text} is no day (2026-11-21) and no time (2026-11-21T12:00:00Z)`,
    )
  }
  return time
}

const patienceMillis = 10_000

/** Chains what waits; an open transaction holds up what came after it. Returns what still waits. */
const chainAll = async (platform: Platform, ctx: Context): Promise<number> => {
  const until = Date.now() + patienceMillis
  for (;;) {
    while ((await sequenceAuditEvents(platform, mailNotices(platform))) > 0);
    const { unchained } = await auditUpkeep.countEvents(ctx)
    if (unchained === 0 || Date.now() > until) return unchained
    await sleep(200)
  }
}

const noteExport = (ctx: Context, range: Readonly<Record<string, Date | undefined>>) =>
  ctx.transaction(async (ctx) => {
    audit(ctx, 'AUDIT_EXPORTED', {
      subject: { entity: 'SUBSCRIBERS', id: ctx.tenant.id, name: ctx.tenant.companyName },
      attributes: { from: range.from?.toISOString(), until: range.until?.toISOString() },
    })
  })

export const auditExport: Command = {
  name: 'audit export',
  operands: ['FILE'],
  options: {
    tenant: { value: 'HOST', text: 'the tenant that answers there; else the default tenant' },
    from: { value: 'TIME', text: 'from this day or time on (UTC)' },
    to: { value: 'TIME', text: 'before this day or time (UTC)' },
  },
  summary: 'write the audit log of a tenant into a file for "audit verify"',
  details: [
    'The file holds the verifying keys, every batch of the chain with its events and details, and a',
    'signature over the whole. With a time range it holds the whole batches that the events are in.',
    'Embedded database: stop the service before.',
  ],
  run: (given, terminal) => {
    const range = { from: timeOf(given, 'from'), until: timeOf(given, 'to') }
    return withPlatform(terminal, async (platform) => {
      const ctx = await contextAt(platform, given.options.get('tenant'), 'audit-export')
      const waiting = await chainAll(platform, ctx)
      await writeNewFile(operand(given), withLineFeeds(auditUpkeep.exportAuditEvents(ctx, range)))
      await noteExport(ctx, range)
      if (waiting > 0) {
        terminal.warn(`${waiting} new events are not in it: they wait for an open transaction`)
      }
      const { events, erased, signedBy } = await verifyAuditExport({ file: operand(given) })
      terminal.say(`${events} events, ${erased} of them erased, signed by ${signedBy}`)
      return 0
    })
  },
}

async function* withLineFeeds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}

export const auditRecount: Command = {
  name: 'audit recount',
  operands: [],
  summary: 'make the counts that reports read anew from the audit log',
  details: [
    'Of every tenant, under the lock of what writes them: the service may go on. Completed sign-ins of',
    'erased people are missing by application and authenticator afterwards: that stood in their details.',
    'Embedded database: stop the service before.',
  ],
  run: (_given, terminal) =>
    withPlatform(terminal, async (platform) => {
      await auditUpkeep.recountEvents(platform)
      terminal.say('counted')
      return 0
    }),
}
