import {
  challengeAuthenticator,
  changeExpiredPassword,
  completeAuthentication,
  completeEnrollment,
  queryAuthenticators,
  startEnrollment,
} from '@signet/contract/access/authentication'
import {
  authenticatePasswordReset,
  completePasswordReset,
} from '@signet/contract/access/password-reset'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionsWithEvidence } from '../../../../../testing/access/evidence.ts'
import {
  buildPerson,
  buildToken,
  fieldOf,
  goodPassword,
  type SoftToken,
  softToken,
} from '../../../../../testing/access/people.ts'
import type { Answer } from '../../../../../testing/call.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'
import { recoveryCodes } from '../../../authenticators/recovery-codes/index.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

/** A person to sign in as, with what they hold. */
interface Person {
  readonly id: string
  readonly userId: string
  readonly needsTwo: boolean
  token: SoftToken | null
  readonly codes: string[]
}

const buildPeople = async (): Promise<Person[]> => {
  const plain = await buildPerson(test.ctx)
  const holder = await buildPerson(test.ctx)
  const admin = await buildPerson(test.ctx, { administrator: true })
  const codes = await test.ctx.transaction((ctx) =>
    recoveryCodes.createSet(ctx, { id: holder.id, name: holder.userId }),
  )
  return [
    { ...plain, needsTwo: false, token: null, codes: [] },
    { ...holder, needsTwo: true, token: await buildToken(test.ctx, holder.id), codes: [...codes] },
    { ...admin, needsTwo: true, token: null, codes: [] },
  ]
}

/** What really was given in a transaction, by every token it has had. */
interface Lineage {
  readonly person: Person | null
  password: boolean
  second: boolean
}

interface World {
  readonly people: readonly Person[]
  readonly tokens: string[]
  readonly lineages: Map<string, Lineage>
  readonly given: { userId: string; lineage: Lineage }[]
}

type Move = (world: World, pick: number) => Promise<void>

const tokenAt = (world: World, pick: number): string =>
  world.tokens[pick % Math.max(1, world.tokens.length)] ?? 'x'.repeat(200)

const follow = (world: World, from: string | null, answer: Answer, person: Person | null): void => {
  const lineage = (from === null ? undefined : world.lineages.get(from)) ?? {
    person,
    password: false,
    second: false,
  }
  const { authToken } = answer.body
  if (typeof authToken === 'string') {
    world.tokens.push(authToken)
    world.lineages.set(authToken, lineage)
  }
  const userId = fieldOf(answer.body, 'session', 'jwt', 'userId')
  if (typeof userId === 'string') world.given.push({ userId, lineage })
}

const query: Move = async (world, pick) => {
  const person = [...world.people, null][pick % (world.people.length + 1)] ?? null
  const body = { userId: person?.userId ?? 'nobody' }
  follow(world, null, await test.call(queryAuthenticators, { body }), person)
}

const submit = async (
  world: World,
  authToken: string,
  [authenticator, response, noted]: readonly [string, string, (lineage: Lineage) => void],
) => {
  const lineage = world.lineages.get(authToken)
  const answer = await test.call(completeAuthentication, {
    params: { authenticator },
    body: { authToken, response },
  })
  if (answer.status === 200 && lineage !== undefined) noted(lineage)
  follow(world, authToken, answer, null)
}

const rightPassword: Move = (world, pick) =>
  submit(world, tokenAt(world, pick), [
    'PASSWORD',
    goodPassword,
    (lineage) => {
      lineage.password = true
    },
  ])

const proveSecond = (lineage: Lineage): void => {
  lineage.second = true
}

const rightCode: Move = async (world, pick) => {
  test.clock.advance(31_000)
  const authToken = tokenAt(world, pick)
  const code = world.lineages.get(authToken)?.person?.token?.code() ?? '123456'
  await submit(world, authToken, ['TOKEN', code, proveSecond])
}

const recoveryCode: Move = async (world, pick) => {
  const authToken = tokenAt(world, pick)
  const code = world.lineages.get(authToken)?.person?.codes.pop() ?? 'AAAA'
  await submit(world, authToken, ['RECOVERY_CODE', code, proveSecond])
}

const nothing = (): void => {
  throw new Error('a wrong answer was taken')
}

const wrong: Move = (world, pick) => {
  const authenticator =
    ['PASSWORD', 'TOKEN', 'OTP', 'RECOVERY_CODE', 'FIDO', 'PASSKEY'][pick % 6] ?? ''
  return submit(world, tokenAt(world, pick), [
    authenticator,
    pick % 2 === 0 ? '' : '000000',
    nothing,
  ])
}

const twice: Move = async (world, pick) => {
  await Promise.all([
    rightPassword(world, pick),
    rightPassword(world, pick),
    rightCode(world, pick),
  ])
}

const challenge: Move = async (world, pick) => {
  const authenticator = ['FIDO', 'OTP', 'PASSKEY', 'PASSWORD'][pick % 4]
  const authToken = tokenAt(world, pick)
  const body = { authToken }
  const answer = await test.call(challengeAuthenticator, { params: { authenticator }, body })
  follow(world, authToken, answer, null)
}

const enrol: Move = async (world, pick) => {
  const authToken = tokenAt(world, pick)
  const params = { authenticator: 'TOKEN' }
  const begun = await test.call(startEnrollment, { params, body: { authToken } })
  const secret = fieldOf(begun.body, 'token', 'secret')
  const token = typeof secret === 'string' ? softToken(test.ctx, '', secret) : null
  const answer = await test.call(completeEnrollment, {
    params,
    body: { authToken, response: token?.code() ?? '000000' },
  })
  const lineage = world.lineages.get(authToken)
  if (answer.status === 200 && lineage?.person) {
    lineage.second = true
    lineage.person.token = token
  }
  follow(world, authToken, answer, null)
}

const otherCalls: Move = async (world, pick) => {
  const authToken = tokenAt(world, pick)
  const newPassword = 'a phrase nobody chose 1'
  for (const answer of [
    await test.call(changeExpiredPassword, { body: { authToken, newPassword } }),
    await test.call(completePasswordReset, { body: { authToken, newPassword } }),
    await test.call(authenticatePasswordReset, {
      body: { authToken, authenticator: 'PASSWORD', response: goodPassword },
    }),
  ]) {
    expect(answer.status).toBeGreaterThanOrEqual(400)
  }
}

const moves: readonly Move[] = [
  query,
  rightPassword,
  rightCode,
  recoveryCode,
  wrong,
  twice,
  challenge,
  enrol,
  otherCalls,
]

describe('whatever calls come in whatever order', () => {
  it('a session means evidence for every required step, by secrets that were really given', {
    meta: { covers: ['S2', 'S3'] },
    timeout: 120_000,
  }, async () => {
    let sessions = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat({ max: moves.length - 1 }), fc.nat({ max: 40 })), {
          minLength: 6,
          maxLength: 22,
        }),
        async (sequence) => {
          const people = await buildPeople()
          const world: World = { people, tokens: [], lineages: new Map(), given: [] }
          for (const index of people.keys()) await query(world, index)
          for (const [move, pick] of sequence) await moves[move]?.(world, pick)
          for (const { userId, lineage } of world.given) {
            expect(lineage.person?.id).toBe(userId)
            expect(lineage.password).toBe(true)
            if (lineage.person?.needsTwo) expect(lineage.second).toBe(true)
          }
          for (const { person, evidence } of await sessionsWithEvidence(test, people)) {
            sessions += 1
            expect(evidence.map(({ step }) => step)).toEqual(person?.needsTwo ? [1, 2] : [1])
            expect(new Set(evidence.map((row) => row.user_id))).toEqual(new Set([person?.id]))
            expect(new Set(evidence.map((row) => row.class)).size).toBe(evidence.length)
            expect(new Set(evidence.map((row) => row.channel)).size).toBe(evidence.length)
          }
        },
      ),
      { numRuns: 60 },
    )
    expect(sessions).toBeGreaterThan(20)
  })
})
