import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import { freshlyProven } from '../../authenticators/owners/index.ts'
import { type StoredToken, tokens } from '../../authenticators/tokens/index.ts'
import { expectProvisioned } from '../../settings/families/index.ts'

/** Another's token is not there. @throws not_found */
const owned = (ctx: Context) => {
  const user = signedInUser(ctx)
  return (token: StoredToken): void => {
    if (token.user_id !== user.id) throw new ApiError('not_found')
  }
}

const changing = async (ctx: Context, work: (ctx: Context) => Promise<StoredToken>) => {
  const token = await ctx.transaction(work)
  return versioned(await tokens.present(ctx, token), token.version)
}

interface NewToken {
  readonly type: Exclude<StoredToken['type'], 'OATH_PHYSICAL_TOKEN'>
  readonly label?: string | undefined
}

export const create = async (ctx: Context, wanted: NewToken) => {
  await expectProvisioned(ctx, wanted.type, signedInUser(ctx).id)
  return changing(ctx, (ctx) => tokens.create(ctx, { userId: freshlyProven(ctx).id, ...wanted }))
}

interface Start {
  /** The link also goes to the service that manages devices. */
  readonly handOver: boolean
}

export const start = async (ctx: Context, id: string, { handOver }: Start) => {
  const begun = await ctx.transaction((ctx) => {
    freshlyProven(ctx)
    return tokens.startActivation(ctx, id, { owned: owned(ctx) })
  })
  return handOver ? tokens.handOver(ctx, id, begun) : begun
}

export const startOffline = (ctx: Context, id: string) =>
  ctx.transaction(async (ctx) => {
    freshlyProven(ctx)
    return { ...(await tokens.showSecret(ctx, id, owned(ctx))), softToken: null }
  })

export const complete = (ctx: Context, id: string, code: string) =>
  changing(ctx, (ctx) => tokens.completeActivation(ctx, id, { code, owned: owned(ctx) }))

export const relabel = (ctx: Context, id: string, label: string | null) =>
  changing(ctx, (ctx) => tokens.relabel(ctx, id, { label, owned: owned(ctx) }))

export const changeState = (ctx: Context, id: string, state: 'ACTIVE' | 'INACTIVE') =>
  changing(ctx, (ctx) => {
    freshlyProven(ctx)
    return tokens.changeState(ctx, id, { state, owned: owned(ctx) })
  })

export const synchronise = async (ctx: Context, id: string, codes: readonly [string, string]) => {
  const token = await ctx.transaction((ctx) => {
    freshlyProven(ctx)
    return tokens.synchronise(ctx, id, { codes, owned: owned(ctx) })
  })
  return versioned(await tokens.presentSynchronised(ctx, token), token.version)
}

export const remove = async (ctx: Context, id: string): Promise<undefined> => {
  freshlyProven(ctx)
  await ctx.transaction((ctx) => tokens.release(ctx, id, owned(ctx)))
  return undefined
}
