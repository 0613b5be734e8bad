import { buildUser } from '../../../testing/builders.ts'
import type { Context } from '../../kit/context.ts'
import { tokens } from '../../modules/authenticators/tokens/index.ts'
import { createUserAttribute } from '../../modules/identity/user-attributes/index.ts'
import {
  createArchive,
  openArchive,
  workOnArchive,
} from '../../modules/operations/archives/index.ts'
import { createWebhook } from '../../modules/operations/webhooks/index.ts'
import { startSession } from '../../modules/tenancy/sessions/index.ts'

/** A session of a new user. */
export const buildSessionOf = async (ctx: Context): Promise<{ id: string }> => {
  const user = await buildUser(ctx)
  const started = await ctx.transaction((ctx) =>
    startSession(ctx, {
      userId: user.id,
      userName: user.userId,
      kind: 'web',
      amr: [],
      acr: null,
      deviceId: null,
      keyThumbprint: null,
    }),
  )
  return { id: started.sessionId }
}

/** A token that has just been made. */
export const buildTotp = async (ctx: Context, userId: string) => {
  const made = await ctx.transaction((ctx) =>
    tokens.create(ctx, { userId, type: 'GOOGLE_AUTHENTICATOR' }),
  )
  return { id: made.id, serial: made.serial, userId }
}

/** A passkey whose key nobody holds. */
export const buildPasskey = async (ctx: Context, userId: string): Promise<string> => {
  const id = ctx.platform.ids.uuid()
  await ctx.db
    .insertInto('fido_credentials')
    .values({
      tenant_id: ctx.tenant.id,
      id,
      user_id: userId,
      credential_id: ctx.platform.ids.random(16).toString('base64url'),
      public_key: ctx.platform.ids.random(77),
      counter: 0,
      aaguid: '00000000-0000-0000-0000-000000000000',
      transports: '[]',
      name: 'Passkey',
      state: 'ACTIVE',
      rp_id: 'localhost',
      attestation_format: 'none',
      device_type: 'singleDevice',
      backed_up: false,
      user_verified: true,
      attested: false,
      cloned_at: null,
      created_at: ctx.platform.clock.now(),
      last_used_at: null,
    })
    .execute()
  return id
}

/** A page without rows. */
const noRows = {
  results: [],
  paging: { limit: 50, total: 0, estimated: false, nextCursor: null, prevCursor: null },
}

/** A completed job of a user. */
export const buildJob = async (
  ctx: Context,
  {
    kind,
    ownerId,
    answer = noRows,
  }: { readonly kind: string; readonly ownerId: string; readonly answer?: unknown },
): Promise<string> => {
  const id = ctx.platform.ids.uuid()
  const now = ctx.platform.clock.now()
  await ctx.db
    .insertInto('async_jobs')
    .values({
      tenant_id: ctx.tenant.id,
      id,
      kind,
      owner_id: ownerId,
      state: 'COMPLETED',
      result: JSON.stringify({
        sight: 'ALL',
        answer,
      }),
      error_code: null,
      submitted_at: now,
      completed_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
    })
    .execute()
  return id
}

/** An OAuth role that nobody has. */
export const buildOauthRole = async (ctx: Context): Promise<string> => {
  const id = ctx.platform.ids.uuid()
  await ctx.db
    .insertInto('oauth_roles')
    .values({
      tenant_id: ctx.tenant.id,
      id,
      name: `oauth-${id}`,
      name_key: `oauth-${id}`,
      description: null,
      created_at: ctx.platform.clock.now(),
    })
    .execute()
  return id
}

/** A webhook that leads to an address nobody may call, so that no test waits for an answer. */
export const buildWebhook = async (ctx: Context): Promise<{ id: string; secret: string }> => {
  const { value } = await createWebhook(ctx, {
    name: `Webhook ${ctx.platform.ids.random(6).toString('hex')}`,
    description: '',
    url: 'https://hooks.example.test/in',
    events: ['WEBHOOK_*'],
    enabled: true,
  })
  const { id } = value.webhook
  await ctx.db
    .updateTable('webhooks')
    .set({ url: 'https://192.0.2.1/in' })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', id)
    .execute()
  return { id, secret: value.secret ?? '' }
}

/** A delivery that was given up; the id of its event. */
export const buildDeadDelivery = async (ctx: Context, webhookId: string): Promise<string> => {
  const now = ctx.platform.clock.now()
  const eventId = ctx.platform.ids.uuid()
  await ctx.db
    .insertInto('webhook_deliveries')
    .values({
      tenant_id: ctx.tenant.id,
      event_id: eventId,
      webhook_id: webhookId,
      occurred_at: now,
      action: 'WEBHOOK_UPDATED',
      state: 'DEAD',
      next_attempt_at: null,
      attempted_at: now,
      answer_status: 500,
      failure: 'ANSWER_REFUSED',
      duration_millis: 5,
      queued_at: now,
    })
    .execute()
  return eventId
}

/** An own attribute of which nobody has a value. */
export const buildUserAttribute = async (ctx: Context): Promise<string> => {
  const { value } = await createUserAttribute(ctx, {
    name: `Attribute ${ctx.platform.ids.uuid()}`,
    description: null,
    type: 'TEXT',
    pattern: null,
    choices: [],
    required: false,
    unique: false,
    userVisible: true,
    userEditable: true,
  })
  return value.id
}

/** An archive of a month in which nothing happened. */
export const buildArchive = async (ctx: Context, month = '2019-12'): Promise<{ id: string }> => {
  const { id } = await createArchive(ctx, month)
  const { signal } = new AbortController()
  await workOnArchive(ctx, { content: { id }, signal, isLast: false })
  return { id }
}

/** That archive, open for reading. */
export const buildReading = async (ctx: Context): Promise<{ id: string }> => {
  const { id } = await buildArchive(ctx)
  await openArchive(ctx, id)
  const { id: load } = await ctx.db
    .selectFrom('archive_readings')
    .select('id')
    .where('tenant_id', '=', ctx.tenant.id)
    .where('archive_id', '=', id)
    .executeTakeFirstOrThrow()
  const { signal } = new AbortController()
  await workOnArchive(ctx, { content: { load }, signal, isLast: false })
  return { id }
}
