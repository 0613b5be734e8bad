import type { FidoChange, FidoRegistrationBody } from '@signet/contract/authenticators/fido'
import type { z } from 'zod'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { versioned } from '../../../kit/routes.ts'
import {
  fido,
  registrationOptions,
  type StoredCredential,
} from '../../authenticators/fido/index.ts'
import { freshlyProven } from '../../authenticators/owners/index.ts'
import { hasWayIn } from '../../identity/ways-in/index.ts'
import { expectProvisioned } from '../../settings/families/index.ts'

const shown = async (ctx: Context, row: StoredCredential) =>
  versioned(await fido.present(ctx, row), row.version)

/** Another's passkey is not there. @throws not_found */
const owned = (ctx: Context) => {
  const user = signedInUser(ctx)
  return (row: StoredCredential): void => {
    if (row.user_id !== user.id) throw new ApiError('not_found')
  }
}

export const start = async (ctx: Context) => {
  await expectProvisioned(ctx, 'FIDO', signedInUser(ctx).id)
  return ctx.transaction(async (ctx) => {
    const user = freshlyProven(ctx)
    const place = { userId: user.id, boundTo: user.sessionId }
    return { fidoOptions: { ...(await registrationOptions(ctx, place)) } }
  })
}

/** What `start` began in this session. @throws invalid_user_response */
export const complete = async (ctx: Context, given: z.output<typeof FidoRegistrationBody>) => {
  const user = signedInUser(ctx)
  const place = { userId: user.id, boundTo: user.sessionId }
  const row = await ctx.transaction((ctx) => fido.register(ctx, place, given))
  return shown(ctx, row)
}

export const read = async (ctx: Context, id: string) => {
  const row = await fido.read(ctx, id)
  owned(ctx)(row)
  return shown(ctx, row)
}

/**
 * Changes one's own passkey, which holds the ways in until the end, and refuses what would leave
 * none. Who had none before, as somebody whose only passkey was switched off, loses nothing.
 * @throws step_up_required, passkey_last
 */
const keepingAWayIn = <T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> => {
  const { id } = freshlyProven(ctx)
  return ctx.transaction(async (ctx) => {
    const had = await hasWayIn(ctx, id)
    const done = await work(ctx)
    if (had && !(await hasWayIn(ctx, id))) throw new ApiError('passkey_last')
    return done
  })
}

export const change = (ctx: Context, id: string, wanted: z.output<typeof FidoChange>) =>
  keepingAWayIn(ctx, async (ctx) =>
    shown(ctx, await fido.change(ctx, id, { ...wanted, owned: owned(ctx) })),
  )

export const remove = (ctx: Context, id: string): Promise<undefined> =>
  keepingAWayIn(ctx, async (ctx) => {
    await fido.remove(ctx, id, owned(ctx))
    return undefined
  })
