import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { buildUser } from '../../../testing/builders.ts'
import { registerParty } from '../../../testing/oidc/party.ts'
import { registerProvider } from '../../../testing/saml/provider.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { tenantContexts } from '../../app/tenant-jobs.ts'
import type { Context } from '../../kit/context.ts'
import { enqueueSignOuts } from './ended-sessions.ts'

// Guards: sessions are taken on some at a time, a tenant that fails keeps nobody else from being
// told, and no tenant fills a look alone. Nobody works on the queue here: what is in it stays.

let test: TestApp
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  await test.platform.queue.start()
})
afterEach(() =>
  test.testDatabase.asOwner((owner) =>
    owner.query('delete from sessions; delete from job_contents'),
  ),
)
afterAll(() => test.close())

interface Many {
  readonly sessions: number
  readonly minutesAgo?: number
  /** Client ids of OpenID Connect. */
  readonly clients?: readonly string[]
  /** Ids of SAML applications. */
  readonly applications?: readonly string[]
}

/** Sessions that somebody had, which have become too old. */
const ended = async (ctx: Context, { sessions, minutesAgo = 5, ...opened }: Many) => {
  const { clients = [], applications = [] } = opened
  const { id: userId } = await buildUser(ctx)
  const end = new Date(ctx.platform.clock.now().getTime() - minutesAgo * 60_000)
  const ids = Array.from({ length: sessions }, () => randomUUID())
  const oidc = {
    authorizations: Object.fromEntries(clients.map((id) => [id, { sid: randomUUID() }])),
  }
  await test.testDatabase.asOwner(async (owner) => {
    await owner.query(
      `insert into sessions (tenant_id, id, user_id, kind, amr, oidc, proofs, created_at,
        authenticated_at, last_seen_at, token_issued_at, token_expires_at, expires_at, untold,
        revoked_everywhere)
      select $1, id, $2, 'web', '[]', $3, '[]', $4, $4, $4, $4, $4, $4, true, false
      from unnest($5::uuid[]) id`,
      [ctx.tenant.id, userId, JSON.stringify(oidc), end, ids],
    )
    await owner.query(
      `insert into saml_sessions (tenant_id, session_id, application_id, name_id, name_id_format,
        session_index, signed_in_at)
      select $1, s, a, 'somebody', '', 'index', $2 from unnest($3::uuid[]) s, unnest($4::uuid[]) a`,
      [ctx.tenant.id, end, ids, applications],
    )
  })
}

const open = () => tenantContexts(test.platform, 'sign-outs')

const queued = async ({ db, tenant }: Context): Promise<number> => {
  const { count } = await db
    .selectFrom('job_contents')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tenant_id', '=', tenant.id)
    .where('queue', '=', 'sign-outs')
    .executeTakeFirstOrThrow()
  return Number(count)
}

it('each application of each session is told, however many end at once', {
  meta: { covers: ['S55'] },
}, async () => {
  const settings = { logoutBinding: 'SOAP', logoutUrl: 'https://sp.example.test/soap' } as const
  const applications: string[] = []
  for (let at = 0; at < 6; at += 1) applications.push((await registerProvider(test, settings)).id)
  await ended(test.ctx, { sessions: 150, applications })
  await enqueueSignOuts(test.platform, open())
  await enqueueSignOuts(test.platform, open())
  expect(await queued(test.ctx)).toBe(900)
})

it('more can be told than one statement has room for', async () => {
  const { tenant } = test.ctx
  const contents = Array.from({ length: 7500 }, () => ({}))
  const work = { tenantId: tenant.id, queue: 'sign-outs', contents } as const
  await test.ctx.transaction((ctx) => test.platform.queue.enqueueAll(ctx.db, work))
  expect(await queued(test.ctx)).toBe(7500)
})

it('a tenant that ended, and one that fails, keep nobody from being told', {
  meta: { covers: ['S55'] },
}, async () => {
  const [gone, broken] = [await test.otherTenant(), await test.otherTenant()]
  for (const { ctx } of [gone, broken]) await ended(ctx, { sessions: 600, minutesAgo: 60 })
  await test.testDatabase.asOwner((owner) =>
    owner.query('update tenants set terminated = true where tenant_id = $1', [gone.tenant.id]),
  )
  const party = await registerParty(test, { backchannelLogoutUri: 'https://rp.example.test/out' })
  await ended(test.ctx, { sessions: 1, clients: [party.id] })
  const opened = open()
  await enqueueSignOuts(test.platform, (id) =>
    id === broken.tenant.id ? Promise.reject(new Error('its keys are away')) : opened(id),
  )
  expect(await queued(test.ctx)).toBe(1)
})
