import { createHash } from 'node:crypto'
import {
  challengeAuthenticator,
  completeAuthentication,
} from '@signet/contract/access/authentication'
import { linkOwnWeChat, readOwnWeChat, unlinkOwnWeChat } from '@signet/contract/access/self-wechat'
import { createOtp, listTextMessages } from '@signet/contract/authenticators/otps'
import { answerWeChat } from '@signet/contract/authenticators/wechat'
import { updateOtpSettings } from '@signet/contract/settings/otp'
import { readWeChatSettings, updateWeChatSettings } from '@signet/contract/settings/wechat'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Asked, nodeThatCalls, startOutside } from '../../../../testing/access/outside.ts'
import { buildPerson, fieldOf, goodPassword } from '../../../../testing/access/people.ts'
import { buildAdmin, signInAs } from '../../../../testing/builders.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { engine } from '../sign-in/engine.ts'

/** WeChat: codes of agreement by the account that they are of, and the messages that came. */
const agreements = new Map<string, string>()
const messages: Record<string, unknown>[] = []
let refusal = 0

const weChat = ({ path, body }: Asked) => {
  const url = new URL(path, 'http://wechat.example')
  const given = (name: string) => url.searchParams.get(name)
  if (url.pathname === '/sns/oauth2/access_token') {
    const openid = agreements.get(given('code') ?? '')
    const isRight = given('appid') === 'wx-app' && given('secret') === 'app-canary'
    return { body: openid === undefined || !isRight ? { errcode: 40029 } : { openid } }
  }
  if (url.pathname === '/cgi-bin/stable_token') {
    const isRight = body.appid === 'wx-app' && body.secret === 'app-canary'
    return { body: isRight ? { access_token: 'app-token', expires_in: 7200 } : { errcode: 40013 } }
  }
  if (given('access_token') !== 'app-token') return { body: { errcode: 40001 } }
  if (refusal !== 0) return { body: { errcode: refusal, errmsg: 'refused' } }
  messages.push(body)
  return { body: { errcode: 0, errmsg: 'ok', msgid: messages.length } }
}

let test: TestApp
let outside: Awaited<ReturnType<typeof startOutside>>
let node: Awaited<ReturnType<typeof nodeThatCalls>>
let admin: string
let administrator: Awaited<ReturnType<typeof buildAdmin>>
const account = () => ({
  enabled: true,
  appId: 'wx-app',
  templateId: 'template-1',
  codeField: 'character_string1',
  minutesField: 'time2',
  apiUrl: outside.url,
  secrets: { appSecret: 'app-canary', token: 'token-canary' },
})
beforeAll(async () => {
  test = await startTestApp()
  outside = await startOutside(weChat)
  node = await nodeThatCalls(test, outside.port)
  administrator = await buildAdmin(test.ctx)
  admin = administrator.token
  await node.call(updateOtpSettings, {
    as: admin,
    body: { deliveries: ['WECHAT', 'EMAIL'], resendSeconds: 15 },
  })
})
afterAll(async () => {
  await node.close()
  await outside.close()
  await test.close()
})
beforeEach(async () => {
  refusal = 0
  messages.length = 0
  const saved = await node.call(updateWeChatSettings, { as: admin, body: account() })
  if (saved.status !== 200) throw new Error(saved.text)
})

let count = 0
const buildSignedIn = async () => {
  count += 1
  const user = await buildPerson(test.ctx, { email: `wechat-${count}@example.test` })
  return { user, as: await signInAs(test.ctx, user), openId: `openid-${count}` }
}

/** The person begins in the portal and agrees within WeChat, which leads back. */
const begin = async (as: string) => {
  const begun = await node.call(linkOwnWeChat, { as })
  expect(begun.status, begun.text).toBe(200)
  return new URL(String(begun.body.url))
}
const comeBack = (url: URL, openId: string) => {
  const code = `code-of-${openId}`
  agreements.set(code, openId)
  return node.call(answerWeChat, { query: { code, state: url.searchParams.get('state') ?? '' } })
}
const buildLinked = async () => {
  const person = await buildSignedIn()
  const done = await comeBack(await begin(person.as), person.openId)
  expect(done.status, done.text).toBe(200)
  return person
}
const linkedSince = async (as: string) => (await node.call(readOwnWeChat, { as })).body.linkedDate

describe('a WeChat account', () => {
  it('is linked by who has agreed within WeChat, who is told so', async () => {
    const { user, as, openId } = await buildSignedIn()
    const url = await begin(as)
    expect(url.searchParams.get('appid')).toBe('wx-app')
    expect(url.searchParams.get('redirect_uri')).toBe(
      `${test.tenant.publicUrl}/api/web/v1/oauth/callback/wechat`,
    )
    expect(await linkedSince(as)).toBeNull()
    const done = await comeBack(url, openId)
    expect(done.text).toContain(user.userId)
    expect(done.headers['content-type']).toContain('text/plain')
    expect(done.headers['content-disposition']).toBeUndefined()
    expect(await linkedSince(as)).not.toBeNull()
  })

  it('is linked once by an address', { meta: { covers: ['admin.oauth-callbacks'] } }, async () => {
    const { as, openId } = await buildSignedIn()
    const url = await begin(as)
    const answers = await Promise.all([comeBack(url, openId), comeBack(url, openId)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
  })

  it('is not linked by an address that another one has replaced, or whose time is over', async () => {
    const { as, openId } = await buildSignedIn()
    const former = await begin(as)
    const later = await begin(as)
    expect((await comeBack(former, openId)).status).toBe(403)
    test.clock.advance(11 * 60_000)
    expect((await comeBack(later, openId)).status).toBe(403)
    admin = await signInAs(test.ctx, administrator)
    expect(await linkedSince(await signInAs(test.ctx, (await buildSignedIn()).user))).toBeNull()
  })

  it('is not linked where WeChat does not know the agreement', async () => {
    const { as } = await buildSignedIn()
    const state = (await begin(as)).searchParams.get('state') ?? ''
    const answer = await node.call(answerWeChat, { query: { code: 'invented', state } })
    expect(answer.status).toBe(503)
    expect(await linkedSince(as)).toBeNull()
  })

  it('is one person’s: whoever links it last has it', async () => {
    const first = await buildLinked()
    const second = await buildSignedIn()
    await comeBack(await begin(second.as), first.openId)
    expect([await linkedSince(first.as), await linkedSince(second.as)]).toEqual([
      null,
      expect.any(String),
    ])
  })

  it('is unlinked by its person', async () => {
    const { as } = await buildLinked()
    expect((await node.call(unlinkOwnWeChat, { as })).status).toBe(204)
    expect(await linkedSince(as)).toBeNull()
    expect((await node.call(unlinkOwnWeChat, { as })).status).toBe(404)
  })

  it('is not offered where the tenant has none', async () => {
    await node.call(updateWeChatSettings, { as: admin, body: { enabled: false } })
    const { as } = await buildSignedIn()
    expect((await node.call(linkOwnWeChat, { as })).body.errorCode).toBe(
      'authenticator_not_provisioned',
    )
  })
})

describe('the address of the server', () => {
  const signed = (token: string) => {
    const [timestamp, nonce] = ['1760000000', 'n0nce']
    const text = [token, timestamp, nonce].toSorted().join('')
    const signature = createHash('sha1').update(text).digest('hex')
    return node.call(answerWeChat, {
      query: { timestamp, nonce, signature, echostr: '<b>echo</b>' },
    })
  }

  it('answers WeChat with what it sent, and as text', {
    meta: { covers: ['admin.oauth-callbacks'] },
  }, async () => {
    const answer = await signed('token-canary')
    expect([answer.status, answer.text]).toEqual([200, '<b>echo</b>'])
    expect(answer.headers['content-type']).toContain('text/plain')
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  })

  it('answers nobody else', async () => {
    expect((await signed('guessed')).status).toBe(403)
    const bare = await node.call(answerWeChat, { query: { echostr: 'echo' } })
    expect(bare.status).toBe(403)
    expect((await node.call(answerWeChat, { query: {} })).status).toBe(400)
  })
})

describe('the official account', () => {
  it('shows no secret, and loses them with its address', async () => {
    const read = async () => (await node.call(readWeChatSettings, { as: admin })).text
    expect(await read()).not.toContain('canary')
    const body = { apiUrl: `${outside.url}/elsewhere` }
    const changed = await node.call(updateWeChatSettings, { as: admin, body })
    expect(changed.body.secretsPresent).toEqual([])
  })
})

/** A sign-in for which an application asks two factors, with the first one proven. */
const half = async (user: { readonly id: string }) => {
  const beginning = { purpose: 'SIGN_IN', userId: user.id, secondFactorDemanded: true } as const
  const transaction = engine.newTransaction(test.ctx, beginning)
  const authToken = await engine.sealTransaction(test.ctx, transaction)
  const params = { authenticator: 'PASSWORD' }
  const body = { authToken, response: goodPassword }
  return (await node.call(completeAuthentication, { params, body })).body
}

describe('a code by WeChat', () => {
  it('is offered without the account’s name, sent by the template, and signs in once', async () => {
    const { user, openId } = await buildLinked()
    const state = await half(user)
    expect(JSON.stringify(state)).toContain('WECHAT')
    expect(JSON.stringify(state)).not.toContain(openId)
    const asked = { params: { authenticator: 'OTP' }, body: { authToken: state.authToken } }
    expect((await node.call(challengeAuthenticator, asked)).status).toBe(200)
    await expect.poll(() => messages.length).toBe(1)
    const [message] = messages
    expect(message).toMatchObject({
      touser: openId,
      template_id: 'template-1',
      data: { character_string1: { value: expect.any(String) }, time2: { value: '5' } },
    })
    const response = String(fieldOf(message, 'data', 'character_string1', 'value'))
    const give = async (authToken: unknown) => {
      const answer = { params: { authenticator: 'OTP' }, body: { authToken, response } }
      return (await node.call(completeAuthentication, answer)).body.authenticationCompleted
    }
    expect(await give(state.authToken)).toBe(true)
    expect(await give((await half(user)).authToken)).not.toBe(true)
  })

  it('that WeChat refuses is noted as not sent', async () => {
    const { user, openId } = await buildLinked()
    refusal = 43004
    const body = { userId: user.id, otpDeliveryType: 'WECHAT' }
    expect((await node.call(createOtp, { as: admin, body })).status).toBe(200)
    const list = () => node.call(listTextMessages, { as: admin, body: { userId: user.id } })
    await expect.poll(async () => (await list()).text).toContain('43004')
    const { body: listed, text } = await list()
    expect(fieldOf(listed, 'results', '0')).toMatchObject({
      deliveryType: 'WECHAT',
      hint: 'WeChat',
      state: 'FAILED',
    })
    expect(text).not.toContain(openId)
  })
})
