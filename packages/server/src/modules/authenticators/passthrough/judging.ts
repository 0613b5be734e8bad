import type { CompiledQuery } from 'kysely'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { placeholdersOfUser } from '../../identity/user-placeholders/index.ts'
import { settings } from '../../settings/families/index.ts'
import { callConnector, createPace } from '../../settings/http-connectors/index.ts'
import { passthroughQuery } from './passthrough.repository.ts'
import { connectorName } from './passthrough.service.ts'

const pace = createPace()

/** Whether any password of this tenant is judged elsewhere, by its settings or a group policy. */
const isOn = (ctx: Context): boolean =>
  settings.passthrough.lastReadOfAll(ctx).some(({ enabled }) => enabled)

/** Which definition has the user; null where no password is passed through. */
export const definitionQuery = (
  ctx: Context,
  userId: string | null,
): CompiledQuery<{ readonly id: string }> | null =>
  isOn(ctx) ? passthroughQuery(ctx, userId) : null

interface Whose {
  /** A user's id, or the key of a stranger: both are looked up alike. */
  readonly person: string | null
  readonly administrator: boolean
}

/** Those of administrators stay here unless the tenant says otherwise: they repair the other service. */
export const isPassed = async (
  ctx: Context,
  { person, administrator }: Whose,
): Promise<boolean> => {
  if (!isOn(ctx)) return false
  const { enabled, administrators } = await settings.passthrough(ctx, person)
  return enabled && (!administrator || administrators)
}

interface Given {
  readonly definitionId: string
  readonly userId: string
  readonly password: string
  readonly transactionId: string
  readonly application: string | null
}

/** Has the other service judge a password: true for its yes alone. */
export const judgePassword = async (ctx: Context, given: Given): Promise<boolean> => {
  // An empty password is a yes to some directories.
  if (given.password === '') return false
  const outcome = await pace.timed(ctx, async () =>
    callConnector(ctx, connectorName(given.definitionId), {
      ...(await placeholdersOfUser(ctx, given.userId)),
      'REQ.password': given.password,
      'AUTH.transactionId': given.transactionId,
      'AUTH.application': given.application ?? '',
    }),
  )
  return outcome?.accepted === true
}

/** Takes as long as a call would: who is told no must not tell by the time whether they were known. */
export const pretendToJudge = (ctx: Context): Promise<void> =>
  isOn(ctx) ? pace.pretend(ctx) : Promise.resolve()

/** Whether another service judges this user's password. */
export const readOwn = async (ctx: Context) => {
  const { id, permissions } = signedInUser(ctx)
  await settings.passthrough(ctx)
  const query = definitionQuery(ctx, id)
  if (query === null) return { passthrough: false }
  const administrator = Object.keys(permissions).length > 0
  const { rows } = await ctx.db.executeQuery(query)
  return { passthrough: rows.length > 0 && (await isPassed(ctx, { person: id, administrator })) }
}
