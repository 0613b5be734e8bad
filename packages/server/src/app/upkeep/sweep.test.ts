import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildUser } from '../../../testing/builders.ts'
import { type FilledRow, insertFilled } from '../../../testing/filled-row.ts'
import { buildSiteAgent } from '../../../testing/issuance/site-agents.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import type { Retention } from '../../kit/module.ts'
import type { Tables } from '../../platform/db/schema.ts'
import { listTenantIds } from '../../platform/db/tenant-ids.ts'
import { buildFlashPass } from '../../security/sweep/flash-pass-rows.ts'
import { buildPrint, buildPrinter } from '../../security/sweep/issuance-rows.ts'
import { buildRadiusApplication } from '../../security/sweep/radius-rows.ts'
import { buildTotp } from '../../security/sweep/rows.ts'
import { buildSamlApplication } from '../../security/sweep/saml-rows.ts'
import { buildWorkflowDesign } from '../../security/sweep/workflow-rows.ts'
import { kept, retention } from './retention.ts'
import { sweepAll } from './sweep.ts'

let test: TestApp
let userId: string
let tokenId: string
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  userId = (await buildUser(test.ctx)).id
  tokenId = (await buildTotp(test.ctx, userId)).id
  radiusId = (await buildRadiusApplication(test.ctx)).id
  samlId = await buildSamlApplication(test.ctx)
  printerId = await buildPrinter(test.ctx)
  for (let made = 0; made < 2; made += 1) printerIds.push(await buildPrinter(test.ctx))
  for (let made = 0; made < 2; made += 1) workflowIds.push(await buildWorkflowDesign(test.ctx))
  for (let made = 0; made < 4; made += 1) jobIds.push((await buildPrint(test.ctx)).jobId)
  await test.ctx.db.deleteFrom('print_contents').execute()
  agentId = (await buildSiteAgent(test.ctx)).id
  await buildFlashPass(test.ctx)
  const pass = test.ctx.db.selectFrom('flash_passes').select('id')
  passId = (await pass.executeTakeFirstOrThrow()).id
})
afterAll(() => test.close())

/** An id as it was made at that time (UUIDv7). */
const idAt = (at: Date): string => {
  const hex = at.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`
}

/** A row with what the table demands; `given` beside it. Returns the condition that finds it. */
const insert = async (table: keyof Tables, given: FilledRow): Promise<RawBuilder<boolean>> => {
  const row = await insertFilled(test, table, {
    given,
    demanded: { user_id: userId, token_id: tokenId },
  })
  const names = Object.keys(row)
  const keys = names.filter((name) => /(^|_)(id|uuid|hash|key)$|subject|recipient/.test(name))
  const equal = keys.map((name) => sql<boolean>`${sql.ref(name)} = ${row[name]}`)
  return sql.join(equal, sql` and `)
}

const exists = async (table: keyof Tables, found: RawBuilder<unknown>): Promise<boolean> => {
  const { rows } = await sql`select 1 from ${sql.table(table)}
    where tenant_id = ${test.tenant.id} and ${found}`.execute(test.ctx.db)
  return rows.length > 0
}

const sweep = () => sweepAll(test.platform, { mayGoOn: async () => true })

/** Longer than this file can take: what is not past yet must not fall due while it runs. */
const day = 86_400_000

const rowPast = ({ table, column, graceMillis }: Retention, millis: number) => {
  const at = new Date(test.clock.now().getTime() - graceMillis - millis)
  const client: FilledRow = table === 'oidc_grants' ? { client_id: clientId } : {}
  const purpose: FilledRow = table === 'signing_keys' ? { purpose: 'session' } : {}
  const face: FilledRow = table === 'face_checks' ? { face_id: faceId } : {}
  const webhook: FilledRow = table === 'webhook_deliveries' ? { webhook_id: webhookId } : {}
  const session: FilledRow = table === 'contact_challenges' ? { session_id: sessionId } : {}
  const task: FilledRow = table === 'scheduled_task_runs' ? { task_id: taskId } : {}
  const saml: FilledRow = table === 'saml_requests' ? { application_id: samlId } : {}
  const radius: FilledRow = table.startsWith('radius_') ? { application_id: radiusId } : {}
  const printer: FilledRow = table === 'simulated_cards' ? { printer_id: printerId } : {}
  const counting: FilledRow = table === 'printer_days' ? { printer_id: printerIds.pop() ?? '' } : {}
  const workflow: FilledRow =
    table === 'enrollment_reservations' ? { workflow_id: workflowIds.pop() ?? '' } : {}
  const email: FilledRow = table === 'kept_emails' ? { id: messageIds.pop() ?? '' } : {}
  const print: FilledRow = table === 'print_contents' ? { job_id: jobIds.pop() ?? '' } : {}
  const pass: FilledRow = /^flash_pass_(claims|registrations)$/.test(table)
    ? { pass_id: passId }
    : {}
  const exchange: FilledRow =
    table === 'card_exchanges' ? { agent_id: agentId, reader: randomUUID() } : {}
  const support: FilledRow = table === 'support_challenges' ? { grant_id: supportId } : {}
  const states: Readonly<Record<string, FilledRow>> = {
    'bulk_operations.created_at': { state: 'UPLOADED' },
    'isolation_runs.requested_at': { state: 'COMPLETED' },
  }
  const state = states[`${table}.${column}`] ?? {}
  const value = column.endsWith('_id') ? idAt(at) : at
  return insert(table, {
    ...client,
    ...purpose,
    ...webhook,
    ...face,
    ...task,
    ...radius,
    ...saml,
    ...session,
    ...printer,
    ...counting,
    ...email,
    ...print,
    ...workflow,
    ...pass,
    ...exchange,
    ...support,
    ...state,
    [column]: value,
  })
}

let clientId: string
let webhookId: string
let faceId: string
let taskId: string
let radiusId: string
let samlId: string
let printerId: string
let agentId: string
const printerIds: string[] = []
const workflowIds: string[] = []
const messageIds: string[] = []
const jobIds: string[] = []
let passId: string
let sessionId: string
let supportId: string
beforeAll(async () => {
  supportId = randomUUID()
  await insert('support_grants', { id: supportId, rights: 'READ_ONLY' })
  sessionId = randomUUID()
  await insert('sessions', { id: sessionId })
  taskId = randomUUID()
  await insert('scheduled_tasks', { id: taskId })
  faceId = randomUUID()
  await insert('faces', { id: faceId })
  for (const id of [randomUUID(), randomUUID()]) {
    await insert('email_messages', { id })
    messageIds.push(id)
  }
  webhookId = randomUUID()
  await insert('webhooks', { id: webhookId })
  clientId = `client-${randomUUID()}`
  await insert('oidc_applications', { client_id: clientId })
})

describe('the sweep', () => {
  it.each(retention.map((each) => [`${each.table}.${each.column}`, each] as const))(
    'forgets what is past %s, and only that',
    async (_name, each) => {
      const past = await rowPast(each, day)
      const present = await rowPast(each, -day)
      await sweep()
      expect([await exists(each.table, past), await exists(each.table, present)]).toEqual([
        false,
        true,
      ])
    },
  )

  it('takes more rows than a batch holds, and none of a second tenant that has not ended', async () => {
    const past = new Date(test.clock.now().getTime() - 2 * 86_400_000)
    const other = await test.otherTenant()
    const fill = (tenantId: string, at: Date, count: number) =>
      sql`insert into otps (tenant_id, transaction_id, subject, code_hmac, hint, sent_at, expires_at, resend_after)
        select ${tenantId}::uuid, gen_random_uuid(), 'x', '', '', ${at}, ${at}, ${at}
        from generate_series(1, ${count}::integer)`
    await fill(test.tenant.id, past, 2500).execute(test.ctx.db)
    await fill(other.tenant.id, test.clock.now(), 1).execute(other.ctx.db)
    expect(await sweep()).toBe(2500)
    const { rows } = await sql`select 1 from otps where tenant_id = ${other.tenant.id}`.execute(
      other.ctx.db,
    )
    expect(rows).toHaveLength(1)
  })

  it('leaves a session through which a grant can still be ended', async () => {
    const past = new Date(test.clock.now().getTime() - 30 * 86_400_000)
    const later = new Date(test.clock.now().getTime() + 86_400_000)
    const [ended, granting] = [randomUUID(), randomUUID()]
    await insert('sessions', { id: ended, expires_at: past })
    const session = await insert('sessions', { id: granting, expires_at: past })
    const grant = { client_id: clientId, session_id: granting, expires_at: later }
    await insert('oidc_grants', grant)
    await sweep()
    expect(await exists('sessions', session)).toBe(true)
    expect(await exists('sessions', sql`id = ${ended}`)).toBe(false)
  })

  it('keeps the keys that the audit log is verified with', async () => {
    const past = new Date(test.clock.now().getTime() - 400 * 86_400_000)
    const key = await insert('signing_keys', { purpose: 'audit', retired_at: past })
    await sweep()
    expect(await exists('signing_keys', key)).toBe(true)
  })

  it('gives each tenant its turn, however much another has', async () => {
    const past = new Date(test.clock.now().getTime() - 86_400_000)
    const tenants = [test.tenant.id, (await test.otherTenant()).tenant.id]
    for (const tenantId of tenants) {
      await test.testDatabase.asOwner((owner) =>
        owner.query(
          `insert into async_jobs (tenant_id, id, kind, owner_id, state, submitted_at, expires_at)
           select $1, gen_random_uuid(), 'many', '', 'COMPLETED', $2, $2
           from generate_series(1, 12001)`,
          [tenantId, past],
        ),
      )
    }
    // Ten writes of each of the two, and one of each other tenant.
    let writes = 18 + (await listTenantIds(test.platform.database.system)).length
    await sweepAll(test.platform, { mayGoOn: async () => (writes -= 1) >= 0 })
    const left = await test.testDatabase.asOwner((owner) =>
      owner.query(`select count(*)::integer as count from async_jobs
        where kind = 'many' group by tenant_id`),
    )
    expect(left.rows).toEqual([{ count: 2001 }, { count: 2001 }])
    await sweep()
  })

  it('ends before the next batch when it may not go on', async () => {
    const past = new Date(test.clock.now().getTime() - 2 * 86_400_000)
    const row = await insert('otps', { expires_at: past })
    expect(await sweepAll(test.platform, { mayGoOn: async () => false })).toBe(0)
    expect(await exists('otps', row)).toBe(true)
  })
})

/** Columns that look like the end of a row, in tables that are not partitions. */
const ends = `select c.relname || '.' || a.attname as name
  from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
  where c.relkind in ('r', 'p') and not c.relispartition and c.relrowsecurity
    and a.atttypid = 'timestamptz'::regtype
    and a.attname ~ '(expire|expiry|until|after|ended|retired|window|deadline|_end_)'
  order by 1`

it('every column that looks like the end of a row is swept, or kept for a reason', async () => {
  const found = await test.testDatabase.asOwner(async (owner) => {
    const { rows } = await owner.query<{ name: string }>(ends)
    return rows.map(({ name }) => name)
  })
  const swept = new Set(retention.map(({ table, column }) => `${table}.${column}`))
  expect(found.filter((name) => !swept.has(name))).toEqual(Object.keys(kept).toSorted())
})
