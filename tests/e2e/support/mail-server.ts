import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import { freePort } from './service.ts'

interface Received {
  readonly recipient: string
  readonly text: string
}

const textOf = async (stream: AsyncIterable<Buffer>): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  // Quoted-printable breaks long lines so (RFC 2045, section 6.7).
  return Buffer.concat(parts).toString('utf8').replaceAll('=\r\n', '')
}

/** A mail server on loopback that takes everything (RFC 5321), and what makes a service use it. */
export const startMailServer = async () => {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    hideSTARTTLS: true,
    logger: false,
    onData(stream, { envelope }, done) {
      void textOf(stream).then((text) => {
        for (const { address } of envelope.rcptTo) received.unshift({ recipient: address, text })
        done(null)
      }, done)
    },
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    environment: {
      SIGNET_SMTP_URL: `smtp://127.0.0.1:${port}?tls=off`,
      SIGNET_OUTBOUND_ALLOW: `mail=127.0.0.1:${port}`,
    },
    /** What a pattern finds in the newest mail to somebody that holds it; empty until one came. */
    newest: (recipient: string, pattern: RegExp): string => {
      const mails = received.filter((mail) => mail.recipient === recipient)
      return mails.map(({ text }) => pattern.exec(text)?.[0] ?? '').find(Boolean) ?? ''
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>
