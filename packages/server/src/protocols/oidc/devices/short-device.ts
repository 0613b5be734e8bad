import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../kit/context.ts'
import type { StoredApplication } from '../../../modules/applications/oidc-applications/index.ts'
import { browserCookies } from '../../waiting-requests.ts'
import { keepInteraction } from '../access/interactions.ts'
import { findApplication, isUnprotected } from '../clients/clients.ts'
import { newValue, secondsOf } from '../issue.ts'
import { mountPath } from '../mount-path.ts'
import { clientOf, fieldsOf, type ShortAnswer, sentTo } from '../ordinary.ts'
import { navigationCookie, readOpenSession } from '../sessions.ts'
import { interactionSeconds } from '../terms.ts'
import { hashOf, type Payload } from '../tokens.repository.ts'
import { waitsUntil } from './device-codes.repository.ts'
import { asksTooSoon } from './device-pace.ts'
import { deviceTickets } from './device-tickets.ts'

/** A form of the device grant (RFC 8628, section 3.4), however the client proves itself. */
export const isDevicePoll = (form: string): boolean =>
  form.includes('device_code') &&
  new URLSearchParams(form).get('grant_type') === 'urn:ietf:params:oauth:grant-type:device_code'

/** RFC 8628, section 3.5; the texts are the library's. */
const refusals = {
  authorization_pending:
    "authorization request is still pending as the end-user hasn't yet completed the user interaction steps",
  expired_token: 'device code is expired',
  slow_down: 'you are polling too quickly and should back off at a reasonable rate',
} as const

const refused = (error: keyof typeof refusals): ShortAnswer => ({
  status: 400,
  headers: {},
  body: { error, error_description: refusals[error] },
})

interface Poll {
  readonly code: string
  readonly client: StoredApplication
}

/** A public client names itself in the form, one with a secret in the header. */
const pollOf = async (ctx: Context, header: string, form: string): Promise<Poll | null> => {
  if (header !== '') {
    const client = await clientOf(ctx, header)
    const fields = fieldsOf(form, ['grant_type', 'device_code'])
    return client === null || fields === null ? null : { code: fields.device_code, client }
  }
  const fields = fieldsOf(form, ['grant_type', 'device_code', 'client_id'])
  const client = fields === null ? undefined : await findApplication(ctx, fields.client_id)
  if (fields === null || client?.auth_method !== 'none') return null
  return { code: fields.device_code, client }
}

/** What a device hears while nobody has decided; its tokens and every other refusal are the library's. */
export const shortPoll = async (
  ctx: Context,
  request: FastifyRequest,
  form: string,
): Promise<ShortAnswer | null> => {
  const code = new URLSearchParams(form).get('device_code') ?? ''
  if (code === '') return null
  if (asksTooSoon(ctx, code)) return refused('slow_down')
  const poll = await pollOf(ctx, request.headers.authorization ?? '', form)
  if (poll === null || !isUnprotected(poll.client)) return null
  if (!poll.client.grant_types.includes('device_code')) return null
  const end = await waitsUntil(ctx, {
    tenantId: ctx.tenant.id,
    id: hashOf(poll.code),
    clientId: poll.client.client_id,
  })
  if (end === undefined) return null
  const isOver = end <= ctx.platform.clock.now()
  return refused(isOver ? 'expired_token' : 'authorization_pending')
}

/** What people read once the device's request has come to an end. */
export type DeviceOutcome = 'allowed' | 'denied' | 'ended'

export const outcomePage = (outcome: DeviceOutcome): string =>
  `/oidc/usercodestatus?status=${outcome}`

const interactionOf = (ctx: Context, uid: string, device: Payload): Payload => {
  const iat = secondsOf(ctx.platform.clock.now())
  return {
    ...device,
    iat,
    exp: iat + interactionSeconds,
    returnTo: `${ctx.tenant.publicUrl}${mountPath}/device/${uid}`,
    prompt: { name: 'login', reasons: ['device'], details: {} },
    cid: newValue(ctx),
    kind: 'Interaction',
    jti: uid,
  }
}

/**
 * Hands a device that somebody has confirmed to the library, in the browser and session of the
 * confirmation: it judges the session for the application as it judges every other sign-in.
 */
export const shortDevice = async (
  ctx: Context,
  _request: FastifyRequest,
  path: string,
): Promise<ShortAnswer> => {
  const given = new URLSearchParams(path.split('?')[1] ?? '').get('ticket')
  if (given === null) return sentTo('/oidc/usercode', [])
  const ticket = await deviceTickets.open(ctx, given)
  const cookie = navigationCookie(ctx)
  const session = cookie === null ? undefined : await readOpenSession(ctx, cookie)
  if (ticket === null || session?.session !== ticket.session) {
    return sentTo(outcomePage('ended'), [])
  }
  const uid = newValue(ctx)
  const { deviceCode, params } = ticket
  const payload = interactionOf(ctx, uid, { deviceCode, params })
  const name = await keepInteraction(ctx, uid, { payload, seconds: interactionSeconds })
  return sentTo(`${mountPath}/device/${name}`, browserCookies(ctx))
}
