import type { WebhookChange } from '@signet/contract/operations/webhooks'
import { maskedHook, unmaskedUrl } from '@signet/rules/masked-urls'
import { foldName } from '@signet/rules/text'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import { type Context, expectVersion } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { foundOr, unique } from '../../../kit/rows.ts'
import { hasRoom } from '../../../platform/db/limit-lock.ts'
import {
  findRow,
  holdRow,
  insertRow,
  newIds,
  removeRows,
  updateRow,
} from '../../../platform/db/row-sets.ts'
import { expectReachable, webTarget } from '../../../platform/outbound/targets.ts'
import { OutboundRefused } from '../../../platform/outbound.ts'
import { insertLane, renewLane } from './lanes.repository.ts'
import { newSecret, secretPurpose, shownSecret } from './signing.ts'
import { followEvents } from './webhook-consumer.ts'
import { audited, present } from './webhooks.present.ts'
import * as repository from './webhooks.repository.ts'

type Wanted = z.output<typeof WebhookChange>

const subjectOf = ({ id, name }: repository.StoredWebhook) => ({ entity: 'WEBHOOKS', id, name })

const orNotFound = foundOr('webhook_not_found')

/** @throws webhook_not_found */
export const read = async (ctx: Context, id: string) => {
  const row = orNotFound(await repository.findShown(ctx, id))
  return versioned(present(row, ctx.platform.clock.now()), row.version)
}

/** @throws webhook_not_found */
export const found = async (ctx: Context, id: string): Promise<repository.StoredWebhook> =>
  orNotFound(await findRow(ctx, 'webhooks', id))

export const listAll = async (ctx: Context) => {
  const now = ctx.platform.clock.now()
  return (await repository.listShown(ctx)).map((row) => present(row, now))
}

const revealed = async (ctx: Context, id: string, secret: Buffer | null) => {
  const { value, version } = await read(ctx, id)
  return versioned(
    { webhook: value, secret: secret === null ? null : shownSecret(secret) },
    version,
  )
}

/** @throws webhook_not_found, precondition_failed */
export const forChange = async (ctx: Context, id: string): Promise<repository.StoredWebhook> => {
  const row = orNotFound(await holdRow(ctx, 'webhooks', id))
  expectVersion(ctx, row.version)
  return row
}

/** Whoever saves a webhook answers for what it tells. */
const ownerOf = ({ actor }: Context) => {
  if (actor.kind === 'anonymous' || actor.kind === 'support') throw new ApiError('access_denied')
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

/** What is only not reached now may be reached later. @throws webhook_url_refused */
const checkTarget = async (ctx: Context, text: string): Promise<void> => {
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') throw new ApiError('webhook_url_refused')
  try {
    await expectReachable(ctx.platform, webTarget(url))
  } catch (cause) {
    if (cause instanceof OutboundRefused) throw new ApiError('webhook_url_refused', { cause })
  }
}

/** With the parts of the URL that were sent back masked. @throws webhook_url_refused */
const withWholeUrl = (wanted: Wanted, stored: string | null): Wanted => {
  const url = unmaskedUrl(wanted.url, stored, maskedHook)
  if (url === null) throw new ApiError('webhook_url_refused')
  return { ...wanted, url }
}

/** Another address never gets a secret that the former one knows: both signatures end at once. */
const secretFor = async (ctx: Context, id: string) => {
  const secret = newSecret(ctx)
  const sealed_secret = await ctx.platform.secrets.seal(ctx.tenant.id, secretPurpose(id), secret)
  return { secret, columns: { sealed_secret, sealed_previous: null, previous_ends_at: null } }
}

const refusingDuplicates = unique({
  webhooks_tenant_id_name_key_key: 'webhook_exists',
})

/** @throws webhook_exists, webhook_limit_reached, webhook_url_refused */
export const create = async (ctx: Context, given: Wanted) => {
  const wanted = withWholeUrl(given, null)
  await checkTarget(ctx, wanted.url)
  await ctx.platform.secrets.ready(ctx.tenant.id)
  return refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      if (!(await hasRoom(ctx, 'webhooks', repository.mostWebhooks))) {
        throw new ApiError('webhook_limit_reached')
      }
      const id = ctx.platform.ids.uuid()
      const { secret, columns: secrets } = await secretFor(ctx, id)
      const columns = { ...columnsOf(ctx, wanted), ...secrets }
      const begun = { ...newIds(ctx), id, created_at: columns.updated_at }
      const row = await insertRow(ctx, 'webhooks', { ...begun, ...columns })
      await insertLane(ctx, id)
      await followEvents(ctx)
      audit(ctx, 'WEBHOOK_CREATED', { subject: subjectOf(row), after: audited(row) })
      return revealed(ctx, id, secret)
    }),
  )
}

/** @throws webhook_not_found, webhook_exists, webhook_url_refused, precondition_failed */
export const change = async (ctx: Context, id: string, given: Wanted) => {
  await checkTarget(ctx, given.url)
  await ctx.platform.secrets.ready(ctx.tenant.id)
  return refusingDuplicates(() =>
    ctx.transaction(async (ctx) => {
      const before = await forChange(ctx, id)
      const wanted = withWholeUrl(given, before.url)
      const made = before.url === wanted.url ? null : await secretFor(ctx, id)
      const to = { ...columnsOf(ctx, wanted), ...made?.columns }
      const after = await updateRow(ctx, 'webhooks', { id: before.id, ...to })
      await followEvents(ctx)
      await renewLane(ctx, id)
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
    await removeRows(ctx, 'webhooks', [row])
    await followEvents(ctx)
    audit(ctx, 'WEBHOOK_DELETED', { subject: subjectOf(row), before: audited(row) })
    return undefined
  })
