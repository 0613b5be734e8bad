import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { updateRow } from '../../../platform/db/row-sets.ts'
import { formerPurpose, newSecret, secretPurpose, shownSecret } from './signing.ts'
import type { StoredWebhook } from './webhooks.repository.ts'
import { forChange, read } from './webhooks.service.ts'

const hourMillis = 3_600_000

/** The present secret sealed as the former one. */
const former = async ({ platform, tenant }: Context, row: StoredWebhook): Promise<Buffer> => {
  const { secrets } = platform
  const secret = await secrets.open(tenant.id, secretPurpose(row.id), row.sealed_secret)
  return secrets.seal(tenant.id, formerPurpose(row.id), secret)
}

/**
 * A new secret; the former one signs beside it for some hours, so that the receiver can change over.
 * @throws webhook_not_found, precondition_failed
 */
export const rotate = async (ctx: Context, id: string, overlapHours: number) => {
  await ctx.platform.secrets.ready(ctx.tenant.id)
  return ctx.transaction(async (ctx) => {
    const { clock, secrets } = ctx.platform
    const row = await forChange(ctx, id)
    const secret = newSecret(ctx)
    const endsAt = new Date(clock.now().getTime() + overlapHours * hourMillis)
    const to = {
      sealed_secret: await secrets.seal(ctx.tenant.id, secretPurpose(id), secret),
      sealed_previous: overlapHours === 0 ? null : await former(ctx, row),
      previous_ends_at: overlapHours === 0 ? null : endsAt,
      updated_at: clock.now(),
    }
    await updateRow(ctx, 'webhooks', { id: row.id, ...to })
    audit(ctx, 'WEBHOOK_SECRET_ROTATED', {
      subject: { entity: 'WEBHOOKS', id, name: row.name },
      attributes: { overlapHours },
    })
    return { webhook: (await read(ctx, id)).value, secret: shownSecret(secret) }
  })
}

/** What signs now: the secret, and the former one while it lasts. */
export const openSecrets = async (
  { platform, tenant }: Context,
  row: StoredWebhook,
): Promise<readonly Buffer[]> => {
  const { secrets, clock } = platform
  const present = await secrets.open(tenant.id, secretPurpose(row.id), row.sealed_secret)
  const { sealed_previous: sealed, previous_ends_at: endsAt } = row
  if (sealed === null || endsAt === null || endsAt <= clock.now()) return [present]
  return [present, await secrets.open(tenant.id, formerPurpose(row.id), sealed)]
}
