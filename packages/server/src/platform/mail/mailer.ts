import { isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Ids } from '../ids.ts'
import {
  type Mailer,
  MailFailed,
  type MailMessage,
  type MailRoute,
  type MailSent,
  type MailServer,
  MailServerMissing,
} from '../mail.ts'
import { type Outbound, OutboundRefused } from '../outbound.ts'
import { compose, senderOf } from './compose.ts'
import { failureOf, oneLine } from './failure.ts'
import { createOutbox } from './outbox.ts'
import { mailServerOf, openTransport, type TransportOptions } from './smtp.ts'

interface MailerParts {
  readonly config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'development' | 'publicUrl'>
  readonly outbound: Outbound
  readonly clock: Clock
  readonly ids: Ids
}

const closeMillis = 1000

type Composed = ReturnType<typeof compose>

interface Delivery extends TransportOptions {
  readonly outbound: Outbound
  readonly server: MailServer
}

const deliver = async (
  composed: Composed,
  { outbound, server, ...options }: Delivery,
): Promise<MailSent> => {
  if (server.security === 'none' && server.user !== null) {
    throw new MailFailed('a user name and password are not sent to a mail server without TLS', {
      mayRetry: true,
      step: 'AUTHENTICATE',
    })
  }
  let isHandedOver = false
  try {
    const transport = await openTransport(outbound, server, options)
    transport.use('stream', ({ message }, done) => {
      message.processFunc((content) => content.once('end', () => (isHandedOver = true)))
      done()
    })
    const { response } = await transport.sendMail(composed)
    return { reply: oneLine(response) }
  } catch (error) {
    if (error instanceof OutboundRefused) throw error
    throw new MailFailed(`the mail server ${server.host} did not take the message`, {
      cause: error,
      ...failureOf(error, { server, isHandedOver }),
    })
  }
}

/** A development message as the outbox keeps it. */
const keptOf = (message: MailMessage, { from, to, subject }: Composed) => ({
  tenantId: message.tenantId,
  to: to.address,
  from: from.name === '' ? from.address : `${from.name} <${from.address}>`,
  subject,
  text: message.text,
  html: message.html ?? null,
  files: (message.files ?? []).map(({ name }) => name),
})

/** An address in brackets, as a literal (RFC 5321, section 4.1.3): relays refuse it as a name. */
const greetingName = (host: string): string => {
  const address = host.replace(/^\[|\]$/g, '')
  const version = isIP(address)
  if (version === 0) return host
  return version === 6 ? `[IPv6:${address}]` : `[${address}]`
}

const routeOf = ({ smtpUrl, development }: MailerParts['config']): MailRoute => {
  if (smtpUrl !== null) return 'OPERATOR'
  return development ? 'OUTBOX' : 'NONE'
}

/**
 * Sends through the message's own server, else the operator's. In development every message
 * stays in the outbox too, and is sent only when a server is given.
 */
export const createMailer = ({ config, outbound, clock, ids }: MailerParts): Mailer => {
  const outbox = createOutbox()
  const name = greetingName(new URL(config.publicUrl).hostname)
  const ownServer = config.smtpUrl === null ? null : mailServerOf(config.smtpUrl)
  const keep = (message: MailMessage, composed: Composed): void =>
    outbox.keep({ id: ids.uuid(), ...keptOf(message, composed), sentAt: clock.now() })
  const send: Mailer['send'] = async (message) => {
    const server = message.server ?? ownServer
    const composed = compose(message, senderOf(server?.from ?? config.mailFrom))
    if (config.development) keep(message, composed)
    if (server !== null) {
      return await deliver(composed, {
        outbound,
        server,
        name,
        longestMillis: message.longestMillis,
      })
    }
    if (!config.development) throw new MailServerMissing()
    return { reply: null }
  }
  const sending = new Set<Promise<MailSent>>()
  return {
    outbox,
    route: routeOf(config),
    async send(message) {
      const sent = send(message)
      sending.add(sent)
      return await sent.finally(() => sending.delete(sent))
    },
    close: async () =>
      void (await Promise.race([
        Promise.allSettled(sending),
        sleep(closeMillis, null, { ref: false }),
      ])),
  }
}
