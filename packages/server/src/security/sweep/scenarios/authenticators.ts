import { startFidoRegistration } from '@signet/contract/authenticators/fido'
import { kbaFamily } from '@signet/contract/settings/kba'
import { buildPerson, fieldOf, softToken } from '../../../../testing/access/people.ts'
import { createAuthenticator } from '../../../../testing/access/software-authenticator.ts'
import { buildUser } from '../../../../testing/builders.ts'
import { kba } from '../../../modules/authenticators/kba/index.ts'
import { recoveryCodes } from '../../../modules/authenticators/recovery-codes/index.ts'
import { tempAccessCodes } from '../../../modules/authenticators/temp-access-codes/index.ts'
import { keepVoiceResponse } from '../../../modules/authenticators/text-messages/index.ts'
import { tokens } from '../../../modules/authenticators/tokens/index.ts'
import { settingsOf } from '../../../modules/settings/families/index.ts'
import { buildPasskey, buildTotp } from '../rows.ts'
import { newPassword, type Scenario, type Scenarios, type World } from '../world.ts'

/** Endpoints of one user, who has a password. */
const onPerson =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => ({
    params: { userid: (await buildPerson(world.ctx, { email: 'person@example.test' })).id },
    ...(body === undefined ? {} : { body: body(world) }),
  })

/** A token whose secret has been shown, and the codes of it. */
export const activating = async ({ ctx, keep }: World, userId: string) => {
  const { id } = await buildTotp(ctx, userId)
  const { secret } = await ctx.transaction((ctx) => tokens.showSecret(ctx, id, () => {}))
  return softToken(ctx, id, keep(secret))
}

/** A token in use, whose last code is long past. */
export const active = async (world: World, userId: string) => {
  const token = await activating(world, userId)
  await world.ctx.db
    .updateTable('tokens')
    .set({ state: 'ACTIVE', last_step: 0 })
    .where('tenant_id', '=', world.ctx.tenant.id)
    .where('id', '=', token.id)
    .execute()
  return token
}

const onNewToken: Scenario = async ({ ctx }) => {
  const { id, serial, userId } = await buildTotp(ctx, (await buildUser(ctx)).id)
  return { params: { tokenid: id, sernum: serial, useruuid: userId } }
}

const onActiveToken =
  (body: unknown): Scenario =>
  async (world) => {
    const token = await active(world, (await buildUser(world.ctx)).id)
    return { params: { tokenid: token.id }, body }
  }

const onPasskey =
  (body?: unknown): Scenario =>
  async ({ ctx }) => ({
    params: { fidoid: await buildPasskey(ctx, (await buildUser(ctx)).id) },
    ...(body === undefined ? {} : { body }),
  })

/** What a new passkey answers to the options of a registration. */
export const registrationFor = ({ ctx }: World, options: unknown) => {
  const challenge = String(fieldOf(options, 'challenge'))
  return createAuthenticator(new URL(ctx.tenant.publicUrl).origin).register({ challenge })
}

/** Ten recovery codes of a user. */
export const withRecoveryCodes = async ({ ctx, keep }: World, id: string, name: string) => {
  const codes = await ctx.transaction((ctx) => recoveryCodes.createSet(ctx, { id, name }))
  for (const code of codes) keep(code)
  return codes
}

/** A temporary access code of a user. */
export const withTempAccessCode = async ({ ctx, keep }: World, id: string, name: string) => {
  const made = await ctx.transaction((ctx) => tempAccessCodes.create(ctx, { id, name }, {}))
  return keep(made.code)
}

/** Turns questions on; nobody is asked anything until a tenant wants it. */
export const asking = ({ ctx }: World) =>
  settingsOf(kbaFamily).update(ctx, { body: { maximumNumberOfQuestions: 5 } })

/** Three questions with their answers. */
export const questionsOf = ({ ctx, keep }: World) => ({
  userQuestions: [1, 2, 3].map((number) => ({
    question: `What was it, number ${number}?`,
    answer: keep(ctx.platform.ids.random(12).toString('hex')),
  })),
})

/** What a person knows of themself. */
export const withQuestions = async (world: World, id: string, name: string) => {
  await asking(world)
  return world.ctx.transaction((ctx) => kba.replace(ctx, { id, name }, questionsOf(world)))
}

const onQuestions =
  (body?: (world: World) => unknown): Scenario =>
  async (world) => {
    const { id, userId } = await buildPerson(world.ctx)
    const [first] = await withQuestions(world, id, userId)
    const params = { userid: id, id: first?.id ?? '' }
    return { params, ...(body === undefined ? {} : { body: body(world) }) }
  }

const onTempAccessCode: Scenario = async (world) => {
  const { id, userId } = await buildPerson(world.ctx)
  await withTempAccessCode(world, id, userId)
  return { params: { userid: id } }
}

const onRecoveryCodes: Scenario = async (world) => {
  const { id, userId } = await buildPerson(world.ctx)
  await withRecoveryCodes(world, id, userId)
  return { params: { userid: id } }
}

const onVoiceResponse: Scenario = async ({ ctx, keep }) => {
  const said = { message: 'Your code', locale: 'en', minutes: 5 }
  // Another one stays: what is fetched is gone.
  await keepVoiceResponse(ctx, said)
  const responseId = (await keepVoiceResponse(ctx, said)).split('/').at(-1) ?? ''
  return { params: { responseId: keep(responseId) } }
}

export const authenticatorScenarios: Scenarios = {
  readVoiceResponse: onVoiceResponse,
  readExternalCredential: async ({ ctx }) => ({
    params: { type: 'OTP' },
    query: { userId: (await buildUser(ctx)).id },
  }),
  assignExternalCredential: async ({ ctx }) => ({
    params: { type: 'OTP' },
    body: { userId: (await buildUser(ctx)).id, credential: 'device-1' },
  }),
  createOtp: async ({ ctx }) => ({
    body: { userId: (await buildPerson(ctx, { email: 'coded@example.test' })).id },
  }),
  readUserPassword: onPerson(),
  readUserPasswordRules: onPerson(),
  deleteUserPassword: onPerson(),
  notifyUserPassword: onPerson(),
  setUserPassword: onPerson((world) => ({ password: newPassword(world) })),
  validateUserPassword: onPerson((world) => ({ password: newPassword(world) })),
  readUserAuthenticators: onPerson(),
  unlockUserAuthenticators: onPerson(),
  createUserToken: async ({ ctx }) => ({
    params: { userid: (await buildUser(ctx)).id, type: 'GOOGLE_AUTHENTICATOR' },
    body: { label: 'Phone' },
  }),
  readToken: onNewToken,
  readTokenBySerial: onNewToken,
  readUserToken: onNewToken,
  deleteToken: onNewToken,
  unlockToken: onNewToken,
  startTokenActivation: onNewToken,
  updateToken: onActiveToken({ label: 'Other phone' }),
  changeTokenState: onActiveToken({ state: 'INACTIVE' }),
  completeTokenActivation: async (world) => {
    const token = await activating(world, (await buildUser(world.ctx)).id)
    return { params: { tokenid: token.id }, body: { registrationCode: token.code() } }
  },
  synchroniseToken: async (world) => {
    const token = await active(world, (await buildUser(world.ctx)).id)
    return {
      params: { tokenid: token.id },
      body: { response: token.code(2), nextResponse: token.code(3) },
    }
  },
  startFidoRegistration: async ({ ctx }) => ({ params: { id: (await buildUser(ctx)).id } }),
  completeFidoRegistration: async (world) => {
    const params = { id: (await buildUser(world.ctx)).id }
    const begun = await world.test.call(startFidoRegistration, { as: world.admin.token, params })
    return { params, body: { fidoResponse: registrationFor(world, begun.body.fidoOptions) } }
  },
  readFidoToken: onPasskey(),
  updateFidoToken: onPasskey({ name: 'Renamed' }),
  deleteFidoToken: onPasskey(),
  readUserRecoveryCodes: onRecoveryCodes,
  deleteUserRecoveryCodes: onRecoveryCodes,
  listOfferedQuestions: () => ({ params: { locale: 'en' } }),
  listUserQuestions: onQuestions(),
  addUserQuestions: onQuestions(() => ({
    userQuestions: [{ question: 'Another one?', answer: 'something else' }],
  })),
  replaceUserQuestions: onQuestions(questionsOf),
  deleteUserQuestions: onQuestions(),
  deleteUserQuestion: onQuestions(),
  deleteKbaChallenge: onQuestions(),
  readUserTempAccessCode: onTempAccessCode,
  createUserTempAccessCode: onPerson(() => ({ maxUses: 1 })),
  deleteUserTempAccessCode: onTempAccessCode,
}
