import { sql } from 'kysely'
import type { ApplicationActor, Context, Rights } from '../../../kit/context.ts'
import { rightsOfStanding, standingOf } from '../roles/index.ts'
import type { PrincipalActor } from './principal-actor.ts'

/** A user or an application on whose behalf work goes on without a session. */
interface Lender {
  readonly id: string
  readonly name: string
  /** Null for a user. */
  readonly applicationType: ApplicationActor['applicationType'] | null
  readonly isUsable: boolean
  /** Roles and versions: equal texts, equal rights. */
  readonly standing: string | null
  readonly rights: Rights
}

type Facts = Omit<Lender, 'rights'>

const findUser = async ({ db, tenant }: Context, id: string): Promise<Facts | null> => {
  const row = await db
    .selectFrom('users as u')
    .select(['u.id', 'u.user_id', 'u.state', 'u.locked'])
    .select(standingOf(tenant.id, 'u.id').as('standing'))
    .where('u.tenant_id', '=', tenant.id)
    .where('u.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    id: row.id,
    name: row.user_id,
    applicationType: null,
    isUsable: row.state === 'ACTIVE' && !row.locked,
    standing: row.standing,
  }
}

const findApplication = async ({ db, tenant }: Context, id: string): Promise<Facts | null> => {
  const row = await db
    .selectFrom('api_applications as a')
    .innerJoin('roles as r', (join) =>
      join.onRef('r.tenant_id', '=', 'a.tenant_id').onRef('r.id', '=', 'a.role_id'),
    )
    .select(['a.id', 'a.name', 'a.application_type', 'a.enabled'])
    .select(sql<string>`r.id::text || ':' || r.version`.as('standing'))
    .where('a.tenant_id', '=', tenant.id)
    .where('a.id', '=', id)
    .where('a.application_type', '=', 'ADMIN_API')
    .executeTakeFirst()
  if (row === undefined) return null
  const { name, application_type: applicationType, enabled: isUsable, standing } = row
  return { id: row.id, name, applicationType, isUsable, standing }
}

/** Who lends their rights, as they are now; null when they are gone. */
export const readLender = async (ctx: Context, id: string): Promise<Lender | null> => {
  const found = (await findUser(ctx, id)) ?? (await findApplication(ctx, id))
  if (found === null) return null
  const { id: tenantId, isProvider } = ctx.tenant
  const { standing: roles } = found
  return { ...found, rights: await rightsOfStanding(ctx.db, { tenantId, isProvider, roles }) }
}

/** A lender as the actor of `workId`, which stands in for a session. */
export const lendingActor = (
  ctx: Context,
  { id, name, applicationType, rights }: Lender,
  workId: string,
): PrincipalActor => {
  const known = { id, name, sessionId: workId, ...rights }
  if (applicationType !== null) return { kind: 'application', applicationType, ...known }
  const authenticatedAt = ctx.platform.clock.now()
  return { kind: 'user', stepUpExpiresAt: null, authenticatedAt, ...known }
}

/** The roles and versions that a user or application has now, as `Lender.standing`. */
export const standingText = async (ctx: Context, id: string): Promise<string | null> =>
  (await readLender(ctx, id))?.standing ?? null
