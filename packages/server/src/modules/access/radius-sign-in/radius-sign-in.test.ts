import { chapResponse, msChap2Response, msChapResponse } from '@signet/algorithms/radius/chap'
import { readRadiusConfiguration } from '@signet/contract/access/radius-sign-in'
import {
  renewRadiusCredential,
  updateRadiusAgent,
} from '@signet/contract/applications/radius-agents'
import { updateRadiusApplication } from '@signet/contract/applications/radius-applications'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedCode } from '../../../../testing/access/mail.ts'
import { buildPerson, buildToken, goodPassword } from '../../../../testing/access/people.ts'
import { buildRadius, radiusOf } from '../../../../testing/access/radius.ts'
import { buildAdmin, buildGroup } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

/*
 * Guards: `expectAgent`, `findServed`, `takeWaiting` (once, of one application), `answerOnce` with
 * its budgets and used-up codes, `obstacleOf`. Rows 7, 8, 11, 13 and 30 of the list of attacks.
 */

let test: TestApp
let as: string
beforeAll(async () => {
  test = await startTestApp()
  as = (await buildAdmin(test.ctx)).token
})
afterAll(() => test.close())

const holder = async () => {
  const user = await buildPerson(test.ctx)
  return { user, token: await buildToken(test.ctx, user.id) }
}

const codesOnly = { authenticationMethod: 'SOFT_HARDWARE_TOKEN_OTP' } as const
const inOneField = { passwordFormat: 'PASSWORD_AND_CODE' } as const

const change = async (user: { readonly id: string }, set: object): Promise<void> => {
  await test.ctx.db
    .updateTable('users')
    .set(set)
    .where('tenant_id', '=', test.ctx.tenant.id)
    .where('id', '=', user.id)
    .execute()
}

const bytes = (value: Buffer): string => value.toString('base64url')

describe('a code', () => {
  it('lets in once', async () => {
    const radius = radiusOf(test, await buildRadius(test, codesOnly))
    const { user, token } = await holder()
    const asked = { userName: user.userId, ...radius.pap(token.code()) }
    expect(await radius.decide(asked)).toMatchObject({ decision: 'ACCEPT' })
    expect(await radius.decide(asked)).toMatchObject({ decision: 'REJECT' })
  })

  it('lets in one of fifty who show it at once', { meta: { covers: ['S30'] } }, async () => {
    const radius = radiusOf(test, await buildRadius(test, codesOnly))
    const { user, token } = await holder()
    const asked = { userName: user.userId, ...radius.pap(token.code()) }
    const answers = await Promise.all(Array.from({ length: 50 }, () => radius.ask(asked)))
    const accepted = answers.filter(({ body }) => body.decision === 'ACCEPT')
    expect(accepted).toHaveLength(1)
  })

  it.each([
    ['CHAP', (code: string) => ({ response: chapResponse(code, { id: 7, challenge }), id: 7 })],
    ['MSCHAP', (code: string) => ({ response: msChapResponse(code, challenge.subarray(0, 8)) })],
  ] as const)('is proven by %s, once', async (kind, prove) => {
    const radius = radiusOf(test, await buildRadius(test, codesOnly))
    const { user, token } = await holder()
    const { response, ...more } = prove(token.code())
    const shown = bytes(kind === 'CHAP' ? challenge : challenge.subarray(0, 8))
    const proof = { kind, challenge: shown, response: bytes(response), ...more }
    const asked = { userName: user.userId, proof }
    expect(await radius.decide(asked)).toMatchObject({ decision: 'ACCEPT' })
    expect(await radius.decide(asked)).toMatchObject({ decision: 'REJECT' })
  })

  it('is proven by MS-CHAPv2, whose client is shown that it was known', async () => {
    const radius = radiusOf(test, await buildRadius(test, codesOnly))
    const { user, token } = await holder()
    const exchange = {
      userName: user.userId,
      authenticatorChallenge: challenge,
      peerChallenge: Buffer.alloc(16, 9),
    }
    const proof = {
      kind: 'MSCHAP2',
      challenge: bytes(challenge),
      peerChallenge: bytes(exchange.peerChallenge),
      response: bytes(msChap2Response(token.code(), exchange)),
    }
    const decided = await radius.decide({ userName: user.userId, proof })
    expect(decided.decision).toBe('ACCEPT')
    expect(decided.msChap2Success).toMatch(/^S=[0-9A-F]{40}$/)
  })

  it('counts as wrong where every other wrong answer does, and is locked out with them', {
    meta: { covers: ['S7'] },
  }, async () => {
    const radius = radiusOf(test, await buildRadius(test, codesOnly))
    const { user, token } = await holder()
    const names = [user.userId, user.userId.toUpperCase(), ` ${user.userId} `]
    for (const userName of names) {
      await radius.decide({ userName, ...radius.pap('000000') })
    }
    const right = { userName: user.userId, ...radius.pap(token.code()) }
    expect(await radius.decide(right)).toMatchObject({ decision: 'REJECT' })
  })
})

const challenge = Buffer.from('0123456789abcdef')

describe('a password', () => {
  it('alone is not enough for whoever has a second factor', async () => {
    const radius = radiusOf(test, await buildRadius(test))
    const { user, token } = await holder()
    const asked = await radius.decide({ userName: user.userId, ...radius.pap(goodPassword) })
    expect(asked).toMatchObject({ decision: 'CHALLENGE', attributes: [] })
    const second = { userName: user.userId, state: asked.state, ...radius.pap(token.code()) }
    expect(await radius.decide(second)).toMatchObject({ decision: 'ACCEPT' })
    expect(await radius.decide(second), 'a state is used up').toMatchObject({ decision: 'REJECT' })
  })

  it('and a code may come in one field', async () => {
    const radius = radiusOf(test, await buildRadius(test, inOneField))
    const { user, token } = await holder()
    const both = radius.pap(`${goodPassword}${token.code()}`)
    expect(await radius.decide({ userName: user.userId, ...both })).toMatchObject({
      decision: 'ACCEPT',
    })
    const replayed = await radius.decide({ userName: user.userId, ...both })
    expect(replayed).toMatchObject({ decision: 'REJECT' })
  })

  it('with a wrong code is refused as a wrong password is', async () => {
    const radius = radiusOf(test, await buildRadius(test, inOneField))
    const { user, token } = await holder()
    const wrong = [`${goodPassword}000000`, `wrong${token.code()}`, 'wrong']
    const told = await Promise.all(
      wrong.map((password) => radius.decide({ userName: user.userId, ...radius.pap(password) })),
    )
    const stranger = await radius.decide({ userName: 'nobody', ...radius.pap('wrong') })
    expect(told).toEqual([stranger, stranger, stranger])
    expect(stranger.decision).toBe('REJECT')
  })

  it('cannot be proven by a digest: nobody is charged for it', async () => {
    const radius = radiusOf(test, await buildRadius(test))
    const { user } = await holder()
    const proof = { kind: 'CHAP', id: 1, challenge: bytes(challenge), response: bytes(challenge) }
    expect(await radius.decide({ userName: user.userId, proof })).toMatchObject({
      decision: 'REJECT',
    })
  })

  it('is followed by a code that is mailed, where somebody has no other second factor', async () => {
    const method = { authenticationMethod: 'PASSWORD_SECOND_FACTOR' } as const
    const radius = radiusOf(test, await buildRadius(test, method))
    const email = `${test.platform.ids.random(6).toString('hex')}@example.test`
    const user = await buildPerson(test.ctx, { email })
    const asked = await radius.decide({ userName: user.userId, ...radius.pap(goodPassword) })
    expect(asked.message).toContain('@')
    const code = await mailedCode(test, email)
    const second = { userName: user.userId, state: asked.state, ...radius.pap(code) }
    expect(await radius.decide(second)).toMatchObject({ decision: 'ACCEPT' })
  })
})

describe('who may not come in', () => {
  it.each([
    ['locked', { locked: true }],
    ['inactive', { state: 'INACTIVE' }],
  ])('is refused when %s, whatever they show', { meta: { covers: ['S8'] } }, async (_name, set) => {
    const radius = radiusOf(test, await buildRadius(test, codesOnly))
    const { user, token } = await holder()
    await change(user, set)
    const asked = { userName: user.userId, ...radius.pap(token.code()) }
    expect(await radius.decide(asked)).toMatchObject({ decision: 'REJECT' })
  })

  it('is told why by number once they have proven something, and nothing before', {
    meta: { covers: ['S29'] },
  }, async () => {
    const radius = radiusOf(test, await buildRadius(test, codesOnly))
    const { user, token } = await holder()
    await change(user, { locked: true })
    const wrong = await radius.decide({ userName: user.userId, ...radius.pap('000000') })
    expect(wrong).toMatchObject({ decision: 'REJECT', message: null })
    const { message } = await radius.decide({ userName: user.userId, ...radius.pap(token.code()) })
    const { id } = await test.ctx.db
      .selectFrom('access_decisions')
      .select('id')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(message).toBe(
      `You cannot sign in from here at present. Ask your administrator, and name this number: ${id}`,
    )
  })

  it('is refused between password and code, too', { meta: { covers: ['S8'] } }, async () => {
    const radius = radiusOf(test, await buildRadius(test))
    const { user, token } = await holder()
    const asked = await radius.decide({ userName: user.userId, ...radius.pap(goodPassword) })
    await change(user, { locked: true })
    const second = { userName: user.userId, state: asked.state, ...radius.pap(token.code()) }
    expect(await radius.decide(second)).toMatchObject({ decision: 'REJECT' })
  })

  it('is an administrator with one factor, whatever the application asks for', async () => {
    const radius = radiusOf(test, await buildRadius(test, codesOnly))
    const user = await buildPerson(test.ctx, { administrator: true })
    const token = await buildToken(test.ctx, user.id)
    const asked = await radius.decide({ userName: user.userId, ...radius.pap(token.code()) })
    expect(asked).toMatchObject({ decision: 'CHALLENGE', message: 'Password' })
    const second = { userName: user.userId, state: asked.state, ...radius.pap(goodPassword) }
    expect(await radius.decide(second)).toMatchObject({ decision: 'ACCEPT' })
  })
})

describe('a state', () => {
  it('is of one application', async () => {
    const [one, other] = [await buildRadius(test), await buildRadius(test)]
    const { user, token } = await holder()
    const first = radiusOf(test, one)
    const asked = await first.decide({ userName: user.userId, ...first.pap(goodPassword) })
    const second = { userName: user.userId, state: asked.state, ...first.pap(token.code()) }
    expect(await radiusOf(test, other).decide(second)).toMatchObject({ decision: 'REJECT' })
    expect(await first.decide(second), 'nor was it used up').toMatchObject({ decision: 'ACCEPT' })
  })

  it('ends after five minutes', async () => {
    const radius = radiusOf(test, await buildRadius(test))
    const { user, token } = await holder()
    const asked = await radius.decide({ userName: user.userId, ...radius.pap(goodPassword) })
    test.clock.advance(301_000)
    as = (await buildAdmin(test.ctx)).token
    const second = { userName: user.userId, state: asked.state, ...radius.pap(token.code()) }
    expect(await radius.decide(second)).toMatchObject({ decision: 'REJECT' })
  })
})

describe('an agent', () => {
  it('is refused with another tenant’s credential, a cut one, and once it is disabled', async () => {
    const own = await buildRadius(test)
    const foreign = await buildRadius({ ...test, ...(await test.otherTenant()) })
    const ask = (credential: string) =>
      test.call(readRadiusConfiguration, { body: { credential, version: '1' } })
    expect((await ask(own.credential)).status).toBe(200)
    for (const credential of [foreign.credential, own.credential.slice(0, -1)]) {
      expect((await ask(credential)).body.errorCode).toBe('access_denied')
    }
    const params = { id: own.agentId }
    await test.call(updateRadiusAgent, { as, params, body: { name: 'Off', enabled: false } })
    expect((await ask(own.credential)).body.errorCode).toBe('access_denied')
  })

  it('may speak for the applications that it serves, and for no other', async () => {
    const [own, other] = [await buildRadius(test, codesOnly), await buildRadius(test)]
    const { user, token } = await holder()
    const params = { id: own.applicationId }
    const body = { name: 'Of another', agentIds: [other.agentId] }
    const changed = await test.call(updateRadiusApplication, { as, params, body })
    expect(changed.status, changed.text).toBe(200)
    const radius = radiusOf(test, own)
    const asked = { userName: user.userId, ...radius.pap(token.code()) }
    expect((await radius.ask(asked)).body.errorCode).toBe('access_denied')
    const speaking = radiusOf(test, { ...other, applicationId: own.applicationId })
    expect(await speaking.decide(asked)).toMatchObject({ decision: 'ACCEPT' })
  })

  it('goes on with its former credential until it uses the new one', async () => {
    const radius = await buildRadius(test)
    const ask = (credential: string) =>
      test.call(readRadiusConfiguration, { body: { credential, version: '1' } })
    const params = { id: radius.agentId }
    const renewed = await test.call(renewRadiusCredential, { as, params })
    expect((await ask(radius.credential)).status).toBe(200)
    expect((await ask(String(renewed.body.credential))).status).toBe(200)
    expect((await ask(radius.credential)).body.errorCode).toBe('access_denied')
  })

  it('is told the secrets of its applications once for each change', async () => {
    const radius = await buildRadius(test)
    const ask = (revision: string | null) =>
      test.call(readRadiusConfiguration, {
        body: { credential: radius.credential, version: '1', revision },
      })
    const told = readRadiusConfiguration.answer.parse((await ask(null)).body)
    expect(told.applications?.map(({ sharedSecret }) => sharedSecret)).toContain(
      radius.sharedSecret,
    )
    const again = readRadiusConfiguration.answer.parse((await ask(told.revision)).body)
    expect(again.applications).toBeNull()
  })
})

describe('an answer', () => {
  it('tells the client of the person what the application says, by their groups', async () => {
    const { user, token } = await holder()
    const group = await buildGroup(test.ctx, { members: [user.id] })
    const constant = { source: 'CONSTANT', groupId: null } as const
    const replyAttributes = [
      { type: 25, vendorId: null, valueType: 'TEXT', source: 'GROUPS', value: '', groupId: null },
      { ...constant, type: 27, vendorId: null, valueType: 'NUMBER', value: '3600' },
      { ...constant, type: 1, vendorId: 9, valueType: 'TEXT', value: 'shell:priv-lvl=15' },
    ] as const
    const radius = radiusOf(
      test,
      await buildRadius(test, { ...codesOnly, replyAttributes: [...replyAttributes] }),
    )
    const { attributes } = await radius.decide({
      userName: user.userId,
      ...radius.pap(token.code()),
    })
    const texts = attributes.map(({ type, vendorId, value }) => [
      type,
      vendorId,
      Buffer.from(value, 'base64url').toString('latin1'),
    ])
    expect(texts).toEqual([
      [25, null, group.name],
      [27, null, '\u0000\u0000\u000e\u0010'],
      [1, 9, 'shell:priv-lvl=15'],
    ])
  })
})
