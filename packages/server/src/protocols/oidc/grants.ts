import { type Parameter, prepared } from '../../kit/prepared.ts'
import { chosenOrganization, organizationOfGrant } from './claims/organizations.ts'
import type { Payload } from './tokens.repository.ts'
import { endOf } from './tokens.ts'
import { unitOfWork } from './unit-of-work.ts'

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

interface GrantValues {
  readonly tenantId: string
  readonly id: string
  readonly userId: string
  readonly clientId: string
  readonly sessionId: string | null
  readonly payload: string
  readonly expiresAt: Date
}

const grantInsert = prepared((db, p: Parameter<GrantValues>) =>
  db
    .insertInto('oidc_grants')
    .values({
      tenant_id: p('tenantId'),
      id: p('id'),
      user_id: p('userId'),
      client_id: p('clientId'),
      session_id: p('sessionId'),
      payload: p('payload'),
      expires_at: p('expiresAt'),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'id'])
        .doUpdateSet({ payload: p('payload'), expires_at: p('expiresAt') }),
    )
    .compile(),
)

export const saveGrant = async (id: string, payload: Payload, seconds: number): Promise<void> => {
  const { grants, grantWrites, sessionIds, ctx } = unitOfWork()
  const organization = organizationOfGrant(id) ?? (await chosenOrganization())
  const { jti: _jti, ...given } = payload
  const stored = organization === null ? given : { ...given, organization }
  grants.set(id, { ...stored, jti: id })
  grantWrites.push(
    grantInsert({
      tenantId: ctx.tenant.id,
      id,
      userId: textOf(payload.accountId),
      clientId: textOf(payload.clientId),
      sessionId: [...sessionIds.values()][0] ?? null,
      payload: JSON.stringify(stored),
      expiresAt: endOf(ctx, payload, seconds),
    }),
  )
}

interface WantedGrant {
  readonly tenantId: string
  readonly id: string
  readonly now: Date
}

const liveGrant = prepared((db, p: Parameter<WantedGrant>) =>
  db
    .selectFrom('oidc_grants')
    .select('payload')
    .where('tenant_id', '=', p('tenantId'))
    .where('id', '=', p('id'))
    .where('expires_at', '>', p('now'))
    .compile(),
)

export const findGrant = async (id: string): Promise<Payload | undefined> => {
  const { grants, ctx } = unitOfWork()
  const known = grants.get(id)
  if (known !== undefined) return known
  const now = ctx.platform.clock.now()
  const { rows } = await ctx.db.executeQuery(liveGrant({ tenantId: ctx.tenant.id, id, now }))
  if (rows[0] === undefined) return undefined
  const found = { ...rows[0].payload, jti: id }
  grants.set(id, found)
  return found
}

/** Its tokens go with it (foreign key). */
export const endGrant = (id: string): void => {
  const unit = unitOfWork()
  const { ctx } = unit
  unit.grants.delete(id)
  unit.writes.push(
    ctx.db
      .deleteFrom('oidc_grants')
      .where('tenant_id', '=', ctx.tenant.id)
      .where('id', '=', id)
      .compile(),
  )
}
