import { mostReportedTenants, type ProviderReportRequest } from '@signet/contract/provider/reports'
import type { ProviderReport } from '@signet/rules/provider-reports'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { Streamed } from '../../../kit/routes.ts'
import { csvLine } from '../../../platform/csv.ts'
import { type TenantBelow, tenantsAfter } from './tenants.repository.ts'
import { listUsage } from './usage.repository.ts'

/** Tenants of one statement. */
const atOnce = 1000

type Cell = string | number | boolean | Date | null

const textOf = (cell: Cell): string => {
  if (cell === null) return ''
  return cell instanceof Date ? cell.toISOString() : String(cell)
}

const lineOf = (cells: readonly Cell[]): string => csvLine(cells.map(textOf))

/** The fields of a list of tenants. */
const tenantColumns = {
  id: (row) => row.tenant_id,
  companyName: (row) => row.company_name,
  publicUrl: (row) => row.public_url,
  region: (row) => row.region,
  contractMode: (row) => row.contract_mode,
  authenticationAccount: (row) => row.authentication_account,
  issuanceAccount: (row) => row.issuance_account,
  isSp: (row) => row.is_provider,
  locked: (row) => row.locked,
  bundle: (row) => row.bundle,
  consumed: (row) => row.consumed,
  allotment: (row) => row.allotment,
  createdAt: (row) => row.created_at,
} satisfies Readonly<Record<string, (row: TenantBelow) => Cell>>

const entitlementColumns = [
  'type',
  'bundle',
  'contractMode',
  'allotment',
  'consumed',
  'remaining',
  'overage',
  'startDate',
  'endDate',
] as const

const linesOfTenants = async (_ctx: Context, rows: readonly TenantBelow[]) =>
  rows.map((row) => lineOf(Object.values(tenantColumns).map((cellOf) => cellOf(row))))

const linesOfEntitlements = async (ctx: Context, rows: readonly TenantBelow[]) => {
  const tenants = await listUsage(ctx, { tenantIds: rows.map(({ tenant_id }) => tenant_id) })
  return tenants.flatMap(({ tenantId, companyName, entitlements }) =>
    entitlements.map((entitlement) =>
      lineOf([
        tenantId,
        companyName,
        ...entitlementColumns.map((column) => entitlement[column] ?? null),
      ]),
    ),
  )
}

const reports = {
  tenants: { head: Object.keys(tenantColumns), linesOf: linesOfTenants },
  entitlements: {
    head: ['tenantId', 'companyName', ...entitlementColumns],
    linesOf: linesOfEntitlements,
  },
} as const satisfies Readonly<Record<ProviderReport, unknown>>

const byteOrderMark = '\uFEFF'

type Request = z.output<typeof ProviderReportRequest>

/** The file as it is sent, page by page. */
async function* partsOf(ctx: Context, report: ProviderReport, request: Request) {
  const { head, linesOf } = reports[report]
  yield `${request.byteOrderMark ? byteOrderMark : ''}${lineOf(head)}`
  let last: TenantBelow | undefined
  for (let read = 0; read < mostReportedTenants; read += atOnce) {
    const rows = await tenantsAfter(ctx, last, atOnce)
    if (rows.length > 0) yield (await linesOf(ctx, rows)).join('')
    last = rows.at(-1)
    if (rows.length < atOnce) return
  }
}

export const makeReport = async (
  ctx: Context,
  report: ProviderReport,
  request: Request,
): Promise<Streamed> => {
  await ctx.transaction(async (ctx) => {
    audit(ctx, 'PROVIDER_REPORT_MADE', {
      subject: { entity: 'TENANTS', id: ctx.tenant.id, name: ctx.tenant.companyName },
      attributes: { report },
    })
  })
  return new Streamed(`${report}.csv`, partsOf(ctx, report, request))
}
