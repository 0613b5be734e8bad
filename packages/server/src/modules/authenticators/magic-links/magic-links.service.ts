import type {
  MagicLink,
  MagicLinkInformation,
  MagicLinkRequest,
} from '@signet/contract/authenticators/magic-links'
import type { z } from 'zod'
import { audit } from '../../../kit/audit.ts'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { expectMailServer } from '../../settings/email-messages/index.ts'
import { settings } from '../../settings/families/index.ts'
import { mailPeople } from '../notices/index.ts'
import { expectAuthority, readOwner } from '../owners/index.ts'
import {
  findIssued,
  insertIssued,
  removeIssued,
  type StoredMagicLink,
  tokenHash,
} from './magic-links.repository.ts'

export const newToken = (ctx: Context): string => ctx.platform.ids.random(24).toString('base64url')

/** Where a link leads: the tenant's own address, whatever host the request named. */
export const addressOf = (ctx: Context, token: string): string =>
  `${new URL(ctx.tenant.publicUrl).origin}/magiclink/${token}`

const after = (ctx: Context, seconds: number): Date =>
  new Date(ctx.platform.clock.now().getTime() + seconds * 1000)

/** Whose link it would be: what decides whether there may be one. */
const findPerson = (ctx: Context, userId: string) =>
  ctx.db
    .selectFrom('users')
    .select(({ exists, selectFrom }) => [
      'id',
      'user_id',
      'first_name',
      'locale',
      'email',
      'email_verified',
      exists(
        selectFrom('user_roles')
          .innerJoin('roles', (join) =>
            join
              .onRef('roles.tenant_id', '=', 'user_roles.tenant_id')
              .onRef('roles.id', '=', 'user_roles.role_id'),
          )
          .select('roles.id')
          .where('user_roles.tenant_id', '=', ctx.tenant.id)
          .whereRef('user_roles.user_id', '=', 'users.id')
          .where('roles.role_type', '<>', 'USER'),
      ).as('administrator'),
    ])
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', userId)
    .executeTakeFirst()

type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>

/** An administrator always needs two factors, and a link is never one of two. */
const obstacleOf = async (
  ctx: Context,
  person: Person,
): Promise<z.input<typeof MagicLinkInformation>['obstacle']> => {
  if (!(await settings.magicLink(ctx, person.id)).enabled) return 'DISABLED'
  if (person.administrator) return 'ADMINISTRATOR'
  return person.email === null || !person.email_verified ? 'NO_ADDRESS' : null
}

const readPerson = async (ctx: Context, userId: string): Promise<Person> => {
  const person = await findPerson(ctx, userId)
  if (person === undefined) throw new ApiError('user_not_found')
  return person
}

const present = (row: StoredMagicLink): z.input<typeof MagicLink> => ({
  id: row.id,
  userId: row.subject,
  type: 'ISSUED',
  email: row.email,
  autoSend: row.auto_send,
  redirectUrl: row.redirect_url,
  createDate: row.created_at,
  expiryDate: row.expires_at,
  link: null,
})

/** @throws user_not_found, not_found */
export const read = async (ctx: Context, userId: string) => {
  await readOwner(ctx, userId)
  const row = await findIssued(ctx, userId)
  if (row === undefined) throw new ApiError('not_found')
  return present(row)
}

/** @throws user_not_found */
export const inform = async (ctx: Context, userId: string) => {
  await readOwner(ctx, userId)
  const person = await readPerson(ctx, userId)
  const row = await findIssued(ctx, userId)
  const { issuedLifeSeconds: lifeSeconds, handOver } = await settings.magicLink(ctx, userId)
  return {
    obstacle: await obstacleOf(ctx, person),
    email: person.email,
    lifeSeconds,
    handOver,
    magicLink: row === undefined ? null : present(row),
  }
}

/** What a user is told of their own. */
export const readOwn = async (ctx: Context, userId: string) => {
  const person = await readPerson(ctx, userId)
  const row = await findIssued(ctx, userId)
  const enabled = (await obstacleOf(ctx, person)) === null
  return { enabled, email: person.email, expiryDate: row?.expires_at ?? null }
}

const wrong = (field: string, message: string) =>
  new ApiError('invalid_parameters', { fields: [{ path: `body.${field}`, message }] })

type Wanted = z.output<typeof MagicLinkRequest>

/** Nobody is led away to a place that the tenant has not named. @throws invalid_parameters */
const expectPlace = async (ctx: Context, { redirectUrl }: Wanted): Promise<void> => {
  if (redirectUrl === undefined || redirectUrl === null) return
  const { redirectOrigins } = await settings.magicLink(ctx)
  const own = new URL(ctx.tenant.publicUrl).origin
  const url = new URL(redirectUrl)
  const isNamed = [own, ...redirectOrigins].includes(url.origin)
  if (!isNamed || url.username !== '' || url.password !== '') {
    throw wrong('redirectUrl', 'is at an origin that is not allowed')
  }
}

/** @throws magic_link_not_allowed, email_server_missing, invalid_parameters */
const expectAllowed = async (ctx: Context, person: Person, wanted: Wanted): Promise<void> => {
  const { handOver } = await settings.magicLink(ctx, person.id)
  if ((await obstacleOf(ctx, person)) !== null) throw new ApiError('magic_link_not_allowed')
  if (!wanted.autoSend && !handOver) throw new ApiError('magic_link_not_allowed')
  // The former link would end for one that reaches no one.
  if (wanted.autoSend) await expectMailServer(ctx)
  const isOwn =
    wanted.email === undefined || wanted.email.toLowerCase() === person.email?.toLowerCase()
  if (!isOwn) throw wrong('email', 'is not the user’s own')
  await expectPlace(ctx, wanted)
}

interface Made {
  readonly userId: string
  readonly person: Person
  readonly wanted: Wanted
  readonly token: string
}

const rowOf = async (ctx: Context, { userId, person, wanted, token }: Made) => {
  const { issuedLifeSeconds } = await settings.magicLink(ctx, userId)
  const now = ctx.platform.clock.now()
  const row: StoredMagicLink = {
    tenant_id: ctx.tenant.id,
    id: ctx.platform.ids.uuid(),
    kind: 'ISSUED',
    token_hash: tokenHash(token),
    subject: userId,
    user_id: userId,
    transaction_id: null,
    waiting: null,
    email: wanted.autoSend ? person.email : null,
    redirect_url: wanted.redirectUrl ?? null,
    auto_send: wanted.autoSend,
    address: null,
    user_agent: null,
    state: 'OPEN',
    created_at: now,
    expires_at: after(ctx, issuedLifeSeconds),
    resend_after: now,
  }
  return row
}

const mail = (ctx: Context, { userId, person, token }: Made, row: StoredMagicLink) => {
  const minutes = Math.floor((row.expires_at.getTime() - row.created_at.getTime()) / 60_000)
  const to = {
    userId,
    address: person.email ?? '',
    name: person.first_name ?? person.user_id,
    locale: person.locale,
  }
  const values = { magicUrl: addressOf(ctx, token), minutes }
  return mailPeople(ctx, [to], { kind: 'magicLink', values })
}

/** Makes a link in the place of the former one. In a transaction. @throws rights_not_held and its kin */
export const put = async (ctx: Context, userId: string, wanted: Wanted) => {
  const owner = await expectAuthority(ctx, userId)
  const person = await readPerson(ctx, userId)
  await expectAllowed(ctx, person, wanted)
  const made = { userId, person, wanted, token: newToken(ctx) }
  const row = await rowOf(ctx, made)
  await removeIssued(ctx, userId)
  await insertIssued(ctx, row)
  if (wanted.autoSend) await mail(ctx, made, row)
  audit(ctx, 'MAGIC_LINK_CREATED', {
    subject: { entity: 'USERS', ...owner },
    attributes: { mailed: wanted.autoSend, redirectUrl: row.redirect_url },
  })
  return { ...present(row), link: wanted.autoSend ? null : addressOf(ctx, made.token) }
}

/** In a transaction. @throws not_found when there was none to take back */
export const remove = async (ctx: Context, userId: string): Promise<undefined> => {
  const owner = await expectAuthority(ctx, userId)
  if (!(await removeIssued(ctx, userId))) throw new ApiError('not_found')
  audit(ctx, 'MAGIC_LINK_DELETED', { subject: { entity: 'USERS', ...owner } })
  return undefined
}
