import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../../../../testing/builders.ts'
import { type FilledRow, insertFilled } from '../../../../testing/filled-row.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { audit } from '../../../kit/audit.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import { tenantDigest } from '../../../platform/db/tenant-digest.ts'
import { buildPrinter } from '../../../security/sweep/issuance-rows.ts'
import { RowWatch } from './row-watch.ts'
import { besideRefusals, ownWork, tableParts } from './table-parts.ts'
import { Tally } from './tally.ts'

/* Guards: the columns, names and foreign rows of each table in `ownWork`, and `besideRefusals`. */

let test: TestApp
let userId: string
let webhookId: string
let printerId: string
let alertId: string
interface Event {
  readonly event_id: string
  readonly occurred_at: Date
}
let event: Event
let laterEvent: Event
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  userId = (await buildUser(test.ctx)).id
  printerId = await buildPrinter(test.ctx)
  webhookId = randomUUID()
  await insert('webhooks', { id: webhookId })
  alertId = randomUUID()
  await insert('printer_alerts', { id: alertId })
  event = await newEvent()
  laterEvent = await newEvent()
})
afterAll(() => test.close())

const insert = (table: keyof Tables, given: FilledRow = {}) => insertFilled(test, table, { given })

const events = new Set<string>()

/** An event of the tenant itself. */
const newEvent = async (
  action: 'PASSWORD_CHANGED' | 'REQUEST_REJECTED' = 'PASSWORD_CHANGED',
): Promise<Event> => {
  await test.ctx.transaction(async (ctx) =>
    audit(ctx, action, {
      subject: { entity: 'USERS', id: userId, name: 'ada' },
      ...(action === 'REQUEST_REJECTED' ? { outcome: 'DENIED' as const } : {}),
    }),
  )
  const rows = await test.ctx.db
    .selectFrom('audit_events')
    .select(['id as event_id', 'occurred_at'])
    .where('tenant_id', '=', test.tenant.id)
    .execute()
  const made = rows.find(({ event_id: id }) => !events.has(id))
  if (made === undefined) throw new Error('no event was written')
  for (const { event_id: id } of rows) events.add(id)
  return made
}

const write = (statement: string) => () =>
  test.testDatabase.asOwner((owner) => owner.query(statement.replace('$1', `'${test.tenant.id}'`)))

/** The tables that a watch names after this. */
const seenAfter = async (
  act: () => Promise<unknown>,
  beside?: Parameters<RowWatch['begin']>[1],
): Promise<readonly string[]> => {
  const tally = new Tally()
  const rows = new RowWatch(test.ctx, tally)
  await rows.begin(async () => {}, beside)
  await act()
  const route = { endpoint: { method: 'GET', path: '/' } } as const
  await rows.after('READ', { route, isRefused: false, repeat: async () => {} })
  return tally.found.map(({ seen }) => seen)
}

interface Case {
  readonly row: () => FilledRow
  /** What the service does by itself. */
  readonly own: readonly (string | (() => Promise<unknown>))[]
  /** What a caller of another tenant might do. */
  readonly others: readonly (string | (() => Promise<unknown>))[]
}

const cases: Readonly<Record<string, Case>> = {
  audit_chain: {
    row: () => ({ number: 5 }),
    own: [() => insert('audit_chain', { number: 6 })],
    others: ['update audit_chain set event_count = 99 where number = 5'],
  },
  audit_cursors: {
    row: () => ({}),
    own: ['update audit_cursors set number = number + 1'],
    others: [],
  },
  limited_callers: {
    row: () => ({ subject: 'USER', caller: '' }),
    own: [
      'update limited_callers set count = count + 1, last_at = now()',
      () => insert('limited_callers', { subject: 'USER', caller: userId }),
      () => insert('limited_callers', { subject: 'ADDRESS', caller: '192.0.2.0/24' }),
    ],
    others: [() => insert('limited_callers', { subject: 'USER', caller: randomUUID() })],
  },
  webhook_deliveries: {
    row: () => ({ ...event, webhook_id: webhookId }),
    own: [
      `update webhook_deliveries set state = 'DEAD', attempts = 9, failure = 'TIMEOUT'`,
      () => insert('webhook_deliveries', { ...laterEvent, webhook_id: webhookId }),
    ],
    others: [
      `update webhook_deliveries set action = 'X'`,
      () => insert('webhook_deliveries', { webhook_id: webhookId }),
    ],
  },
  webhook_lanes: {
    row: () => ({ webhook_id: webhookId }),
    own: ['update webhook_lanes set due_at = now(), failures = 3, slow = true'],
    others: [],
  },
  syslog_applications: {
    row: () => ({}),
    own: [`update syslog_applications set position = 7, failure = 'X', failures = 2`],
    others: [`update syslog_applications set host = 'elsewhere.example'`],
  },
  job_contents: {
    row: () => ({ queue: 'bulk-operations' }),
    own: [
      `update job_contents set state = 'DONE', attempts = 1, ended_at = now(), sealed = null`,
      () => insert('job_contents', { queue: 'mail' }),
    ],
    others: [
      () => insert('job_contents', { queue: 'async-jobs' }),
      `delete from job_contents where queue = 'async-jobs'`,
    ],
  },
  printer_alert_standings: {
    row: () => ({ alert_id: alertId, printer_id: printerId }),
    own: [`update printer_alert_standings set phase = 'OVER', told_at = now()`],
    others: [],
  },
  printer_alert_watches: {
    row: () => ({}),
    own: [`update printer_alert_watches set due_at = due_at + interval '1 s'`],
    others: [],
  },
  printer_lanes: {
    row: () => ({ printer_id: printerId }),
    own: ['update printer_lanes set due_at = now(), failures = 4'],
    others: [],
  },
  identity_providers: {
    row: () => ({}),
    own: [`update identity_providers set metadata_next_at = now(), metadata_state = '{"a": 1}'`],
    others: [`update identity_providers set issuer = 'https://elsewhere.example'`],
  },
}

const asAct = (act: string | (() => Promise<unknown>)) =>
  typeof act === 'string' ? write(act) : act

const isTable = (name: string): name is keyof Tables => name in cases

const prepare = async (table: string, { row }: Case): Promise<void> => {
  await write(`delete from ${table} where tenant_id = $1`)()
  if (isTable(table)) await insert(table, row())
}

describe('tables that the service writes to by itself', () => {
  it('are all tried here', () => {
    expect(Object.keys(cases).toSorted()).toEqual(Object.keys(ownWork).toSorted())
  })

  it.each(Object.entries(cases))(
    'of %s what it does is not taken for a call',
    async (table, each) => {
      await prepare(table, each)
      for (const act of each.own) expect(await seenAfter(asAct(act))).toEqual([])
    },
  )

  it.each(Object.entries(cases))('of %s all else is seen', async (table, each) => {
    await prepare(table, each)
    const remove = `delete from ${table} where tenant_id = $1`
    for (const act of [...each.others, remove]) {
      expect(await seenAfter(asAct(act)), String(act)).toEqual([table])
    }
  })

  it('are compared as all others are', async () => {
    const compared = await tenantDigest(test.ctx.db, test.tenant.id, await tableParts(test.ctx))
    const whole = await tenantDigest(test.ctx.db, test.tenant.id, new Map())
    expect([...compared.keys()]).toEqual([...whole.keys()])
    expect([...compared.keys()]).toEqual(expect.arrayContaining(Object.keys(ownWork)))
  })
})

describe('a host that refuses calls of others', () => {
  it('may write that it did, and nothing else', async () => {
    const rejected = await seenAfter(() => newEvent('REQUEST_REJECTED'), besideRefusals)
    expect(rejected).toEqual([])
    const changed = await seenAfter(() => newEvent(), besideRefusals)
    expect(changed).toEqual(['audit_details, audit_events'])
  })

  it('is seen to write where no call reaches it', async () => {
    const rejected = await seenAfter(() => newEvent('REQUEST_REJECTED'))
    expect(rejected).toEqual(['audit_details, audit_events'])
  })
})
