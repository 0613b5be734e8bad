import type { AnswerOf, BodyOf } from '@signet/contract/kit/endpoint'
import type {
  readTenantSpIdentityProviderInfo,
  updateSpIdentityProvider,
  updateTenantSpIdentityProvider,
} from '@signet/contract/provider/sp-identity-providers'
import { providerEntryFragment } from '@signet/rules/console'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { versioned } from '../../../kit/routes.ts'
import { expectSuperAdministrator } from '../../settings/vouching/index.ts'
import { changeTenant, readTenant, type StoredTenant } from '../../tenancy/tenants/index.ts'
import { holdLastActive, presentBelow } from '../support-grants/index.ts'
import { expectKept, findParentName, inTenantBelow, noteBelow } from '../tenants/index.ts'

const switchesOf = (row: StoredTenant) => ({
  enabled: row.sp_identity_provider,
  allowed: row.sp_identity_provider_allowed,
})

const present = (row: StoredTenant) => versioned(switchesOf(row), row.version)

/** @throws not_found */
export const readOfTenant = async (ctx: Context, id: string) =>
  present(await ctx.transaction((ctx) => inTenantBelow(ctx, id, async (_account, row) => row)))

const action = 'TENANT_SP_IDENTITY_PROVIDER_UPDATED'

/** Done twice changes nothing. @throws not_found, tenant_in_deletion, precondition_failed */
export const updateOfTenant = (
  ctx: Context,
  id: string,
  { enabled }: BodyOf<typeof updateTenantSpIdentityProvider>,
) =>
  ctx.transaction(async (ctx) => {
    const { before, after } = await inTenantBelow(ctx, id, async (account, held) => {
      expectKept(held)
      expectVersion(ctx, held.version)
      if (held.sp_identity_provider === enabled) return { before: held, after: held }
      const changed = await changeTenant(account, { sp_identity_provider: enabled }, action)
      return { before: held, after: changed }
    })
    if (after !== before) {
      const change = { before: switchesOf(before), after: switchesOf(after) }
      noteBelow(ctx, action, { row: after, ...change })
    }
    return present(after)
  })

/** Where it leads, and the grant that a sign-in would use now. @throws not_found */
export const readInfo = async (
  ctx: Context,
  id: string,
): Promise<AnswerOf<typeof readTenantSpIdentityProviderInfo>> => {
  const { companyName: name, publicUrl: ownUrl } = ctx.tenant
  const { row, grant } = await ctx.transaction((ctx) =>
    inTenantBelow(ctx, id, async (account, held) => ({
      row: held,
      grant: await holdLastActive(account, ctx.tenant.id),
    })),
  )
  return {
    ...switchesOf(row),
    name,
    publicUrl: row.public_url,
    signInUrl: `${ownUrl}/${providerEntryFragment(id)}`,
    grant: grant === undefined ? null : presentBelow(ctx, grant),
  }
}

const presentOwn = async (ctx: Context, row: StoredTenant) =>
  versioned({ ...switchesOf(row), provider: await findParentName(ctx) }, row.version)

export const readOwn = async (ctx: Context) => presentOwn(ctx, await readTenant(ctx))

/** Turning it off takes the permission alone. @throws rights_not_held, precondition_failed */
export const updateOwn = (ctx: Context, { allowed }: BodyOf<typeof updateSpIdentityProvider>) =>
  ctx.transaction(async (ctx) => {
    if (allowed) expectSuperAdministrator(ctx)
    const change = { sp_identity_provider_allowed: allowed }
    return presentOwn(ctx, await changeTenant(ctx, change, 'SUPPORTGRANT_SIGN_IN_UPDATED'))
  })
