import type { Context } from '../../../kit/context.ts'
import { StartRefused } from '../../../platform/start-refused.ts'
import { mailPeople, type Recipient } from '../../authenticators/notices/index.ts'
import { findUserByIdentifier } from '../../identity/users/index.ts'
import { createSetupLink } from './setup.service.ts'

/** Everybody who may administer something, as sign-in sees it. */
const listAdministrators = (ctx: Context) =>
  ctx.db
    .selectFrom('users as u')
    .select(['u.id', 'u.user_id', 'u.first_name', 'u.email', 'u.locale'])
    .where('u.tenant_id', '=', ctx.tenant.id)
    .where('u.state', '=', 'ACTIVE')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('user_roles as ur')
          .innerJoin('roles as r', (join) =>
            join.onRef('r.tenant_id', '=', 'ur.tenant_id').onRef('r.id', '=', 'ur.role_id'),
          )
          .select('ur.role_id')
          .where('ur.tenant_id', '=', ctx.tenant.id)
          .whereRef('ur.user_id', '=', 'u.id')
          .where('r.role_type', '<>', 'USER'),
      ),
    )
    .orderBy('u.user_id')
    .execute()

type Administrator = Awaited<ReturnType<typeof listAdministrators>>[number]

/** @throws StartRefused for someone unknown, disabled, locked or without an administrator's role */
const expectAdministrator = async (
  ctx: Context,
  identifier: string,
  administrators: readonly Administrator[],
): Promise<Administrator> => {
  const user = await findUserByIdentifier(ctx, identifier)
  if (user === undefined) throw new StartRefused(`Nobody here has the user id ${identifier}`)
  if (user.state !== 'ACTIVE') throw new StartRefused(`${user.user_id} is not active`)
  if (user.locked) throw new StartRefused(`${user.user_id} was locked by an administrator`)
  const administrator = administrators.find(({ id }) => id === user.id)
  if (administrator !== undefined) return administrator
  throw new StartRefused(`${user.user_id} is no administrator: an administrator can help`)
}

const recipientOf = ({ id, user_id, first_name, email, locale }: Administrator): Recipient[] =>
  email === null ? [] : [{ userId: id, address: email, name: first_name ?? user_id, locale }]

interface Recovery {
  /** Single use, good for 24 h. */
  readonly link: string
  /** User ids of the other administrators. */
  readonly others: readonly string[]
  /** How many of them have an address. */
  readonly mailed: number
}

/**
 * A link by which an administrator sets a new password and a new second factor; the former ones
 * work until then. Every other administrator is told.
 * @throws StartRefused in one sentence
 */
export const recoverAdministrator = async (ctx: Context, identifier: string): Promise<Recovery> => {
  const administrators = await listAdministrators(ctx)
  const administrator = await expectAdministrator(ctx, identifier, administrators)
  const others = administrators.filter(({ id }) => id !== administrator.id)
  const recipients = others.flatMap(recipientOf)
  await ctx.platform.secrets.ready(ctx.tenant.id)
  const link = await ctx.transaction(async (ctx) => {
    await mailPeople(ctx, recipients, {
      kind: 'administratorRecovery',
      values: { administrator: administrator.user_id },
    })
    return createSetupLink(ctx, {
      kind: 'RECOVERY',
      userId: administrator.id,
      name: administrator.user_id,
    })
  })
  return { link, others: others.map(({ user_id }) => user_id), mailed: recipients.length }
}
