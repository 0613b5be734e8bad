import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import type { DefinitionKind } from '../../../platform/db/schema/risk.ts'
import { rows } from '../../settings/families/index.ts'
import { listAll } from './definitions.repository.ts'

const publishedKinds = ['IP_LIST', 'RESOURCE_RULE', 'RISK_ENGINE'] as const
type PublishedKind = (typeof publishedKinds)[number]

const Published = z.object({
  definitions: z.array(
    z.object({
      id: z.uuid(),
      kind: z.enum(publishedKinds),
      name: z.string(),
      definition: z.record(z.string(), z.unknown()),
    }),
  ),
})

/** What sign-ins are judged by, read without a statement of its own, at most 1 s stale. */
export const published = rows.published('resourcerules', Published)

const isPublished = (kind: DefinitionKind): kind is PublishedKind =>
  publishedKinds.some((one) => one === kind)

/** One change at a time; sign-ins see it with its commit. */
export const publishing = <T>(
  ctx: Context,
  changed: DefinitionKind,
  work: (ctx: Context) => Promise<T>,
): Promise<T> => {
  if (!isPublished(changed)) return ctx.transaction(work)
  return published.change(ctx, work, async (ctx) => ({
    definitions: (await listAll(ctx)).flatMap(({ id, kind, name, definition }) =>
      isPublished(kind) ? [{ id, kind, name, definition }] : [],
    ),
  }))
}
