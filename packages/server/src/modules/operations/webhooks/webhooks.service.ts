import type { WebhookChange } from '@signet/contract/operations/webhooks'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { lockLimit } from '../../../platform/db/limit-lock.ts'
import { isUniqueViolation } from '../../../platform/db/sql-errors.ts'
import { renewLane } from './lanes.repository.ts'
import { newSecret, secretPurpose, shownSecret } from './signing.ts'
import { checkTarget } from './target.ts'
import { followEvents } from './webhook-consumer.ts'
import { audited, present } from './webhooks.present.ts'
import * as repository from './webhooks.repository.ts'

type Wanted = z.output<typeof WebhookChange>

const subjectOf = ({ id, name }: repository.StoredWebhook) => ({ entity: 'WEBHOOKS', id, name })

/** @throws webhook_not_found */
const shown = async (ctx: Context, id: string) => {
  const row = await repository.findShown(ctx, id)
  if (row === undefined) throw new ApiError('webhook_not_found')
  return versioned(present(row, ctx.platform.clock.now()), row.version)
}

export const listAll = async (ctx: Context) => {
  const now = ctx.platform.clock.now()
  return (await repository.listShown(ctx)).map((row) => present(row, now))
}

export const read = shown

const revealed = async (ctx: Context, id: string, secret: Buffer | null) => {
  const { value, version } = await shown(ctx, id)
  return versioned(
    { webhook: value, secret: secret === null ? null : shownSecret(secret) },
    version,
  )
}

/** @throws webhook_not_found, precondition_failed */
const forChange = async (ctx: Context, id: string): Promise<repository.StoredWebhook> => {
  const row = await repository.findForChange(ctx, id)
  if (row === undefined) throw new ApiError('webhook_not_found')
  expectVersion(ctx, row.version)
  return row
}

/** Whoever saves a webhook answers for what it tells. */
const ownerOf = ({ actor }: Context) => {
  if (actor.kind === 'anonymous') throw new ApiError('access_denied')
  if (actor.kind === 'system') {
    return { owner_kind: 'system' as const, owner_id: null, owner_name: '' }
  }
  return { owner_kind: actor.kind, owner_id: actor.id, owner_name: actor.name }
}

const columnsOf = (ctx: Context, wanted: Wanted) => ({
  ...ownerOf(ctx),
  name: wanted.name,
  name_key: foldName(wanted.name),
  description: wanted.description,
  url: wanted.url,
  events: [...new Set(wanted.events)],
  enabled: wanted.enabled,
  disabled_at: null,
  updated_at: ctx.platform.clock.now(),
})

const refusingDuplicates = async <T>(write: () => Promise<T>): Promise<T> => {
  try {
    return await write()
  } catch (error) {
    if (!isUniqueViolation(error, 'webhooks_tenant_id_name_key_key')) throw error
    throw new ApiError('webhook_exists', { cause: error })
  }
}

/** @throws webhook_exists, webhook_limit_reached, webhook_url_refused */
export const create = async (ctx: Context, wanted: Wanted) => {
  await checkTarget(ctx, wanted.url)
  await ctx.platform.secrets.ready(ctx.tenant.id)
  return refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const { ids, secrets } = ctx.platform
      await lockLimit(ctx, 'webhooks')
      if ((await repository.count(ctx)) >= repository.mostWebhooks) {
        throw new ApiError('webhook_limit_reached')
      }
      const id = ids.uuid()
      const secret = newSecret(ctx)
      const columns = columnsOf(ctx, wanted)
      const row = {
        ...columns,
        tenant_id: ctx.tenant.id,
        id,
        sealed_secret: await secrets.seal(ctx.tenant.id, secretPurpose(id), secret),
        sealed_previous: null,
        previous_ends_at: null,
        created_at: columns.updated_at,
      }
      await repository.insert(ctx, row)
      await followEvents(ctx)
      const after = audited({ ...row, version: 1 })
      audit(ctx, 'WEBHOOK_CREATED', { subject: subjectOf({ ...row, version: 1 }), after })
      return revealed(ctx, id, secret)
    }),
  )
}

/** Another address never gets a secret that the former one knows: both signatures end at once. */
const secretFor = async (ctx: Context, id: string) => {
  const secret = newSecret(ctx)
  const sealed_secret = await ctx.platform.secrets.seal(ctx.tenant.id, secretPurpose(id), secret)
  return { secret, columns: { sealed_secret, sealed_previous: null, previous_ends_at: null } }
}

/** @throws webhook_not_found, webhook_exists, webhook_url_refused, precondition_failed */
export const change = async (ctx: Context, id: string, wanted: Wanted) => {
  await checkTarget(ctx, wanted.url)
  await ctx.platform.secrets.ready(ctx.tenant.id)
  return refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const before = await forChange(ctx, id)
      const made = before.url === wanted.url ? null : await secretFor(ctx, id)
      const columns = { ...columnsOf(ctx, wanted), ...made?.columns }
      const events = JSON.stringify(columns.events)
      await repository.update(ctx, id, { ...columns, events })
      await followEvents(ctx)
      await renewLane(ctx, id)
      const after = { ...before, ...columns }
      audit(ctx, 'WEBHOOK_UPDATED', {
        subject: subjectOf(after),
        before: audited(before),
        after: audited(after),
        ...(made === null ? {} : { attributes: { newSecret: true } }),
      })
      return revealed(ctx, id, made?.secret ?? null)
    }),
  )
}

/** @throws webhook_not_found, precondition_failed */
export const remove = (ctx: Context, id: string): Promise<undefined> =>
  ctx.transaction(async (ctx) => {
    const row = await forChange(ctx, id)
    await repository.remove(ctx, id)
    await followEvents(ctx)
    audit(ctx, 'WEBHOOK_DELETED', { subject: subjectOf(row), before: audited(row) })
    return undefined
  })
