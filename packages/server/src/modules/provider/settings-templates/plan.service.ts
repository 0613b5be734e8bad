import type {
  planSettingsTemplate,
  readTemplateDrift,
  TenantDrift,
  TenantPlan,
} from '@signet/contract/provider/settings-templates'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { keysetList } from '../../../kit/lists.ts'
import { inTenantBelow } from '../tenants/index.ts'
import { assignmentsOf, type NamedAssignment } from './assignments.service.ts'
import { type ComparedField, compare } from './comparison.ts'
import { effectiveValues, templates } from './templates.service.ts'

const Value = z.union([z.boolean(), z.number(), z.string()]).nullable()

type Compared = Pick<NamedAssignment, 'for_tenant_id' | 'company_name'> & {
  readonly fields: readonly ComparedField[]
}

interface Paging {
  readonly limit: number
  readonly cursor?: string | undefined
}

interface Looking<Shown> {
  readonly name: string
  readonly overwrite: boolean
  readonly shown: (tenant: Compared) => Shown
}

/** Compares a page of tenants, one after the other. @throws not_found */
const pageOf = <Shown>(
  ctx: Context,
  id: string,
  { wanted, name, overwrite, shown }: Looking<Shown> & { readonly wanted: Paging },
) =>
  ctx.transaction(async (ctx) => {
    const template = await effectiveValues(ctx, await templates.find(ctx, id))
    const list = keysetList<Paging, NamedAssignment, Shown>({
      name: `${name} ${id}`,
      keys: [['id', 'uuid']],
      rows: (ctx) => assignmentsOf(ctx, id),
      present: async (ctx, rows) => {
        const all: Shown[] = []
        for (const { for_tenant_id, company_name, applied } of rows) {
          const fields = await inTenantBelow(ctx, for_tenant_id, (account) =>
            compare(account, { template, applied, overwrite }),
          )
          all.push(shown({ for_tenant_id, company_name, fields }))
        }
        return all
      },
    })
    return list(ctx, wanted)
  })

const planOf = ({ for_tenant_id, company_name, fields }: Compared): z.input<typeof TenantPlan> => ({
  tenantId: for_tenant_id,
  companyName: company_name,
  fields: fields.map(({ family, field, before, after, state, reason }) => ({
    family,
    field,
    before: Value.parse(before),
    after: Value.parse(after),
    state,
    reason,
  })),
})

const driftOf = ({
  for_tenant_id,
  company_name,
  fields,
}: Compared): z.input<typeof TenantDrift> => ({
  tenantId: for_tenant_id,
  companyName: company_name,
  fields: fields.map(({ family, field, before, after, isOverridden, changedAt }) => ({
    family,
    field,
    value: Value.parse(before),
    templateValue: Value.parse(after),
    overridden: isOverridden,
    changedAt,
  })),
})

/** What a rollout would do now. @throws not_found */
export const plan = (
  ctx: Context,
  id: string,
  { overwrite, ...wanted }: z.output<typeof planSettingsTemplate.body>,
) => pageOf(ctx, id, { wanted, name: `settings-plan ${overwrite}`, overwrite, shown: planOf })

/** @throws not_found */
export const drift = (ctx: Context, id: string, wanted: z.output<typeof readTemplateDrift.body>) =>
  pageOf(ctx, id, { wanted, name: 'settings-drift', overwrite: false, shown: driftOf })
