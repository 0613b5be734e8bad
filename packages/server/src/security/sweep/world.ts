import { buildPerson, goodPassword } from '../../../testing/access/people.ts'
import { type BuiltUser, buildAdmin } from '../../../testing/builders.ts'
import type { Context } from '../../kit/context.ts'
import { startSession } from '../../modules/tenancy/sessions/index.ts'
import type { ObservedApp } from './observed-app.ts'

/** A tenant with an administrator, in which every call can be made rightly. */
export interface World {
  readonly test: ObservedApp
  readonly ctx: Context
  readonly admin: BuiltUser & { readonly token: string }
  /** Secrets given out or typed so far: none of them may show where it was not asked for. */
  readonly secrets: Set<string>
  /** Notes a secret and gives it back. */
  keep(secret: string): string
}

export interface Person extends BuiltUser {
  readonly email: string
  /** A session token. */
  readonly as: string
  /** The navigation cookie's value. */
  readonly cookie: string
}

export interface Given {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly as?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** How an endpoint is called rightly, once: with rows of its own. */
export type Scenario = (world: World) => Promise<Given> | Given
export type Scenarios = Readonly<Record<string, Scenario>>

/** Walks over all endpoints take longer than a proof counts: this administrator's lasts. */
const provenForHours = async (ctx: Context, { id }: { readonly id: string }): Promise<void> => {
  await ctx.db
    .updateTable('sessions')
    .set({ step_up_expires_at: new Date(ctx.platform.clock.now().getTime() + 4 * 3_600_000) })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', id)
    .execute()
}

export const createWorld = async (test: ObservedApp): Promise<World> => {
  const admin = await buildAdmin(test.ctx)
  await provenForHours(test.ctx, admin)
  const secrets = new Set<string>([goodPassword])
  return {
    test,
    ctx: test.ctx,
    admin,
    secrets,
    keep: (secret) => {
      secrets.add(secret)
      return secret
    },
  }
}

/** A password that meets the rules, never used before. */
export const newPassword = ({ ctx, keep }: World): string =>
  keep(`Canary ${ctx.platform.ids.random(9).toString('base64url')} 7`)

/** A user with a password and a proven address, signed in. */
export const buildSignedIn = async (
  { ctx }: World,
  wanted: { readonly administrator?: boolean } = {},
): Promise<Person> => {
  const email = `${ctx.platform.ids.random(6).toString('hex')}@example.test`
  const user = await buildPerson(ctx, { email, ...wanted })
  const { session, cookie } = await ctx.transaction((ctx) =>
    startSession(ctx, {
      userId: user.id,
      userName: user.userId,
      kind: 'web',
      amr: ['pwd', 'otp'],
      acr: null,
      deviceId: null,
      keyThumbprint: null,
    }),
  )
  return { ...user, email, as: session.jwt.token, cookie: cookie.value ?? '' }
}
