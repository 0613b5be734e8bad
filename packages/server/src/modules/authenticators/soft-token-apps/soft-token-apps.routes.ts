import * as subscriptions from '@signet/contract/authenticators/push-subscriptions'
import * as contract from '@signet/contract/authenticators/soft-tokens'
import type { Context } from '../../../kit/context.ts'
import { ApiError } from '../../../kit/errors.ts'
import { type Route, routes } from '../../../kit/routes.ts'
import { type KnownDevice, softTokens } from '../soft-tokens/index.ts'
import { claim, removeApp } from './soft-token-apps.service.ts'

/** The app whose proof came with the request. @throws not_found */
const calling = async (ctx: Context): Promise<KnownDevice> => {
  const { keyThumbprint } = ctx.request
  const device =
    keyThumbprint === null ? undefined : await softTokens.findDevice(ctx, keyThumbprint)
  if (device === undefined) throw new ApiError('not_found')
  return device
}

const stateOf = ({ state, token_state }: KnownDevice) => {
  if (token_state === 'INACTIVE') return 'INACTIVE'
  return state === 'ACTIVE' && token_state === 'ACTIVE' ? 'ACTIVE' : 'PENDING'
}

/** @throws not_found for an app that was not confirmed, or is switched off */
const active = async (ctx: Context): Promise<KnownDevice> => {
  const device = await calling(ctx)
  if (stateOf(device) !== 'ACTIVE') throw new ApiError('not_found')
  return device
}

const standing = async (ctx: Context) => {
  const device = await calling(ctx)
  const state = stateOf(device)
  const pushes = state === 'ACTIVE' ? await softTokens.listWaiting(ctx, device.user_id) : []
  return {
    state,
    time: ctx.platform.clock.now(),
    pushes: pushes.map(({ id, details, number_hmac, expires_at }) => ({
      id,
      details,
      numberAsked: number_hmac !== null,
      expiresAt: expires_at,
    })),
  } as const
}

const subscriptionState = async (ctx: Context) => {
  const { sealed_subscription } = await calling(ctx)
  const { publicKey: applicationServerKey } = softTokens.vapidKey(ctx)
  return { applicationServerKey, subscribed: sealed_subscription !== null }
}

export const softTokenAppRoutes: readonly Route[] = [
  ...routes(contract, {
    claimSoftToken: (ctx, { body }) => claim(ctx, body),
    readSoftToken: standing,
    answerPush: async (ctx, { params, body }) =>
      softTokens.answer(ctx, await active(ctx), { id: params.pushid, given: body }),
    removeSoftToken: async (ctx) => removeApp(ctx, await calling(ctx)),
  }),
  ...routes(subscriptions, {
    readPushSubscription: subscriptionState,
    updatePushSubscription: async (ctx, { body }) =>
      softTokens.subscribe(ctx, await calling(ctx), body),
    deletePushSubscription: async (ctx) => softTokens.unsubscribe(ctx, await calling(ctx)),
  }),
]
