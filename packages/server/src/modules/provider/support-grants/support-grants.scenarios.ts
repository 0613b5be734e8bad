import { readOnlySupport } from '@signet/rules/support'
import type { Context } from '../../../kit/context.ts'
import { insertRow, newIds } from '../../../platform/db/row-sets.ts'
import { newSecret } from '../../../platform/secrets/new-secret.ts'
import { buildAccountBelow } from '../../../security/sweep/issuance-rows.ts'
import type { SubjectScenarios } from '../../../security/sweep/subject.ts'
import type { World } from '../../../security/sweep/world.ts'
import { inTenantBelow } from '../tenants/index.ts'
import { insertChallenge } from './grants.repository.ts'

const hourMillis = 3_600_000

/** A grant of the tenant, to a provider. */
const buildGrant = async (ctx: Context, providerId: string): Promise<string> => {
  const now = ctx.platform.clock.now()
  const { id } = await insertRow(ctx, 'support_grants', {
    ...newIds(ctx),
    provider_id: providerId,
    provider_name: 'Provider',
    reason: 'Sign-ins fail',
    rights: 'READ_ONLY',
    permissions: readOnlySupport,
    hours: 72,
    granted_by: 'ada',
    granted_at: now,
    ends_at: new Date(now.getTime() + 72 * hourMillis),
  })
  return id
}

const ownGrant = async ({ ctx }: Pick<World, 'ctx'>) => ({
  id: await buildGrant(ctx, ctx.tenant.id),
})

const buildRequest = async ({ ctx }: Pick<World, 'ctx'>) => {
  const { id } = await insertRow(ctx, 'support_grants', {
    ...newIds(ctx),
    provider_id: ctx.tenant.id,
    provider_name: 'Provider',
    reason: 'Sign-ins fail',
    rights: 'READ_ONLY',
  })
  return { id }
}

const below = async ({ ctx }: Pick<World, 'ctx'>) => ({ tenantid: await buildAccountBelow(ctx) })

/** A grant of a tenant below to this provider. */
const grantBelow = async ({ ctx }: Pick<World, 'ctx'>) => {
  const { tenantid } = await below({ ctx })
  const id = await ctx.transaction((ctx) =>
    inTenantBelow(ctx, tenantid, (account) => buildGrant(account, ctx.tenant.id)),
  )
  return { tenantid, id }
}

/** The administrator of the sweeps has proven two factors. */
const proveTwo = async ({ ctx, admin }: World): Promise<void> => {
  const at = ctx.platform.clock.now().getTime()
  const proofs = [
    { step: 1, authenticator: 'PASSWORD', class: 'KNOWLEDGE', channel: 'TYPED', at },
    { step: 2, authenticator: 'TOKEN', class: 'POSSESSION', channel: 'APP', at },
  ]
  await ctx.db
    .updateTable('sessions')
    .set({ proofs: JSON.stringify(proofs) })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', admin.id)
    .execute()
}

const buildChallenge = async ({ ctx, admin, keep }: World): Promise<string> => {
  const { secret, hash } = newSecret(ctx)
  const session = await ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('user_id', '=', admin.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  await insertChallenge(ctx, {
    challenge_hash: hash,
    grant_id: await buildGrant(ctx, ctx.tenant.id),
    administrator_id: admin.id,
    administrator_name: admin.userId,
    administrator_session_id: session.id,
    expires_at: new Date(ctx.platform.clock.now().getTime() + hourMillis),
  })
  return keep(secret)
}

/** A role that may be lent. */
const helpDesk = async ({ ctx }: Pick<World, 'ctx'>): Promise<string> => {
  const row = await ctx.db
    .selectFrom('roles')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('built_in', '=', 'HELP_DESK')
    .executeTakeFirstOrThrow()
  return row.id
}

const terms = { hours: 4, roleId: null }

/** How many sessions of support there are. */
const sessionsOfSupport = async ({ ctx }: World): Promise<unknown> => {
  const rows = await ctx.db
    .selectFrom('sessions')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('kind', '=', 'support')
    .execute()
  return rows.length
}

/** How many challenges wait in tenants below. */
const challengesBelow = async ({ test }: World): Promise<unknown> =>
  test.testDatabase.asOwner(async (owner) => {
    const { rows } = await owner.query<{ count: number }>(
      'select count(*)::integer as count from support_challenges',
    )
    return rows[0]?.count
  })

export const scenarios: SubjectScenarios = {
  calls: {
    createSupportGrant: () => ({ body: { reason: 'Sign-ins fail', ...terms } }),
    acceptSupportRequest: async (world) => ({ params: await buildRequest(world), body: terms }),
    endSupportGrant: async (world) => ({ params: await ownGrant(world) }),
    requestTenantSupport: async (world) => ({
      params: await below(world),
      body: { reason: 'Sign-ins fail' },
    }),
    listTenantSupportGrants: async (world) => {
      const { tenantid } = await grantBelow(world)
      return { params: { tenantid } }
    },
    createSupportChallenge: async (world) => {
      await proveTwo(world)
      const { tenantid: tenantId, id: grantId } = await grantBelow(world)
      return { body: { tenantId, grantId } }
    },
    completeSupportChallenge: async (world) => ({
      body: { challenge: await buildChallenge(world) },
    }),
  },
  ids: [
    { under: '/api/web/v1/supportgrants/', build: ownGrant },
    { under: '/api/web/v1/supportgrants/:id/accept', build: buildRequest },
    { under: '/api/web/v4/tenants/:tenantid/supportgrants', build: grantBelow },
  ],
  bodyIds: {
    createSupportChallenge: {
      build: async (tenant) => (await grantBelow(tenant)).id,
      body: (grantId) => ({ tenantId: grantId, grantId }),
    },
    createSupportGrant: {
      build: helpDesk,
      body: (roleId) => ({ reason: 'Sign-ins fail', hours: 4, roleId }),
    },
    acceptSupportRequest: {
      build: helpDesk,
      body: (roleId) => ({ hours: 4, roleId }),
      params: (tenant) => buildRequest(tenant),
    },
  },
  bodies: {
    createSupportGrant: { reason: 'Sign-ins fail', ...terms },
    acceptSupportRequest: terms,
    requestTenantSupport: { reason: 'Sign-ins fail' },
  },
  effects: {
    createSupportGrant: ['listSupportGrants'],
    acceptSupportRequest: ['readSupportGrant'],
    endSupportGrant: ['readSupportGrant'],
    requestTenantSupport: ['listTenantSupportGrants'],
    endTenantSupport: ['listTenantSupportGrants'],
    createSupportChallenge: challengesBelow,
    completeSupportChallenge: sessionsOfSupport,
  },
  shownIn: {
    readSupportSession: 'modules/provider/support-grants/support-grants.test.ts',
  },
}
