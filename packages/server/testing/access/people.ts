import { hotp } from '@signet/algorithms/otp'
import {
  challengeAuthenticator,
  completeAuthentication,
  queryAuthenticators,
} from '@signet/contract/access/authentication'
import type { Context } from '../../src/kit/context.ts'
import {
  deviceOf,
  keepDevice,
  newMachineNonce,
} from '../../src/modules/authenticators/devices/index.ts'
import { storePassword } from '../../src/modules/authenticators/passwords/index.ts'
import { tokens } from '../../src/modules/authenticators/tokens/index.ts'
import { buildRole, buildUser } from '../builders.ts'
import type { Answer, Call } from '../call.ts'
import type { TestClock } from '../test-clock.ts'

export const goodPassword = 'correct horse battery staple 42'

interface Wanted {
  readonly userId?: string
  /** An address that was proven. */
  readonly email?: string
  readonly administrator?: boolean
  readonly password?: string | null
}

/** A user with a password, and a role when they are an administrator. */
export const buildPerson = async (ctx: Context, wanted: Wanted = {}) => {
  const { administrator = false, password = goodPassword, userId } = wanted
  const user = await buildUser(ctx, {
    ...(userId === undefined ? {} : { userId }),
    ...(wanted.email === undefined ? {} : { email: wanted.email }),
  })
  if (wanted.email !== undefined) {
    await ctx.db
      .updateTable('users')
      .set({ email_verified: true })
      .where('tenant_id', '=', ctx.tenant.id)
      .where('id', '=', user.id)
      .execute()
  }
  if (administrator) {
    const role_id = await buildRole(ctx, { superAdministrator: true })
    await ctx.db
      .insertInto('user_roles')
      .values({ tenant_id: ctx.tenant.id, user_id: user.id, role_id })
      .execute()
  }
  if (password !== null) {
    const hash = await ctx.platform.hashes.hash(password)
    await ctx.transaction((ctx) =>
      storePassword(ctx, { userId: user.id, hash, forceChange: false, transactionId: null }),
    )
  }
  return user
}

const base32 = (text: string): Buffer => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...text].map((c) => alphabet.indexOf(c).toString(2).padStart(5, '0')).join('')
  return Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? [])
}

const stepMillis = 30_000

/** Moves the clock to where a step of the codes begins: the present code stays for all of it. */
export const atStepStart = ({ clock }: { readonly clock: TestClock }): void =>
  clock.advance(stepMillis - (clock.now().getTime() % stepMillis))

export interface SoftToken {
  readonly id: string
  readonly secret: string
  /** The code `steps` after the present one. */
  code(steps?: number): string
}

export const softToken = (ctx: Context, id: string, secret: string): SoftToken => ({
  id,
  secret,
  code: (steps = 0) =>
    hotp(
      { secret: base32(secret), digits: 6, algorithm: 'SHA1' },
      Math.floor(ctx.platform.clock.now().getTime() / stepMillis) + steps,
    ),
})

/** An active token that has used no code of the last minutes. */
export const buildToken = async (ctx: Context, userId: string): Promise<SoftToken> => {
  const made = await ctx.transaction((ctx) =>
    tokens.create(ctx, { userId, type: 'GOOGLE_AUTHENTICATOR' }),
  )
  const { secret } = await ctx.transaction((ctx) => tokens.showSecret(ctx, made.id, () => {}))
  await ctx.db
    .updateTable('tokens')
    .set({ state: 'ACTIVE', last_step: 0 })
    .where('tenant_id', '=', ctx.tenant.id)
    .where('id', '=', made.id)
    .execute()
  return softToken(ctx, made.id, secret)
}

/** What a page reads out of an answer without caring for the rest. */
export const fieldOf = (body: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null
        ? new Map(Object.entries(value)).get(name)
        : undefined,
    body,
  )

export const sessionTokenOf = (body: unknown): string => {
  const token = fieldOf(body, 'session', 'jwt', 'token')
  if (typeof token !== 'string') throw new Error('the answer holds no session')
  return token
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The calls of one browser that signs in. */
export const browserOf = (call: Call, known?: string, remembered?: string) => {
  let authToken = ''
  let machineNonce = known
  let sequenceNonce = remembered
  const keep = (answer: Answer): Answer => {
    authToken = textOf(answer.body.authToken) || authToken
    machineNonce = textOf(answer.body.machineNonce) || machineNonce
    sequenceNonce = textOf(answer.body.sequenceNonce) || sequenceNonce
    return answer
  }
  return {
    get authToken() {
      return authToken
    },
    get machineNonce() {
      return machineNonce
    },
    get sequenceNonce() {
      return sequenceNonce
    },
    query: async (userId?: string, more: object = {}) =>
      keep(
        await call(queryAuthenticators, {
          body: { userId, machineNonce, sequenceNonce, ...more },
        }),
      ),
    challenge: async (authenticator: string, more: object = {}) =>
      keep(
        await call(challengeAuthenticator, {
          params: { authenticator },
          body: { authToken, machineNonce, ...more },
        }),
      ),
    sign: async (authenticator: string, fidoResponse: object) =>
      keep(
        await call(completeAuthentication, {
          params: { authenticator },
          body: { authToken, fidoResponse, machineNonce },
        }),
      ),
    prove: async (authenticator: string, response: string, more: object = {}) =>
      keep(
        await call(completeAuthentication, {
          params: { authenticator },
          body: { authToken, response, machineNonce, ...more },
        }),
      ),
  }
}

export type SigningIn = ReturnType<typeof browserOf>

/** A browser from which the user has signed in before. */
export const knownBrowser = async (ctx: Context, call: Call, user: { readonly id: string }) => {
  const machineNonce = newMachineNonce(ctx)
  const device = deviceOf(ctx, machineNonce)
  if (device === null) throw new Error('no device')
  await ctx.db.executeQuery(keepDevice(ctx, { userId: user.id, device }))
  return browserOf(call, machineNonce)
}
