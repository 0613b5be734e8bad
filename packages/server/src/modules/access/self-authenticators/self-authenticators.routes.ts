import * as hardware from '@signet/contract/access/own-hardware-tokens'
import * as contract from '@signet/contract/access/self-authenticators'
import * as questions from '@signet/contract/access/self-questions'
import { type Context, signedInUser } from '../../../kit/context.ts'
import { type Route, routes } from '../../../kit/routes.ts'
import { fido } from '../../authenticators/fido/index.ts'
import { grids } from '../../authenticators/grids/index.ts'
import { kba } from '../../authenticators/kba/index.ts'
import { freshlyProven } from '../../authenticators/owners/index.ts'
import { judge, readRules, readStatus, remind } from '../../authenticators/passwords/index.ts'
import { recoveryCodes } from '../../authenticators/recovery-codes/index.ts'
import { tokens } from '../../authenticators/tokens/index.ts'
import { settings } from '../../settings/families/index.ts'
import * as ownHardware from './own-hardware-tokens.service.ts'
import * as ownPasskeys from './own-passkeys.service.ts'
import { changeOwn, unlockOwn } from './own-password.service.ts'
import * as ownQuestions from './own-questions.service.ts'
import * as ownTokens from './own-tokens.service.ts'

const readAll = async (ctx: Context) => {
  const { id } = signedInUser(ctx)
  return {
    password: await readStatus(ctx, id),
    tokens: await tokens.listOf(ctx, id),
    fidoTokens: await fido.listOf(ctx, id),
    grids: await grids.presentAll(ctx, id),
    recoveryCodes: await recoveryCodes.readStatus(ctx, id),
    kba: await kba.readStatus(ctx, id),
  }
}

const newRecoveryCodes = async (ctx: Context) => {
  const { id, name } = freshlyProven(ctx)
  const codes = await ctx.transaction((ctx) => recoveryCodes.createSet(ctx, { id, name }))
  return { codes: [...codes] }
}

const softRoutes = routes(contract, {
  readOwnAuthenticators: readAll,
  readOwnPassword: (ctx) => readStatus(ctx, signedInUser(ctx).id),
  changeOwnPassword: (ctx, { body }) => changeOwn(ctx, body),
  notifyOwnPassword: async (ctx) => {
    const { id, name } = signedInUser(ctx)
    await remind(ctx, { id, name })
    return undefined
  },
  validateOwnPassword: (ctx, { body }) =>
    judge(ctx, { userId: signedInUser(ctx).id, password: body.password }),
  readOwnPasswordRules: (ctx) => readRules(ctx, signedInUser(ctx).id),
  readOwnPasswordReset: async (ctx) => ({
    passwordResetEnabled: (await settings.passwordReset(ctx)).enabled,
  }),
  unlockOwnPassword: unlockOwn,
  listOwnTokens: (ctx) => tokens.listOf(ctx, signedInUser(ctx).id),
  createOwnToken: (ctx, { params, body }) =>
    ownTokens.create(ctx, { type: params.type, label: body.label }),
  startOwnTokenActivation: (ctx, { params, body }) =>
    ownTokens.start(ctx, params.tokenid, { handOver: body?.handOver === true }),
  completeOwnTokenActivation: (ctx, { params, body }) =>
    ownTokens.complete(ctx, params.tokenid, body.registrationCode),
  startOwnOfflineActivation: (ctx, { body }) => ownTokens.startOffline(ctx, body.tokenid),
  completeOwnTokenRegistration: (ctx, { params, body }) =>
    ownTokens.complete(ctx, params.tokenid, body.registrationCode),
  updateOwnToken: (ctx, { params, body }) => ownTokens.relabel(ctx, params.tokenid, body.label),
  changeOwnTokenState: (ctx, { params, body }) =>
    ownTokens.changeState(ctx, params.tokenid, body.state),
  synchroniseOwnToken: (ctx, { params, body }) =>
    ownTokens.synchronise(ctx, params.tokenid, [body.response, body.nextResponse]),
  deleteOwnToken: (ctx, { params }) => ownTokens.remove(ctx, params.tokenid),
  startOwnFidoRegistration: ownPasskeys.start,
  completeOwnFidoRegistration: (ctx, { body }) => ownPasskeys.complete(ctx, body),
  readOwnFidoToken: (ctx, { params }) => ownPasskeys.read(ctx, params.fidoid),
  updateOwnFidoToken: (ctx, { params, body }) => ownPasskeys.change(ctx, params.fidoid, body),
  deleteOwnFidoToken: (ctx, { params }) => ownPasskeys.remove(ctx, params.fidoid),
  readOwnRecoveryCodes: (ctx) => recoveryCodes.readStatus(ctx, signedInUser(ctx).id),
  createOwnRecoveryCodes: newRecoveryCodes,
})

const hardwareRoutes = routes(hardware, {
  assignOwnToken: (ctx, { body }) => ownHardware.assignOwn(ctx, body),
  confirmOwnToken: (ctx, { params, body }) => ownHardware.confirmOwn(ctx, params.tokenid, body),
  unlockOwnToken: (ctx, { params, body }) =>
    ownHardware.unlockOwn(ctx, params.tokenid, body?.unlockChallenge),
})

export const selfAuthenticatorRoutes: readonly Route[] = [...softRoutes, ...hardwareRoutes]

export const selfQuestionRoutes = routes(questions, {
  readOwnKba: ownQuestions.read,
  listOwnOfferedQuestions: (ctx, { query }) => ownQuestions.listOffered(ctx, query.locale),
  addOwnQuestions: (ctx, { body }) => ownQuestions.add(ctx, body),
  replaceOwnQuestions: (ctx, { body }) => ownQuestions.replace(ctx, body),
  deleteOwnQuestions: ownQuestions.remove,
})
