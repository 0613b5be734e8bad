import { once } from 'node:events'
import { createServer } from 'node:http'
import { sendSupportRequest } from '@signet/contract/settings/customersupport'
import {
  completeEmailConnection,
  readEmailConnection,
  readEmailServer,
  startEmailConnection,
  testEmailServer,
  updateEmailServer,
} from '@signet/contract/settings/emailserver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildAdmin } from '../../../../testing/builders.ts'
import {
  allowPorts,
  localhostTls,
  type MailServerForTests,
  refusal,
  startGreeter,
  startMailServer,
  trustTestAuthority,
} from '../../../../testing/mail-servers.ts'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'

let test: TestApp
let as: string
const closing: (() => unknown)[] = []

type Refused = 'none' | 'sender' | 'recipient' | 'message' | 'untrusted'

const servers = new Map<string, MailServerForTests>()
const portOf = (name: string): number => servers.get(name)?.port ?? ports.get(name) ?? 0
const ports = new Map<string, number>()
const server = (name: string): MailServerForTests => {
  const found = servers.get(name)
  if (found === undefined) throw new Error(name)
  return found
}

const start = async (name: Refused | 'implicit', secure = false): Promise<void> => {
  const made = await startMailServer({
    secure,
    ...(name === 'untrusted' ? {} : localhostTls()),
    onMailFrom: (_address, _session, done) =>
      name === 'sender' ? done(refusal(550, 'not your domain')) : done(),
    onRcptTo: (_address, _session, done) =>
      name === 'recipient' ? done(refusal(550, 'no such user')) : done(),
    ...(name === 'message'
      ? {
          onData: (stream, _session, done) =>
            stream.resume().on('end', () => done(refusal(552, 'too large'))),
        }
      : {}),
  })
  servers.set(name, made)
  closing.push(() => made.close())
}

/** A provider's token endpoint, and what it was asked. */
const asked: URLSearchParams[] = []
let answers: object[] = []
const startProvider = async (): Promise<void> => {
  const provider = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      asked.push(new URLSearchParams(Buffer.concat(parts).toString()))
      const answer = answers.shift() ?? { error: 'invalid_grant' }
      response.writeHead('error' in answer ? 400 : 200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answer))
    })
  })
  provider.listen(0, '127.0.0.1')
  await once(provider, 'listening')
  const bound = provider.address()
  ports.set('provider', typeof bound === 'object' && bound !== null ? bound.port : 0)
  closing.push(() => provider.close())
}

beforeAll(async () => {
  closing.push(trustTestAuthority())
  test = await startTestApp()
  const admin = await buildAdmin(test.ctx)
  as = admin.token
  await test.ctx.db
    .updateTable('users')
    .set({ email: 'admin@acme.example' })
    .where('tenant_id', '=', test.tenant.id)
    .where('id', '=', admin.id)
    .execute()
  for (const name of ['none', 'sender', 'recipient', 'message', 'untrusted'] as const)
    await start(name)
  await start('implicit', true)
  const greeter = await startGreeter('554 go away\r\n')
  ports.set('greeter', greeter.port)
  closing.push(() => greeter.close())
  await startProvider()
  const mail = [...[...servers.values()].map(({ port }) => port), greeter.port, 1]
  allowPorts(test, { mail, http: [portOf('provider')] })
})
afterAll(async () => {
  for (const close of closing) await close()
  await test.close()
})

const save = (body: object) => test.call(updateEmailServer, { as, body })
const use = async (name: string, rest: object = {}): Promise<void> => {
  const answer = await save({
    enabled: true,
    host: 'localhost',
    port: portOf(name),
    security: 'STARTTLS',
    authentication: 'PASSWORD',
    user: 'signet',
    fromAddress: 'no-reply@acme.example',
    fromName: 'Acme Mail',
    replyTo: 'desk@acme.example',
    secrets: { password: 'right-password' },
    ...rest,
  })
  expect(answer.status, answer.text).toBe(200)
}
const trial = async () => {
  const answer = await test.call(testEmailServer, { as })
  expect(answer.status, answer.text).toBe(200)
  const steps: { step: string; outcome: string; detail: string | null }[] = JSON.parse(
    answer.text,
  ).steps
  return {
    sent: answer.body.sent,
    steps,
    failed: steps.find(({ outcome }) => outcome === 'FAILED'),
  }
}

describe('the tenant’s own mail server', () => {
  it('takes the mail, over TLS, from who signed in to it', async () => {
    await use('none')
    const { sent, steps } = await trial()
    expect(sent).toBe(true)
    expect(steps.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
      'RESOLVE DONE',
      'CONNECT DONE',
      'GREETING DONE',
      'TLS DONE',
      'AUTHENTICATE DONE',
      'SENDER DONE',
      'RECIPIENT DONE',
      'MESSAGE DONE',
    ])
    const got = server('none').received.at(-1)
    expect(got).toMatchObject({
      sender: 'no-reply@acme.example',
      recipients: ['admin@acme.example'],
      user: 'signet',
    })
    expect(got?.mail.from).toMatchObject({ name: 'Acme Mail' })
    expect(got?.mail.replyTo).toMatchObject([{ address: 'desk@acme.example' }])
    expect(got?.mail.subject).toContain('can send email')
  })

  it('is spoken to in TLS from the first byte where it wants that', async () => {
    await use('implicit', { security: 'IMPLICIT' })
    const { sent, steps } = await trial()
    expect(sent).toBe(true)
    expect(steps.slice(1, 4).map(({ step }) => step)).toEqual(['CONNECT', 'TLS', 'GREETING'])
  })

  it.each([
    ['RESOLVE', 'none', { host: '127.0.0.1' }, 'not allowed for mail'],
    ['RESOLVE', 'none', { host: '169.254.169.254' }, 'not allowed for mail'],
    ['CONNECT', 'none', { port: 1 }, 'ECONNREFUSED'],
    ['GREETING', 'greeter', {}, '554 go away'],
    ['TLS', 'untrusted', {}, 'certificate'],
    ['TLS', 'none', { security: 'IMPLICIT' }, ''],
    ['AUTHENTICATE', 'none', { secrets: { password: 'wrong' } }, 'wrong user or password'],
    ['SENDER', 'sender', {}, 'not your domain'],
    ['RECIPIENT', 'recipient', {}, 'no such user'],
    ['MESSAGE', 'message', {}, 'too large'],
  ])(
    'tells that it failed at %s: %s %j',
    { meta: { covers: ['admin.email-server-oauth'] } },
    async (step, name, rest, said) => {
      await use(name, rest)
      const { sent, failed, steps } = await trial()
      expect(sent).toBe(false)
      expect(failed?.step, JSON.stringify(steps)).toBe(step)
      expect(failed?.detail).toContain(said)
      expect(steps.filter(({ outcome }) => outcome === 'NOT_REACHED')).toEqual(
        steps.slice(steps.findIndex(({ outcome }) => outcome === 'FAILED') + 1),
      )
    },
  )

  it('is not used when it is disabled: the test goes where other emails go', async () => {
    await use('none', { enabled: false })
    const before = server('none').received.length
    const { sent, steps } = await trial()
    expect(sent).toBe(true)
    expect(steps.map(({ step, outcome }) => [step, outcome])).toEqual([['MESSAGE', 'DONE']])
    expect(test.outbox()[0]).toMatchObject({ to: 'admin@acme.example' })
    expect(server('none').received).toHaveLength(before)
  })
})

describe('the password of a mail server', () => {
  it('is never shown, and goes to no other host', { meta: { covers: ['S24'] } }, async () => {
    await use('none', { secrets: { password: 'right-canary' } })
    const read = await test.call(readEmailServer, { as })
    expect(read.body.secretsPresent).toEqual(['password'])
    expect(read.text).not.toContain('right-canary')
    const moved = await save({ port: portOf('implicit'), security: 'IMPLICIT' })
    expect(moved.body.secretsPresent).toEqual([])
    expect((await trial()).failed?.step).toBe('AUTHENTICATE')
    expect(server('implicit').tries.join()).not.toContain('right-canary')
  })

  it('is not sent in clear', async () => {
    const body = { security: 'NONE', authentication: 'PASSWORD' }
    expect((await save(body)).status).toBe(400)
  })

  it.each([
    [{ fromName: 'Acme\r\nBcc: eve@evil.example' }, 'body.fromName'],
    [{ fromName: 'Acme <eve@evil.example>' }, 'body.fromName'],
    [{ fromAddress: 'a@acme.example, eve@evil.example' }, 'body.fromAddress'],
    [{ replyTo: 'a@acme.example\nBcc: eve@evil.example' }, 'body.replyTo'],
    [{ host: 'mail.example\r\nX' }, 'body.host'],
    [{ tokenUrl: 'file:///etc/passwd' }, 'body.tokenUrl'],
  ])('does not come with a header of somebody’s own: %j', async (body, path) => {
    await use('none')
    const answer = await save(body)
    expect(answer.status).toBe(400)
    expect(JSON.stringify(answer.body.fields)).toContain(`"path":"${path}"`)
  })
})

describe('a mail server that wants OAuth 2', () => {
  const connectable = () => ({
    authentication: 'OAUTH',
    clientId: 'signet',
    authorizeUrl: 'https://provider.example/authorize?tenant=1',
    tokenUrl: `http://localhost:${portOf('provider')}/token`,
    scope: 'smtp',
    secrets: { clientSecret: 'shh' },
  })
  const begin = async () => {
    const { body } = await test.call(startEmailConnection, { as })
    const url = new URL(String(body.url))
    return { key: String(body.key), url, state: url.searchParams.get('state') ?? '' }
  }
  const complete = (query: object, token = as) =>
    test.call(completeEmailConnection, { as: token, query })

  it('is connected by code, and takes mail with a token that is got anew', {
    meta: { covers: ['admin.email-server-oauth'] },
  }, async () => {
    await use('none', connectable())
    const { key, url, state } = await begin()
    expect(url.origin + url.pathname).toBe('https://provider.example/authorize')
    expect(url.searchParams.get('code_challenge_method')).toBe('S256')
    expect((await test.call(readEmailConnection, { as, params: { key } })).body.state).toBe(
      'PENDING',
    )
    answers = [{ access_token: 'unused', refresh_token: 'refresh-1', expires_in: 3600 }]
    expect((await complete({ state, code: 'code-1' })).body).toMatchObject({
      key,
      state: 'CONNECTED',
    })
    expect(Object.fromEntries(asked.at(-1) ?? [])).toMatchObject({
      grant_type: 'authorization_code',
      code: 'code-1',
      client_secret: 'shh',
      redirect_uri: `${new URL(test.tenant.publicUrl).origin}/oauth/callback/emailserver`,
    })
    answers = [{ access_token: 'right-token', refresh_token: 'refresh-2', expires_in: 90 }]
    expect((await trial()).sent).toBe(true)
    expect(server('none').tries.at(-1)).toBe('signet right-token')
    const count = asked.length
    test.clock.advance(31_000)
    answers = [{ access_token: 'right-token-2', expires_in: 3600 }]
    expect((await trial()).sent).toBe(true)
    expect(asked.slice(count).map((form) => form.get('refresh_token'))).toEqual(['refresh-2'])
    expect((await complete({ state, code: 'code-1' })).body.errorCode).toBe(
      'email_connection_invalid',
    )
  })

  it('says why the provider gave no token', async () => {
    await use('none', { ...connectable(), secrets: { refreshToken: 'over' } })
    answers = [{ error: 'invalid_grant', error_description: 'token revoked' }]
    const { failed } = await trial()
    expect(failed).toMatchObject({ step: 'TOKEN', detail: 'invalid_grant token revoked' })
  })

  const age = () =>
    test.ctx.db
      .updateTable('email_connections')
      .set({ expires_at: test.clock.now() })
      .where('tenant_id', '=', test.tenant.id)
      .execute()
  const bring = (state: string, token?: string) => complete({ state, code: 'x' }, token)

  it.each<[string, (state: string) => ReturnType<typeof bring>]>([
    ['of another session', async (state) => bring(state, (await buildAdmin(test.ctx)).token)],
    ['made up', () => bring('made-up')],
    [
      'of other settings',
      async (state) => {
        await save({ scope: 'other' })
        return bring(state)
      },
    ],
    [
      'that is too old',
      async (state) => {
        await age()
        return bring(state)
      },
    ],
  ])(
    'takes no state %s, and asks the provider nothing',
    { meta: { covers: ['admin.oauth-callbacks'] } },
    async (_, take) => {
      await use('none', connectable())
      const { state } = await begin()
      const count = asked.length
      const answer = await take(state)
      expect(answer.body.errorCode).toBe('email_connection_invalid')
      expect(asked).toHaveLength(count)
    },
  )

  it('keeps the reason why somebody did not agree', async () => {
    await use('none', connectable())
    const { key, state } = await begin()
    await complete({ state, error: 'access_denied', error_description: 'not today' })
    const { body } = await test.call(readEmailConnection, { as, params: { key } })
    expect(body).toMatchObject({ state: 'FAILED', reason: 'access_denied: not today' })
  })

  it('asks no token endpoint inside the operator’s network', async () => {
    const tokenUrl = 'http://169.254.169.254/latest'
    await use('none', { ...connectable(), tokenUrl, secrets: { refreshToken: 'x' } })
    expect((await trial()).failed).toMatchObject({ step: 'TOKEN' })
  })
})

describe('a question to whoever runs the service', () => {
  it('goes to the operator’s address, to be answered to who asks', {
    meta: { covers: ['admin.support-email'] },
  }, async () => {
    await use('none')
    const body = { subject: 'Imports <now>', message: 'Line one\nLine <b>two</b>' }
    expect((await test.call(sendSupportRequest, { as, body })).status).toBe(204)
    const got = server('none').received.at(-1)
    expect(got?.recipients).toEqual(['support@operator.example'])
    expect(got?.mail.replyTo).toMatchObject([{ address: 'admin@acme.example' }])
    expect(got?.mail.text).toContain('Line one\nLine <b>two</b>')
    expect(got?.mail.html).toContain('Line &lt;b&gt;two')
  })

  it('tells when it was not sent', async () => {
    await use('recipient')
    const body = { subject: 'Help', message: 'How?' }
    const answer = await test.call(sendSupportRequest, { as, body })
    expect(answer.body.errorCode).toBe('email_not_sent')
  })
})
