import type { Endpoint } from '@signet/contract/kit/endpoint'
import { z } from 'zod'
import { createOidcApplication } from '../../modules/applications/oidc-applications/index.ts'
import { buildRole, buildUser } from '../../testing/builders.ts'
import type { TestTenant } from '../../testing/test-app.ts'
import { buildJob, buildPasskey, buildSessionOf, buildTotp } from './rows.ts'

type Ids = Readonly<Record<string, string>>

interface Builder {
  /** The endpoints whose path begins with this; the longest that fits is taken. */
  readonly under: string
  readonly build: (tenant: TestTenant) => Promise<Ids>
}

const user = async ({ ctx }: TestTenant) => (await buildUser(ctx)).id

const userWithRole = async (tenant: TestTenant) => {
  const userid = await user(tenant)
  const roleid = await buildRole(tenant.ctx, {})
  await tenant.ctx.db
    .insertInto('user_roles')
    .values({ tenant_id: tenant.tenant.id, user_id: userid, role_id: roleid })
    .execute()
  return { userid, roleid }
}

const token = async (tenant: TestTenant) => {
  const { id, serial, userId } = await buildTotp(tenant.ctx, await user(tenant))
  return { tokenid: id, sernum: serial, useruuid: userId }
}

const passkey = async (tenant: TestTenant) => ({
  fidoid: await buildPasskey(tenant.ctx, await user(tenant)),
})

const application = async ({ ctx, tenant }: TestTenant) => {
  const made = await createOidcApplication(ctx, {
    name: `App ${ctx.platform.ids.random(6).toString('hex')}`,
    applicationType: 'OIDC_WEB',
    redirectUris: [`${tenant.publicUrl}/cb`],
  })
  return { id: made.application.id }
}

const job = (kind: string) => async (tenant: TestTenant) => ({
  id: await buildJob(tenant.ctx, { kind, ownerId: await user(tenant) }),
})
const role = async ({ ctx }: TestTenant) => ({ id: await buildRole(ctx, {}) })
const userAsId = async (tenant: TestTenant) => ({ id: await user(tenant) })
const userAsUserid = async (tenant: TestTenant) => ({ userid: await user(tenant) })

/** Makes rows whose ids an endpoint takes, in any tenant. A new endpoint with an id needs an entry. */
const builders: readonly Builder[] = [
  { under: '/api/web/v1/self/sessions/', build: ({ ctx }) => buildSessionOf(ctx) },
  { under: '/api/web/v1/subscribers/', build: async ({ tenant }) => ({ id: tenant.id }) },
  { under: '/api/web/v3/users/', build: userAsId },
  { under: '/api/web/v1/users/', build: userAsId },
  { under: '/api/web/v1/users/:userid/', build: userAsUserid },
  { under: '/api/web/v1/users/:userid/roles/', build: userWithRole },
  { under: '/api/web/v1/roles/', build: role },
  { under: '/api/web/v1/siteroles/', build: role },
  { under: '/api/web/v4/async/userspaged/', build: job('users') },
  { under: '/api/web/v2/async/reports/auditeventspaged/', build: job('audit-events') },
  { under: '/api/web/v1/tokens/', build: token },
  { under: '/api/web/v1/user/:useruuid/token/', build: token },
  { under: '/api/web/v1/self/tokens/', build: token },
  { under: '/api/web/v1/fidotokens/', build: passkey },
  { under: '/api/web/v1/fidotokens/challenge/', build: userAsId },
  { under: '/api/web/v1/fidotokens/complete/', build: userAsId },
  { under: '/api/web/v1/self/fidotokens/', build: passkey },
  { under: '/api/web/v1/applications/oidc/', build: application },
]

/** Path parameters that name a row: all but those of a fixed set of words. */
export const idParamsOf = ({ params }: Endpoint): string[] =>
  Object.entries(params?.shape ?? {})
    .filter(([, schema]) => !(schema instanceof z.ZodEnum))
    .map(([name]) => name)

export const builderFor = ({ path }: Endpoint): Builder['build'] | null =>
  builders
    .filter(({ under }) => path.startsWith(under))
    .toSorted((a, b) => a.under.length - b.under.length)
    .at(-1)?.build ?? null

/** An id of the same form that no row ever had. */
export const neverWas = (id: string): string =>
  /^\d+$/.test(id) ? String(Number(id) + 1).padStart(id.length, '0') : crypto.randomUUID()
