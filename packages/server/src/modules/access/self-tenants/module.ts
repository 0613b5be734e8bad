import * as contract from '@signet/contract/access/self-tenants'
import { isContractMode } from '@signet/rules/tenants'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import type { Module } from '../../../kit/module.ts'
import { routes } from '../../../kit/routes.ts'

interface Row {
  readonly tenant_id: string
  readonly company_name: string
  readonly public_url: string
  readonly region: string
  readonly contract_mode: string
  readonly authentication_account: boolean
  readonly issuance_account: boolean
  readonly locked: boolean
}

const present = (row: Row): z.input<typeof contract.SelfTenant> => ({
  id: row.tenant_id,
  companyName: row.company_name,
  hostname: new URL(row.public_url).hostname,
  openUrl: row.public_url,
  region: row.region,
  contractMode: isContractMode(row.contract_mode) ? row.contract_mode : 'UNKNOWN',
  authenticationAccount: row.authentication_account,
  issuanceAccount: row.issuance_account,
  locked: row.locked,
})

/** Tenants of the provider whose tenant this is, by name: the database knows whose they are. */
const listOwnTenants = async (ctx: Context, search: string) => {
  const { rows } = await sql<Row>`
    select * from tenants_of_provider(${search}::text, ${contract.mostOwnTenants}::integer)`.execute(
    ctx.db,
  )
  return rows.map(present)
}

export const selfTenantsModule: Module = {
  routes: [
    routes(contract, {
      listOwnTenants: (ctx, { query }) => listOwnTenants(ctx, query.search),
    }),
  ],
}
