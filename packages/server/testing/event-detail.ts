import { z } from 'zod'
import type { Context } from '../src/kit/context.ts'

const Detail = z.object({
  before: z.record(z.string(), z.unknown()).default({}),
  after: z.record(z.string(), z.unknown()).default({}),
  attributes: z.record(z.string(), z.unknown()).default({}),
})

/** What the newest event of this action says of a subject. */
export const eventDetail = async (
  { db, tenant }: Context,
  { action, entityId }: { readonly action: string; readonly entityId: string },
): Promise<z.output<typeof Detail>> => {
  const { detail } = await db
    .selectFrom('audit_events as e')
    .innerJoin('audit_details as d', (join) =>
      join.onRef('d.tenant_id', '=', 'e.tenant_id').onRef('d.event_id', '=', 'e.id'),
    )
    .select('d.detail')
    .where('e.tenant_id', '=', tenant.id)
    .where('e.action', '=', action)
    .where('e.entity_id', '=', entityId)
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return Detail.parse(JSON.parse(detail))
}
