import { createHash, createHmac } from 'node:crypto'
import type { QueryOf } from '@signet/contract/kit/endpoint'
import {
  type completeEmailConnection,
  emailServerFamily,
} from '@signet/contract/settings/emailserver'
import { audit } from '../../../kit/audit.ts'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { MailFailed } from '../../../platform/mail.ts'
import { readSecrets } from '../families/index.ts'
import { expectSuperAdministrator } from '../vouching/index.ts'
import { askForToken } from './access-token.ts'
import {
  endConnection,
  findConnection,
  insertConnection,
  type StoredConnection,
  takeConnection,
} from './connections.repository.ts'
import { ofServer } from './email-server-settings.ts'

const lifeMillis = 600_000

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** PKCE (RFC 7636, section 4.1): made again from the connection's id, so that it is stored nowhere. */
const verifierOf = ({ platform, tenant }: Context, id: string): string =>
  createHmac('sha256', platform.secrets.derive(tenant.id, 'email-connection'))
    .update(id)
    .digest('base64url')

const redirectUri = ({ tenant }: Context): string =>
  `${new URL(tenant.publicUrl).origin}/oauth/callback/emailserver`

const subject = { entity: 'SETTINGS', id: emailServerFamily.name, name: emailServerFamily.name }

const present = ({ id, state, reason, expires_at }: StoredConnection) => ({
  key: id,
  state,
  reason,
  expiresAt: expires_at,
})

const readServer = async (ctx: Context) => {
  const { value, version } = await ofServer.read(ctx)
  const isReady = [value.authorizeUrl, value.tokenUrl, value.clientId].every((text) => text !== '')
  if (!isReady) throw new ApiError('email_server_missing')
  return { settings: value, version }
}

/** @throws email_server_missing, rights_not_held: who agrees decides whose account sends the mail */
export const start = async (ctx: Context) => {
  expectSuperAdministrator(ctx)
  const { settings, version } = await readServer(ctx)
  const { ids, clock } = ctx.platform
  const id = ids.uuid()
  const state = ids.random(32).toString('base64url')
  const row = await ctx.transaction(async (ctx) => {
    audit(ctx, 'EMAIL_SERVER_CONNECTION_STARTED', { subject })
    return insertConnection(ctx, {
      id,
      state_hash: sha256(state),
      session_id: signedInUser(ctx).sessionId,
      settings_version: version,
      reason: null,
      expires_at: new Date(clock.now().getTime() + lifeMillis),
    })
  })
  const url = new URL(settings.authorizeUrl)
  const query = {
    response_type: 'code',
    client_id: settings.clientId,
    redirect_uri: redirectUri(ctx),
    scope: settings.scope,
    state,
    code_challenge: sha256(verifierOf(ctx, id)).toString('base64url'),
    code_challenge_method: 'S256',
    // Without these, some providers give no refresh token.
    access_type: 'offline',
    prompt: 'consent',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return { ...present(row), url: url.href }
}

/** @throws not_found */
export const read = async (ctx: Context, id: string) => {
  const row = await findConnection(ctx, id)
  if (row === undefined) throw new ApiError('not_found')
  return present(row)
}

type Said = QueryOf<typeof completeEmailConnection>

/** The refresh token for the code; or why there is none. */
const redeem = async (ctx: Context, { id }: StoredConnection, { code, ...said }: Said) => {
  if (code === undefined) {
    return { reason: [said.error, said.error_description].filter(Boolean).join(': ') || 'no code' }
  }
  const { settings } = await readServer(ctx)
  const secrets = await readSecrets(ctx, emailServerFamily)
  try {
    const form = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri(ctx),
      code_verifier: verifierOf(ctx, id),
    }
    const { refresh_token } = await askForToken(ctx, { settings, secrets }, form)
    return refresh_token === undefined
      ? { reason: 'the provider gave no refresh token' }
      : { refreshToken: refresh_token }
  } catch (error) {
    if (!(error instanceof MailFailed)) throw error
    return { reason: error.reply ?? error.message }
  }
}

const isUnchanged = async (ctx: Context, { settings_version }: StoredConnection) =>
  (await readServer(ctx)).version === settings_version

/** @throws email_connection_invalid, rights_not_held */
export const complete = async (ctx: Context, said: Said) => {
  const { sessionId } = signedInUser(ctx)
  const now = ctx.platform.clock.now()
  const taken = await takeConnection(ctx, { stateHash: sha256(said.state), sessionId, now })
  if (taken === undefined) throw new ApiError('email_connection_invalid')
  // The code was asked for of the servers that stood there then; it goes to no other.
  if (!(await isUnchanged(ctx, taken))) throw new ApiError('email_connection_invalid')
  const { refreshToken, reason = null } = await redeem(ctx, taken, said)
  if (refreshToken !== undefined) {
    const body = { secrets: { refreshToken } }
    await ofServer.update({ ...ctx, ifMatch: null }, { body })
  }
  return ctx.transaction(async (ctx) => {
    const state = refreshToken === undefined ? 'FAILED' : 'CONNECTED'
    audit(ctx, 'EMAIL_SERVER_CONNECTED', {
      subject,
      outcome: refreshToken === undefined ? 'FAILURE' : 'SUCCESS',
      ...(reason === null ? {} : { attributes: { reason: reason.slice(0, 300) } }),
    })
    const end = { state, reason: reason?.slice(0, 500) ?? null } as const
    return present(await endConnection(ctx, taken.id, end))
  })
}
