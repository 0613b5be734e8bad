import type { TenantDetails } from '@signet/contract/provider/tenants'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import type { Versioned } from '../../../kit/routes.ts'
import { resourceRules } from '../../access/resource-rules/index.ts'
import { resetEmailServer } from '../../settings/email-server/index.ts'
import { givenEntitlements, listEntitlements } from '../../tenancy/entitlements/index.ts'
import { changeTenant } from '../../tenancy/tenants/index.ts'
import { inTenantBelow, noteBelow } from './below.ts'
import { read } from './tenants.service.ts'

type Answer = Promise<Versioned<z.input<typeof TenantDetails>>>

/** What was bought on trial is bought. Done twice changes nothing. @throws not_found, precondition_failed */
export const promote = (ctx: Context, id: string): Answer =>
  ctx.transaction(async (ctx) => {
    const before = await inTenantBelow(ctx, id, async (account, row) => {
      if (row.contract_mode === 'PRODUCTION') return null
      await changeTenant(account, { contract_mode: 'PRODUCTION' }, 'TENANT_PROMOTED')
      for (const { type, contract_mode: mode } of await listEntitlements(account)) {
        if (mode === 'PRODUCTION') continue
        await givenEntitlements.set(account, type, { contract_mode: 'PRODUCTION' })
      }
      return row
    })
    if (before !== null) {
      noteBelow(ctx, 'TENANT_PROMOTED', {
        row: before,
        before: { contractMode: before.contract_mode },
        after: { contractMode: 'PRODUCTION' },
      })
    }
    return read(ctx, id)
  })

interface Reset {
  readonly action: string
  /** What is reset; what it was, for the log of the tenant. */
  readonly work: (account: Context) => Promise<Readonly<Record<string, unknown>>>
}

/** @throws not_found, precondition_failed */
const reset = (ctx: Context, id: string, { action, work }: Reset): Answer =>
  ctx.transaction(async (ctx) => {
    const row = await inTenantBelow(ctx, id, async (account, held) => {
      expectVersion(ctx, held.version)
      const before = await work(account)
      const subject = { entity: 'SUBSCRIBERS', id, name: held.company_name }
      audit(account, action, { subject, before })
      return held
    })
    noteBelow(ctx, action, { row })
    return read(ctx, id)
  })

/** Mail goes through the operator's server again. @throws not_found, precondition_failed */
export const resetMailServer = (ctx: Context, id: string): Answer =>
  reset(ctx, id, { action: 'TENANT_MAIL_SERVER_RESET', work: resetEmailServer })

/** Administrators are let in as in a new tenant. @throws not_found, precondition_failed, name_exists */
export const resetResourceRules = (ctx: Context, id: string): Answer =>
  reset(ctx, id, {
    action: 'TENANT_RULES_RESET',
    work: async (account) => {
      await resourceRules.resetPortals(account)
      return {}
    },
  })
