import { SubmittedTenant, TenantDetails } from '@signet/contract/provider/tenants'
import { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { type JobKind, readJobResult, submitJob } from '../../../kit/jobs.ts'
import { versioned } from '../../../kit/routes.ts'
import { create, urlBelow } from '../subscribers/index.ts'
import { findTenantBelow } from './tenants.repository.ts'
import { details } from './tenants.service.ts'

/** The id is chosen when the work is submitted: a second try finds what the first one made. */
const Request = z.object({ tenantId: z.uuid(), wanted: SubmittedTenant })
type CreationRequest = z.output<typeof Request>

export const tenantCreation: JobKind<CreationRequest> = {
  name: 'tenant-creation',
  request: Request,
  needs: ['TENANTS', 'ADD'],
  run: async (ctx, { tenantId, wanted }) => {
    const made = await findTenantBelow(ctx, tenantId)
    if (made === undefined) await create(ctx, { ...wanted, tenantId })
    return details(ctx, tenantId)
  },
}

/** Takes a tenant in, to be created soon after. @throws invalid_parameters */
export const submit = (ctx: Context, wanted: z.output<typeof SubmittedTenant>) => {
  urlBelow(ctx, wanted.hostname)
  const tenantId = ctx.platform.ids.uuid()
  return ctx.transaction(async (ctx) => {
    const job = await submitJob(ctx, tenantCreation, { tenantId, wanted })
    audit(ctx, 'TENANT_SUBMITTED', {
      subject: { entity: 'TENANTS', id: tenantId, name: wanted.companyName },
      after: { hostname: wanted.hostname },
    })
    return job
  })
}

/** The tenant as it was when it was ready. @throws not_found, job_not_completed, job_failed */
export const readCreated = async (ctx: Context, jobId: string) => {
  const tenant = TenantDetails.parse(await readJobResult(ctx, tenantCreation, jobId))
  return versioned(tenant, tenant.version)
}
