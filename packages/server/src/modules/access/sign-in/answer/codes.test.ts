import {
  challengeAuthenticator,
  completeAuthentication,
} from '@signet/contract/access/authentication'
import {
  challengeOptionalAttribute,
  completeOptionalAttribute,
} from '@signet/contract/access/contact-verification'
import { createOtp, listTextMessages } from '@signet/contract/authenticators/otps'
import { readVoiceResponse } from '@signet/contract/authenticators/voice-responses'
import { createGroupPolicy, deleteGroupPolicy } from '@signet/contract/settings/grouppolicy'
import { updateOtpSettings } from '@signet/contract/settings/otp'
import { readOtpProvider, updateOtpProvider } from '@signet/contract/settings/otpprovider'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { whileHeld } from '../../../../../testing/access/held-rows.ts'
import { buildPerson, fieldOf, goodPassword } from '../../../../../testing/access/people.ts'
import { buildAdmin, buildGroup, signInAs } from '../../../../../testing/builders.ts'
import {
  allowServices,
  type ServiceForTests,
  startHttpService,
} from '../../../../../testing/http-services.ts'
import { startTestApp, type TestApp } from '../../../../../testing/test-app.ts'
import { codePlaces } from '../../../authenticators/otps/index.ts'
import { grantEntitlement } from '../../../tenancy/entitlements/index.ts'
import { engine } from '../engine.ts'

let test: TestApp
let admin: string
let provider: ServiceForTests

const connector = (way: string) => ({
  method: 'POST',
  url: `${provider.url}/${way}`,
  authType: 'API Key',
  keyName: 'X-Key',
  secret: 'canary-provider-key',
  body: '{"to":"{{REQ.recipient}}","text":"{{REQ.message}}","lang":"{{REQ.locale}}"}',
  statuses: [200, 202],
  resultItems: [{ name: 'id', path: '$.id', equals: null }],
})

const settle = async (body: object): Promise<void> => {
  const answer = await test.call(updateOtpSettings, { as: admin, body })
  expect(answer.status, answer.text).toBe(200)
}

beforeAll(async () => {
  test = await startTestApp()
  admin = (await buildAdmin(test.ctx)).token
  provider = await startHttpService()
  allowServices(test, [provider])
  const body = { sms: connector('sms'), voice: connector('voice') }
  await test.call(updateOtpProvider, { as: admin, body })
  await settle({ deliveries: ['SMS', 'VOICE', 'EMAIL'], resendSeconds: 15 })
})
afterAll(async () => {
  await provider.close()
  await test.close()
})
beforeEach(() => {
  provider.calls.length = 0
  provider.answer(() => ({ body: { id: 'message-1' } }))
})

let count = 0

/** Someone whose mobile number is as given, and proven. */
const buildReached = async (number = `+4179${String((count += 1)).padStart(7, '0')}`) => {
  const user = await buildPerson(test.ctx, { email: `reached-${count}@example.test` })
  await test.ctx.db
    .updateTable('users')
    .set({ mobile: number, locale: 'de' })
    .where('tenant_id', '=', test.tenant.id)
    .where('id', '=', user.id)
    .execute()
  const proof = { userId: user.id, attribute: 'mobile', value: number }
  await test.ctx.db.executeQuery(codePlaces.prove(test.ctx, proof))
  return { ...user, number }
}

/** A sign-in for which an application asks two factors, with the first one proven. */
const half = async (user: { readonly id: string }) => {
  const beginning = { purpose: 'SIGN_IN', userId: user.id, secondFactorDemanded: true } as const
  const transaction = engine.newTransaction(test.ctx, beginning)
  const authToken = await engine.sealTransaction(test.ctx, transaction)
  const params = { authenticator: 'PASSWORD' }
  const body = { authToken, response: goodPassword }
  const state = await test.call(completeAuthentication, { params, body })
  expect(state.status, state.text).toBe(200)
  return { authToken: String(state.body.authToken), state: state.body }
}

const policies: string[] = []

/** A group policy over the settings of codes, until the test ends. */
const policyFor = async (groupId: string, otp: object): Promise<void> => {
  const body = { name: `Codes of ${groupId}`, groupIds: [groupId], settings: { otp } }
  const answer = await test.call(createGroupPolicy, { as: admin, body })
  expect(answer.status, answer.text).toBe(200)
  policies.push(String(answer.body.id))
}
afterEach(async () => {
  if (policies.length === 0) return
  for (const id of policies.splice(0)) {
    await test.call(deleteGroupPolicy, { as: admin, params: { id } })
  }
  await settle({ deliveries: ['SMS', 'VOICE', 'EMAIL'] })
})

const ask = (authToken: string, more: object = {}) =>
  test.call(challengeAuthenticator, {
    params: { authenticator: 'OTP' },
    body: { authToken, ...more },
  })
const give = (authToken: string, response: string) =>
  test.call(completeAuthentication, {
    params: { authenticator: 'OTP' },
    body: { authToken, response },
  })

const called = async (path: string) => {
  await expect.poll(() => provider.calls.some((call) => call.path === path)).toBe(true)
  const call = provider.calls.findLast((one) => one.path === path)
  const sent: Readonly<Record<string, string>> = JSON.parse(call?.body ?? '{}')
  return { ...call, sent }
}
const codeIn = (text: unknown): string => /\d{8}/.exec(String(text))?.[0] ?? ''

describe('a code to a telephone', () => {
  it('is offered masked, sent through the provider, and signs in once', async () => {
    const user = await buildReached()
    const { authToken, state } = await half(user)
    expect(fieldOf(state, 'authenticators', '0', 'deliveries')).toEqual([
      { attribute: 'mobile', type: 'SMS', hint: `+41*****${user.number.slice(-2)}` },
      { attribute: 'mobile', type: 'VOICE', hint: `+41*****${user.number.slice(-2)}` },
      expect.objectContaining({ attribute: 'email', type: 'EMAIL' }),
    ])
    const asked = await ask(authToken, { otpDeliveryType: 'SMS' })
    expect(asked.status, asked.text).toBe(200)
    expect(asked.text).not.toContain(user.number)
    const { sent, headers } = await called('/sms')
    expect(headers?.['x-key']).toBe('canary-provider-key')
    expect(sent).toMatchObject({ to: user.number, lang: 'de' })
    const code = codeIn(sent.text)
    const host = new URL(test.tenant.publicUrl).hostname
    expect(sent.text?.split('\n').at(-1)).toBe(`@${host} #${code}`)
    const answers = await Promise.all(Array.from({ length: 50 }, () => give(authToken, code)))
    expect(answers.every(({ body }) => body.authenticationCompleted === true)).toBe(true)
    expect((await give(authToken, `${code} `)).status).toBeGreaterThanOrEqual(400)
  })

  it('is taken once by fifty who submit it together', { meta: { covers: ['S11'] } }, async () => {
    const user = await buildReached()
    const { authToken } = await half(user)
    await ask(authToken, { otpDeliveryType: 'SMS' })
    const code = codeIn((await called('/sms')).sent.text)
    const spellings = Array.from({ length: 50 }, (_, at) => `${' '.repeat(at)}${code}`)
    const answers = await Promise.all(spellings.map((spelled) => give(authToken, spelled)))
    const done = answers.filter(({ body }) => body.authenticationCompleted === true)
    expect(done).toHaveLength(1)
  })

  it('goes only where the policy of a group lets codes go', async () => {
    const user = await buildReached()
    const group = await buildGroup(test.ctx, { members: [user.id] })
    await policyFor(group.id, { deliveries: ['EMAIL'] })
    const { authToken, state } = await half(user)
    expect(fieldOf(state, 'authenticators', '0', 'deliveries')).toEqual([
      expect.objectContaining({ attribute: 'email', type: 'EMAIL' }),
    ])
    const bySms = { otpDeliveryType: 'SMS' }
    expect((await ask(authToken, bySms)).body.code).toBe('no_otp')
    const body = { userId: user.id, ...bySms }
    expect((await test.call(createOtp, { as: admin, body })).body.code).toBe('no_otp')
  })

  it('goes to telephones for a group alone, where the tenant sends mail', async () => {
    await settle({ deliveries: ['EMAIL'] })
    const [user, other] = [await buildReached(), await buildReached()]
    const group = await buildGroup(test.ctx, { members: [user.id] })
    await policyFor(group.id, { deliveries: ['SMS'] })
    const { authToken } = await half(user)
    expect((await ask(authToken, { otpDeliveryType: 'SMS' })).status).toBe(200)
    expect((await called('/sms')).sent).toMatchObject({ to: user.number })
    const sentToOther = await ask((await half(other)).authToken, { otpDeliveryType: 'SMS' })
    expect(sentToOther.body.code).toBe('no_otp')
  })

  it('is read out twice in the language of the person', async () => {
    const user = await buildReached()
    const { authToken } = await half(user)
    await ask(authToken, { otpDeliveryType: 'VOICE', otpDeliveryAttribute: 'mobile' })
    const { text = '' } = (await called('/voice')).sent
    expect(text).toContain('Noch einmal')
    expect(text.match(/(?:\d, ){7}\d/g)).toHaveLength(2)
  })

  describe('whose provider asks what to say', () => {
    const settleVoice = async (body: string): Promise<void> => {
      const voice = { ...connector('voice'), body }
      const answer = await test.call(updateOtpProvider, { as: admin, body: { voice } })
      expect(answer.status, answer.text).toBe(200)
    }
    const addressTold = async (): Promise<string> => {
      const { authToken } = await half(await buildReached())
      await ask(authToken, { otpDeliveryType: 'VOICE', otpDeliveryAttribute: 'mobile' })
      return (await called('/voice')).sent.say ?? ''
    }
    const fetched = (address: string) =>
      test.call(readVoiceResponse, { params: { responseId: address.split('/').at(-1) ?? '' } })
    beforeEach(() => settleVoice('{"to":"{{REQ.recipient}}","say":"{{REQ.voiceUrl}}"}'))
    afterAll(() => settleVoice(connector('voice').body))

    it('is told it once, however many ask, and nothing of it stays', {
      meta: { covers: ['login.doors', 'S11'] },
    }, async () => {
      // Guard: the deletion that tells (voice-responses.ts).
      const address = await addressTold()
      expect(new URL(address).origin).toBe(new URL(test.tenant.publicUrl).origin)
      expect(address.split('/').at(-1)).toMatch(/^[\w-]{43}$/)
      const answers = await Promise.all(Array.from({ length: 50 }, () => fetched(address)))
      const told = answers.filter(({ status }) => status === 200)
      expect(told).toHaveLength(1)
      expect(told[0]?.body).toMatchObject({ locale: 'de' })
      expect(String(told[0]?.body.message).match(/(?:\d, ){7}\d/g)).toHaveLength(2)
      expect(answers.filter(({ status }) => status === 404)).toHaveLength(49)
    })

    it('is told nothing once the code has ended', async () => {
      const address = await addressTold()
      test.clock.advance(300_001)
      admin = (await buildAdmin(test.ctx)).token
      expect((await fetched(address)).status).toBe(404)
    })

    it('is the only one for whom it is kept', async () => {
      await settleVoice(connector('voice').body)
      const { authToken } = await half(await buildReached())
      await ask(authToken, { otpDeliveryType: 'VOICE', otpDeliveryAttribute: 'mobile' })
      await called('/voice')
      const rows = await test.ctx.db.selectFrom('voice_responses').select('id').execute()
      expect(rows).toEqual([])
    })
  })

  it('goes nowhere that is not the person’s own', async () => {
    const user = await buildReached()
    const { authToken } = await half(user)
    for (const wished of [
      { otpDeliveryType: 'MESSENGER' },
      { otpDeliveryAttribute: 'phone' },
      { otpDeliveryType: 'SMS', otpDeliveryAttribute: 'email' },
    ]) {
      expect((await ask(authToken, wished)).body.code).toBe('no_otp')
    }
    expect(provider.calls).toEqual([])
  })

  it('is not sent to a number that changed after it was proven', async () => {
    const user = await buildReached()
    await test.ctx.db
      .updateTable('users')
      .set({ mobile: '+41791112233' })
      .where('tenant_id', '=', test.tenant.id)
      .where('id', '=', user.id)
      .execute()
    const { authToken } = await half(user)
    expect((await ask(authToken, { otpDeliveryType: 'SMS' })).body.code).toBe('no_otp')
  })

  it('is not sent again at once', async () => {
    const { authToken } = await half(await buildReached())
    const [first, second] = [await ask(authToken), await ask(authToken)]
    expect(fieldOf(second.body, 'otp', 'expiresAt')).toBe(fieldOf(first.body, 'otp', 'expiresAt'))
    await called('/sms')
    expect(provider.calls).toHaveLength(1)
  })

  it('is counted with its number, whoever has it', async () => {
    await settle({ sendsPerHour: 2 })
    const number = '+41790009999'
    const send = async () => (await ask((await half(await buildReached(number))).authToken)).status
    expect([await send(), await send(), await send()]).toEqual([200, 200, 429])
    await settle({ sendsPerHour: 10 })
  })

  it('is not sent when the whole tenant has had its share of the hour', async () => {
    await test.ctx.db.deleteFrom('send_budgets').where('tenant_id', '=', test.tenant.id).execute()
    await settle({ numberSendsPerHour: 1 })
    const send = async () => (await ask((await half(await buildReached())).authToken)).status
    expect([await send(), await send()]).toEqual([200, 429])
    await settle({ numberSendsPerHour: 1000 })
  })

  it('is not offered to numbers of other countries', async () => {
    await settle({ numberPrefixes: ['+49'] })
    const { state } = await half(await buildReached())
    expect(JSON.stringify(state.authenticators)).not.toContain('SMS')
    await settle({ numberPrefixes: [] })
  })

  it('is noted with what became of it, without code or number', async () => {
    provider.answer(() => ({ status: 500, body: { id: 'failed' } }))
    const user = await buildReached()
    await ask((await half(user)).authToken, { otpDeliveryType: 'SMS' })
    const code = codeIn((await called('/sms')).sent.text)
    const list = () => test.call(listTextMessages, { as: admin, body: { userId: user.id } })
    await expect.poll(async () => (await list()).text).toContain('"status":500')
    const { text, body } = await list()
    expect(fieldOf(body, 'results', '0')).toMatchObject({
      state: 'FAILED',
      deliveryType: 'SMS',
      items: [{ name: 'id', value: 'failed' }],
    })
    expect(text).not.toContain(code)
    expect(text).not.toContain(user.number)
  })
})

describe('a code that an administrator has sent', () => {
  it('is shown to nobody and good for one sign-in', async () => {
    const user = await buildReached()
    const body = { userId: user.id, otpDeliveryType: 'SMS' }
    const sent = await test.call(createOtp, { as: admin, body })
    expect(sent.status, sent.text).toBe(200)
    const code = codeIn((await called('/sms')).sent.text)
    expect(sent.text).not.toContain(code)
    const first = await half(user)
    expect((await give(first.authToken, code)).body.authenticationCompleted).toBe(true)
    const second = await half(user)
    expect((await give(second.authToken, code)).status).toBe(401)
  })

  it('signs in once of several sign-ins that give it at once', {
    meta: { covers: ['S11'] },
  }, async () => {
    // Guard: consumeOtp. Each has read the code before one of them can use it up.
    const user = await buildReached()
    await test.call(createOtp, { as: admin, body: { userId: user.id, otpDeliveryType: 'SMS' } })
    const code = codeIn((await called('/sms')).sent.text)
    const begun = await Promise.all(Array.from({ length: 4 }, () => half(user)))
    const answers = await whileHeld(test.ctx, 'otps', () =>
      Promise.all(begun.map(({ authToken }) => give(authToken, code))),
    )
    const done = answers.filter(({ body }) => body.authenticationCompleted === true)
    expect(done).toHaveLength(1)
  })

  it('is nobody else’s', async () => {
    const [user, other] = [await buildReached(), await buildReached()]
    await test.call(createOtp, { as: admin, body: { userId: user.id, otpDeliveryType: 'SMS' } })
    const code = codeIn((await called('/sms')).sent.text)
    expect((await give((await half(other)).authToken, code)).status).toBe(401)
  })
})

describe('an own number', () => {
  it('is proven by a code that goes to it', async () => {
    const user = await buildPerson(test.ctx, { email: 'own@example.test' })
    const as = await signInAs(test.ctx, user)
    const wish = { attribute: 'mobile', value: '+41 79 555 44 33' }
    const asked = await test.call(challengeOptionalAttribute, { as, body: wish })
    expect(asked.status, asked.text).toBe(200)
    const { sent } = await called('/sms')
    expect(sent.to).toBe('+41795554433')
    const body = { attribute: 'mobile', response: codeIn(sent.text) }
    const done = await test.call(completeOptionalAttribute, { as, body })
    expect(done.status, done.text).toBe(200)
    const { state } = await half(user)
    expect(JSON.stringify(state)).toContain('"type":"SMS"')
  })
})

describe('the provider', () => {
  it('shows that there is a key and forgets it with another address', async () => {
    const shown = await test.call(readOtpProvider, { as: admin })
    expect(fieldOf(shown.body, 'sms', 'secretPresent')).toBe(true)
    expect(shown.text).not.toContain('canary-provider-key')
    const { secret: _secret, ...rest } = connector('sms')
    const body = { sms: { ...rest, url: `${provider.url}/elsewhere` } }
    const refused = await test.call(updateOtpProvider, { as: admin, body })
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('body.sms.secret'),
    ])
  })
})

describe('what the tenant has bought', () => {
  it('is used up message by message, and nothing is sent beyond it', async () => {
    const other = await test.otherTenant()
    await grantEntitlement(other.ctx, { type: 'AUTHENTICATION', sms_voice_allotment: 1 })
    const { takeSmsVoice } = await import('../../../tenancy/entitlements/index.ts')
    const taken = await Promise.all(Array.from({ length: 5 }, () => takeSmsVoice(other.ctx)))
    expect(taken.filter((one) => one)).toHaveLength(1)
    expect(await takeSmsVoice(test.ctx)).toBe(true)
  })

  it('ends with a code of its own, to administrators and in sign-ins, which continue by another way', async () => {
    const user = await buildReached()
    await grantEntitlement(test.ctx, { type: 'AUTHENTICATION', sms_voice_allotment: 0 })
    const sent = await test.call(createOtp, {
      as: admin,
      body: { userId: user.id, otpDeliveryType: 'SMS' },
    })
    expect([sent.status, sent.body.errorCode]).toEqual([409, 'sms_voice_used_up'])
    const { authToken } = await half(user)
    const refused = await ask(authToken, { otpDeliveryType: 'SMS' })
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'sms_voice_used_up'])
    // Guard: `dropUnsent`, without which the refused code would hold up the next one.
    const mailed = await ask(authToken, { otpDeliveryType: 'EMAIL' })
    const kept = test.ctx.db.selectFrom('otps').select('delivery').where('subject', '=', user.id)
    expect(await kept.execute()).toEqual([{ delivery: 'EMAIL' }])
    expect([mailed.status, Object(mailed.body.otp).hint]).toEqual([
      200,
      expect.stringContaining('@'),
    ])
    expect(provider.calls).toEqual([])
    // The other tests have as many messages as they want.
    for (const table of ['entitlements', 'removed_entitlements'] as const) {
      await test.ctx.db.deleteFrom(table).where('tenant_id', '=', test.tenant.id).execute()
    }
  })
})
