import { activeSyncFamily } from '@signet/contract/settings/activesyncaccess'
import { abort } from '@signet/rules/abort'
import { withoutEndSlashes } from '@signet/rules/uris'
import { z } from 'zod'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import {
  OutboundFailed,
  OutboundRefused,
  type OutboundRequest,
} from '../../../platform/outbound.ts'
import { readSecrets, settings } from '../../settings/families/index.ts'

const When = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const Text = z
  .string()
  .max(300, abort)
  .nullish()
  .transform((text) => text ?? null)

/** As the gateway tells of a device (docs/protocols/activesync.md). */
const Reported = z.object({
  deviceId: z
    .string()
    .max(200, abort)
    .regex(/^[\w.:{}-]{1,200}$/),
  name: Text,
  model: Text,
  operatingSystem: Text,
  access: z.enum(['ALLOWED', 'BLOCKED', 'QUARANTINED']),
  firstSync: When.nullish(),
  lastSync: When.nullish(),
})
export type Reported = z.output<typeof Reported>

const Devices = z.object({ devices: z.array(Reported).max(200, abort) })

const asked = async (ctx: Context, path: string, request: OutboundRequest) => {
  const { enabled, url } = await settings.activeSync(ctx)
  if (!enabled || url === '') throw new ApiError('authenticator_not_provisioned')
  const { token } = await readSecrets(ctx, activeSyncFamily)
  return ctx.platform.outbound.fetch('http', `${withoutEndSlashes(url)}${path}`, {
    ...request,
    maxRedirects: 0,
    timeoutMillis: 8000,
    headers: {
      Accept: 'application/json',
      ...(request.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
  })
}

/** @throws service_unavailable for a gateway that does not answer as it should */
const fetched = async (ctx: Context, path: string, request: OutboundRequest) => {
  try {
    const answer = await asked(ctx, path, request)
    if (answer.status === 404) throw new ApiError('not_found')
    if (answer.status >= 200 && answer.status < 300) return answer
    throw new OutboundFailed(`the gateway answered ${answer.status}`)
  } catch (error) {
    if (!(error instanceof OutboundFailed || error instanceof OutboundRefused)) throw error
    throw new ApiError('service_unavailable', { cause: error })
  }
}

const mailbox = (mail: string): string => `/mailboxes/${encodeURIComponent(mail)}/devices`
const deviceOf = (mail: string, id: string): string => `${mailbox(mail)}/${encodeURIComponent(id)}`

export const gateway = {
  async list(ctx: Context, mail: string): Promise<readonly Reported[]> {
    const { body } = await fetched(ctx, mailbox(mail), { method: 'GET' })
    try {
      return Devices.parse(JSON.parse(body.toString())).devices
    } catch (error) {
      throw new ApiError('service_unavailable', { cause: error })
    }
  },
  async change(ctx: Context, mail: string, { id, access }: { id: string; access: string }) {
    await fetched(ctx, deviceOf(mail, id), { method: 'PUT', body: JSON.stringify({ access }) })
  },
  async remove(ctx: Context, mail: string, id: string) {
    await fetched(ctx, deviceOf(mail, id), { method: 'DELETE' })
  },
  /** What the gateway says of itself; never throws for what lies with the gateway. */
  async test(ctx: Context): Promise<{ reached: boolean; detail: string | null }> {
    try {
      const { status } = await asked(ctx, '/status', { method: 'GET' })
      const reached = status >= 200 && status < 300
      return { reached, detail: reached ? null : `HTTP ${status}` }
    } catch (error) {
      if (error instanceof ApiError) return { reached: false, detail: null }
      if (!(error instanceof OutboundFailed || error instanceof OutboundRefused)) throw error
      return { reached: false, detail: error.message }
    }
  },
} as const
