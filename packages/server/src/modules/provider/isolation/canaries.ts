import { canaryDomain } from '@signet/rules/isolation'
import type { Context } from '../../../kit/context.ts'
import { systemContext } from '../../../kit/create-context.ts'
import { assignBuiltInRole } from '../../identity/roles/index.ts'
import { insertUsers } from '../../identity/users/index.ts'
import { grantEntitlement } from '../../tenancy/entitlements/index.ts'
import { endAllSessions, startSession } from '../../tenancy/sessions/index.ts'
import { cookieName, createTenantFinder } from '../../tenancy/tenants/index.ts'
import { createTenantWith } from '../subscribers/index.ts'
import { keepCanaries, readStored } from './settings.repository.ts'

/** Each has its own request limits: with several, a run waits less. */
const administrators = 6
const sessionMillis = 6 * 3_600_000

/** A tenant that holds nothing but what a run puts there, all of it with a word of its own. */
export interface Canary {
  readonly ctx: Context
  readonly host: string
  /** In every text of this tenant in this run, and nowhere else. */
  readonly word: string
  /** Its administrators. */
  readonly userIds: readonly string[]
}

const insertAdministrators = async (ctx: Context, domain: string): Promise<void> => {
  for (let at = 1; at <= administrators; at += 1) {
    const id = ctx.platform.ids.uuid()
    const userId = `administrator-${at}@${domain}`
    await insertUsers(ctx, [
      { id, userId, firstName: 'Canary', lastName: userId, email: userId, locale: 'en' },
    ])
    await assignBuiltInRole(ctx, id, 'SUPER_ADMINISTRATOR')
  }
}

/** It has no provider: no list, count or deletion of tenants meets it, and it inherits nothing. */
const create = async ({ platform, tenant }: Context): Promise<string> => {
  const url = new URL(tenant.publicUrl)
  url.hostname = `c${platform.ids.random(6).toString('hex')}.${canaryDomain}`
  const wanted = {
    companyName: 'Isolation canary',
    publicUrl: url.origin,
    authenticationAccount: true,
    issuanceAccount: true,
    isProvider: false,
    parentTenantId: null,
  }
  const made = await createTenantWith(platform, wanted, async (ctx) => {
    await grantEntitlement(ctx, { type: 'AUTHENTICATION', bundle: 'PREMIUM' })
    await grantEntitlement(ctx, { type: 'ISSUANCE', bundle: 'PREMIUM' })
    await insertAdministrators(ctx, url.hostname)
  })
  return made.tenant.tenant_id
}

const ready = async ({ platform }: Context, id: string): Promise<Canary> => {
  const tenant = await createTenantFinder(platform.database).byId(id)
  if (tenant === null) throw new Error('a canary tenant is gone')
  await platform.secrets.ready(id)
  await platform.keyRing.warm(id)
  const ctx = systemContext(platform, { tenant, name: 'job:isolation' })
  const rows = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('tenant_id', '=', id)
    .where('user_id', 'like', 'administrator-%')
    .orderBy('user_id')
    .limit(administrators)
    .execute()
  const word = `canary${platform.ids.random(8).toString('hex')}`
  return {
    ctx,
    host: new URL(tenant.publicUrl).host,
    word,
    userIds: rows.map((row) => row.id),
  }
}

/** The two canary tenants of a root provider, made at its first run. */
export const readyCanaries = async (ctx: Context): Promise<readonly [Canary, Canary]> => {
  const stored = await readStored(ctx)
  const one = stored?.canary_one ?? (await create(ctx))
  const two = stored?.canary_two ?? (await create(ctx))
  await keepCanaries(ctx, one, two)
  return [await ready(ctx, one), await ready(ctx, two)]
}

interface SignedIn {
  /** Of one session each. */
  readonly tokens: readonly string[]
  /** The header by which a browser shows the last of these sessions. */
  readonly cookie: string
}

/** Opens sessions of a canary's administrators, who have just proven a factor. */
export const signIn = ({ ctx, userIds }: Canary): Promise<SignedIn> =>
  ctx.transaction(async (ctx) => {
    const tokens: string[] = []
    let secret: string | null = null
    for (const userId of userIds) {
      const { session, sessionId, cookie } = await startSession(ctx, {
        userId,
        userName: userId,
        kind: 'web',
        amr: ['pwd', 'otp'],
        acr: null,
        deviceId: null,
        keyThumbprint: null,
        lives: { idleMillis: sessionMillis, absoluteMillis: sessionMillis },
      })
      const until = new Date(ctx.platform.clock.now().getTime() + sessionMillis)
      await ctx.db
        .updateTable('sessions')
        .set({ step_up_expires_at: until })
        .where('tenant_id', '=', ctx.tenant.id)
        .where('id', '=', sessionId)
        .execute()
      tokens.push(session.jwt.token)
      secret = cookie.value
    }
    return { tokens, cookie: `${cookieName(ctx.tenant)}=${secret ?? ''}` }
  })

export const signOut = ({ ctx }: Canary): Promise<void> =>
  ctx.transaction((ctx) => endAllSessions(ctx))
