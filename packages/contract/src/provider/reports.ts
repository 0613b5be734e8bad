import { providerReports } from '@signet/rules/provider-reports'
import { z } from 'zod'
import { callsOn } from '../kit/calls-on.ts'
import { endpoint } from '../kit/endpoint.ts'
import { ofTenants } from './subscribers.ts'

/** How many tenants are in a report. */
export const mostReportedTenants = 10_000

export const ProviderReportRequest = z
  .object({
    /** Begin with a byte order mark, by which Excel knows UTF-8. */
    byteOrderMark: z.boolean().default(true),
  })
  .meta({ id: 'ProviderReportRequest' })

const { view } = callsOn('TENANTS', ofTenants)

export const makeProviderReport = endpoint({
  ...view,
  method: 'POST',
  path: '/api/web/v1/serviceprovider/reports/:id',
  params: z.object({ id: z.enum(providerReports) }),
  body: ProviderReportRequest,
  answer: z.string(),
  produces: 'text/csv',
  limit: 'heavy',
  sensitive: true,
  errors: [],
  audit: 'PROVIDER_REPORT_MADE',
  catalogueId: 'post:web.v1.serviceprovider.reports.id',
  summary: 'Make a report on the tenants of this provider, as a CSV file',
  description: `\`tenants\`: a row for each tenant with its state, contract mode and users. \`entitlements\`: a row for each entitlement with its limit, use and end. By company name, the first ${mostReportedTenants} tenants. Cells that a spreadsheet would run as a formula begin with an apostrophe.`,
})
