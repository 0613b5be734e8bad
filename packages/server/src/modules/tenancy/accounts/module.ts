import { networkInterfaces } from 'node:os'
import * as contract from '@signet/contract/tenancy/accounts'
import type { Module } from '../../../kit/module.ts'
import { routes, versioned } from '../../../kit/routes.ts'
import { changeTenant, readTenant, type StoredTenant } from '../tenants/index.ts'

const presentPublic = (row: StoredTenant) => ({
  id: row.tenant_id,
  companyName: row.company_name,
  hostname: new URL(row.public_url).hostname,
  authenticationAccount: row.authentication_account,
  issuanceAccount: row.issuance_account,
})

const present = (row: StoredTenant) =>
  versioned(
    {
      ...presentPublic(row),
      companyCountry: row.company_country,
      companyState: row.company_state,
      publicUrl: row.public_url,
      contractMode: row.contract_mode,
      tier: row.tier,
      region: row.region,
      createdAt: row.created_at,
    },
    row.version,
  )

const outgoingAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
    .map(({ address }) => address)

const accountRoutes = routes(contract, {
  readPublicAccount: async (ctx) => presentPublic(await readTenant(ctx)),
  readAccountInfo: async (ctx) => present(await readTenant(ctx)),
  updateAccountInfo: async (ctx, { body }) =>
    present(
      await changeTenant(
        ctx,
        {
          ...(body.companyName === undefined ? {} : { company_name: body.companyName }),
          ...(body.companyCountry === undefined ? {} : { company_country: body.companyCountry }),
          ...(body.companyState === undefined ? {} : { company_state: body.companyState }),
        },
        'ACCOUNT_UPDATED',
      ),
    ),
  readServiceAddresses: () => ({ addresses: outgoingAddresses() }),
})

export const accountsModule: Module = {
  routes: [accountRoutes],
}
