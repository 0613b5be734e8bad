import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { systemContext } from '../../../kit/create-context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { Streamed } from '../../../kit/routes.ts'
import { tenantOf } from '../../tenancy/tenants/index.ts'
import { inTenantBelow, noteBelow } from './below.ts'
import { exportedTables, isWholePart, readPart } from './export.repository.ts'

async function* linesOf(account: Context): AsyncGenerator<string> {
  for (const part of exportedTables) {
    let edge: readonly string[] | null = null
    for (;;) {
      const rows: Awaited<ReturnType<typeof readPart>> = await readPart(account, part, edge)
      for (const { row } of rows) yield `${JSON.stringify({ table: part.table, ...row })}\n`
      if (isWholePart(rows)) break
      edge = rows.at(-1)?.edge ?? null
    }
  }
}

/**
 * A tenant that is going to be erased, as lines of JSON: read while it is sent, and kept nowhere.
 * @throws not_found for any other tenant
 */
export const exportTenant = async (ctx: Context, id: string): Promise<Streamed> => {
  const row = await ctx.transaction(async (ctx) => {
    const held = await inTenantBelow(ctx, id, async (account, tenant) => {
      if (tenant.deletion_at === null) throw new ApiError('not_found')
      audit(account, 'TENANT_EXPORTED', {
        subject: { entity: 'SUBSCRIBERS', id, name: tenant.company_name },
      })
      return tenant
    })
    noteBelow(ctx, 'TENANT_EXPORTED', { row: held })
    return held
  })
  const account = systemContext(ctx.platform, { tenant: tenantOf(row), name: 'tenant export' })
  const file = Readable.from(linesOf(account)).compose(createGzip())
  return new Streamed(`tenant-${id}.jsonl.gz`, file)
}
