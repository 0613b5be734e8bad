import { once } from 'node:events'
import { createServer } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { allowedTargetOf } from '../config/outbound-allow.ts'
import { systemIds } from '../ids.ts'
import { MailFailed, type MailMessage, type MailServer, MailServerMissing } from '../mail.ts'
import { createOutbound } from '../outbound/outbound.ts'
import { OutboundRefused } from '../outbound.ts'
import { createMailer } from './mailer.ts'
import { mailServerOf, openTransport } from './smtp.ts'

const message: MailMessage = {
  tenantId: 'tenant-1',
  to: 'ann@example.com',
  subject: 'Your code – déjà vu',
  text: 'The code is 123456.\n\n--\nSignet',
  html: '<p>The code is <b>123456</b>.</p>',
}

interface Received {
  readonly recipients: readonly string[]
  readonly sender: string
  readonly raw: string
  readonly mail: Email
}

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const onlyOne = (received: readonly Received[]): Received => {
  const [mail, ...more] = received
  if (mail === undefined || more.length > 0) throw new Error(`${received.length} mails came`)
  return mail
}

/** A real SMTP server on loopback. */
const smtpServer = async (options: SMTPServerOptions = {}) => {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    ...options,
    onData(stream, session, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const raw = Buffer.concat(parts)
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          recipients: rcptTo.map(({ address }) => address),
          sender: mailFrom === false ? '' : mailFrom.address,
          raw: raw.toString('utf8'),
          mail: await PostalMime.parse(raw),
        })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)))
  const bound = server.server.address()
  return { received, port: typeof bound === 'object' && bound !== null ? bound.port : 0 }
}

const allowed = (entries: readonly string[]) =>
  entries.map((entry) => {
    const target = allowedTargetOf(entry)
    if (typeof target === 'string') throw new Error(target)
    return target
  })

const mailerFor = (options: {
  readonly smtpUrl?: string
  readonly development?: boolean
  readonly allow?: readonly string[]
  readonly publicUrl?: string
}) => {
  const outbound = createOutbound({ outboundAllow: allowed(options.allow ?? []) })
  closing.push(() => outbound.close())
  return createMailer({
    config: {
      smtpUrl: options.smtpUrl ?? null,
      mailFrom: 'Signet <no-reply@id.example>',
      development: options.development ?? false,
      publicUrl: options.publicUrl ?? 'https://id.example',
    },
    outbound,
    clock: systemClock,
    ids: systemIds,
  })
}

const loopbackMailer = (port: number) =>
  mailerFor({ smtpUrl: `smtp://127.0.0.1:${port}?tls=off`, allow: [`mail=127.0.0.1:${port}`] })

describe('mail over SMTP', () => {
  test('arrives as it was written', async () => {
    const { received, port } = await smtpServer()
    await loopbackMailer(port).send(message)
    const { mail, recipients, sender, raw } = onlyOne(received)
    expect(recipients).toEqual(['ann@example.com'])
    expect(sender).toBe('no-reply@id.example')
    expect(mail.from).toMatchObject({ name: 'Signet', address: 'no-reply@id.example' })
    expect(mail.to).toMatchObject([{ address: 'ann@example.com' }])
    expect(mail.subject).toBe(message.subject)
    expect(mail.text?.trimEnd()).toBe(message.text)
    expect(mail.html?.trim()).toBe(message.html)
    expect(raw).toContain('Auto-Submitted: auto-generated')
  })

  test('greets the server by the name of the public URL, and waits as long as RFC 5321 allows', async () => {
    let greeted = ''
    const { port } = await smtpServer({
      onMailFrom(_address, { clientHostname, hostNameAppearsAs }, done) {
        greeted = String(hostNameAppearsAs ?? clientHostname)
        done()
      },
    })
    await loopbackMailer(port).send(message)
    expect(greeted).toBe('id.example')
    const outbound = createOutbound({ outboundAllow: allowed([`mail=127.0.0.1:${port}`]) })
    closing.push(() => outbound.close())
    const server = mailServerOf(`smtp://127.0.0.1:${port}?tls=off`)
    const transport = await openTransport(outbound, server, { name: 'id.example' })
    // Section 4.5.3.2.6: the end of the message.
    expect(transport.options).toMatchObject({ socketTimeout: 600_000 })
  })

  // Guard: `greetingName`.
  test.each([
    ['http://192.168.1.20:8080', '[192.168.1.20]'],
    ['http://[2001:db8::1]:8080', '[IPv6:2001:db8::1]'],
  ])('greets the server by the address of %s as a literal', async (publicUrl, name) => {
    let greeted = ''
    const { port } = await smtpServer({
      onMailFrom(_address, { hostNameAppearsAs }, done) {
        greeted = String(hostNameAppearsAs)
        done()
      },
    })
    const allow = [`mail=127.0.0.1:${port}`]
    await mailerFor({ smtpUrl: `smtp://127.0.0.1:${port}?tls=off`, allow, publicUrl }).send(message)
    // The server of this test tells it in lower case.
    expect(greeted.toLowerCase()).toBe(name.toLowerCase())
  })

  test.each([
    ['the message was handed over', '354 go on', { step: 'MESSAGE', mayHaveArrived: true }],
    ['the message was asked for', '', { mayHaveArrived: false }],
  ])('a server that falls silent after %s', async (_when, answer, failure) => {
    const server = createServer((socket) => {
      socket.on('error', () => {}).write('220 hello\r\n')
      socket.on('data', (data) => {
        const line = data.toString()
        if (/^(?:EHLO|MAIL|RCPT)/.test(line)) socket.write('250 ok\r\n')
        if (line.startsWith('DATA') && answer !== '') socket.write(`${answer}\r\n`)
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => server.close())
    const bound = server.address()
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0
    const sent = loopbackMailer(port).send({ ...message, longestMillis: 1000 })
    await expect(sent).rejects.toMatchObject({ mayRetry: true, ...failure })
  })

  test('goes through the message’s own server and sender', async () => {
    const own = await smtpServer()
    const other = await smtpServer()
    const mailer = mailerFor({
      smtpUrl: `smtp://127.0.0.1:${other.port}?tls=off`,
      allow: [`mail=127.0.0.1:${own.port}`, `mail=127.0.0.1:${other.port}`],
    })
    const server: MailServer = {
      host: '127.0.0.1',
      port: own.port,
      security: 'none',
      user: null,
      password: null,
      from: 'Acme <help@acme.example>',
    }
    await mailer.send({ ...message, server })
    expect(own.received[0]?.sender).toBe('help@acme.example')
    expect(other.received).toHaveLength(0)
  })

  test('is refused to a server inside that the operator has not allowed', async () => {
    const { received, port } = await smtpServer()
    const url = `smtp://localhost:${port}?tls=off`
    const mailer = mailerFor({ smtpUrl: url, allow: [`http=localhost:${port}`] })
    await expect(mailer.send(message)).rejects.toThrow(OutboundRefused)
    expect(received).toHaveLength(0)
  })

  test('is not sent in clear where TLS is asked for', async () => {
    const { received, port } = await smtpServer()
    const url = `smtp://127.0.0.1:${port}`
    const mailer = mailerFor({ smtpUrl: url, allow: [`mail=127.0.0.1:${port}`] })
    await expect(mailer.send(message)).rejects.toThrow(MailFailed)
    expect(received).toHaveLength(0)
  })

  test('is not sent over TLS to a server whose certificate does not fit', async () => {
    const { received, port } = await smtpServer({ disabledCommands: [] })
    const url = `smtp://127.0.0.1:${port}`
    const mailer = mailerFor({ smtpUrl: url, allow: [`mail=127.0.0.1:${port}`] })
    await expect(mailer.send(message)).rejects.toThrow(MailFailed)
    expect(received).toHaveLength(0)
  })

  test('never takes a password in clear to the server', async () => {
    const { received, port } = await smtpServer()
    const url = `smtp://user:secret@127.0.0.1:${port}?tls=off`
    const mailer = mailerFor({ smtpUrl: url, allow: [`mail=127.0.0.1:${port}`] })
    await expect(mailer.send(message)).rejects.toThrow('without TLS')
    expect(received).toHaveLength(0)
  })

  test('fails without the network error’s code when nobody listens', async () => {
    const mailer = mailerFor({ smtpUrl: 'smtp://127.0.0.1:1?tls=off', allow: ['mail=127.0.0.1:1'] })
    const sending = mailer.send(message)
    await expect(sending).rejects.toThrow(MailFailed)
    await expect(sending).rejects.not.toHaveProperty('code')
  })
})

describe('header injection', () => {
  test.each([
    'ann@example.com\r\nBcc: eve@example.com',
    'ann@example.com\nBcc: eve@example.com',
    'ann@example.com, eve@example.com',
    'ann@example.com;eve@example.com',
    'Ann <eve@example.com>',
    '"ann@example.com" <eve@example.com>',
    'ann@example.com eve@example.com',
    '',
  ])('is refused in the recipient %j', async (to) => {
    const { received, port } = await smtpServer()
    const sending = loopbackMailer(port).send({ ...message, to })
    await expect(sending).rejects.toThrow('the recipient is no mail address')
    expect(received).toHaveLength(0)
  })

  test.each(['\r\n', '\n', '\r', '\u2028', '\u0000'])(
    'through %j in the subject stays in the subject',
    { meta: { covers: ['S28'] } },
    async (control) => {
      const { received, port } = await smtpServer()
      const subject = `Hello${control}Bcc: eve@example.com${control}${control}Body`
      await loopbackMailer(port).send({ ...message, subject })
      expect(received[0]?.recipients).toEqual(['ann@example.com'])
      expect(received[0]?.mail.bcc ?? []).toEqual([])
      expect(received[0]?.mail.subject).toBe('Hello Bcc: eve@example.com Body')
      expect(received[0]?.mail.text?.trimEnd()).toBe(message.text)
    },
  )

  test('is refused in a sender', async () => {
    const { port, received } = await smtpServer()
    const from = 'Acme <a@acme.example>\r\nBcc: eve@example.com'
    const server = { ...mailServerOf(`smtp://127.0.0.1:${port}?tls=off`), from }
    const sending = loopbackMailer(port).send({ ...message, server })
    await expect(sending).rejects.toThrow(MailFailed)
    expect(received).toHaveLength(0)
  })
})

describe('without a mail server', () => {
  test('development keeps mail in the outbox, the newest first', async () => {
    const mailer = mailerFor({ development: true })
    await mailer.send(message)
    await mailer.send({ ...message, subject: 'Second' })
    expect(mailer.outbox.list().map(({ subject, to }) => [subject, to])).toEqual([
      ['Second', 'ann@example.com'],
      [message.subject, 'ann@example.com'],
    ])
  })

  test('the outbox keeps the newest 500', async () => {
    const mailer = mailerFor({ development: true })
    for (let index = 0; index < 510; index += 1) {
      await mailer.send({ ...message, subject: `Mail ${index}` })
    }
    expect(mailer.outbox.list()).toHaveLength(500)
    expect(mailer.outbox.list()[0]?.subject).toBe('Mail 509')
  })

  test('production fails and keeps nothing', async () => {
    const mailer = mailerFor({})
    await expect(mailer.send(message)).rejects.toThrow(MailServerMissing)
    expect(mailer.outbox.list()).toEqual([])
  })

  test.each([
    ['NONE', {}],
    ['OUTBOX', { development: true }],
    ['OPERATOR', { smtpUrl: 'smtp://mail.example' }],
    ['OPERATOR', { smtpUrl: 'smtp://mail.example', development: true }],
  ])('mail goes to %s with %j', (route, config) => {
    expect(mailerFor(config).route).toBe(route)
  })
})

test.each([
  ['smtp://mail.example', { port: 587, security: 'starttls', user: null }],
  [
    'smtps://u%40x:p%2F@mail.example',
    { port: 465, security: 'implicit', user: 'u@x', password: 'p/' },
  ],
  ['smtp://[fd00::1]:25?tls=off', { host: 'fd00::1', port: 25, security: 'none' }],
])('%s is read', (url, server) => {
  expect(mailServerOf(url)).toMatchObject(server)
})
