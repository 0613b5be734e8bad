import type { MailServer, MailStep } from '../mail.ts'

const textOf = (error: unknown, name: string): string =>
  typeof error === 'object' && error !== null && name in error
    ? String(Object.entries(error).find(([key]) => key === name)?.[1] ?? '')
    : ''

/** What a server said, on one line and cut short. */
export const oneLine = (text: string | undefined): string | null => {
  const line = (text ?? '').replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, ' ').trim()
  return line === '' ? null : line.slice(0, 300)
}

/** Words of certificates and handshakes, by which Node tells what failed. */
const ofTls = /certificate|self.signed|\bssl\b|\btls\b|handshake|altname|unable to (?:get|verify)/i

const byCommand: readonly (readonly [RegExp, MailStep])[] = [
  [/^STARTTLS$/, 'TLS'],
  [/^AUTH/, 'AUTHENTICATE'],
  [/^MAIL FROM$/, 'SENDER'],
  [/^RCPT TO$/, 'RECIPIENT'],
  [/^DATA$/, 'MESSAGE'],
  [/^(?:EHLO|HELO|LHLO)$/, 'GREETING'],
]

const stepOf = (error: unknown, { security }: MailServer): MailStep => {
  const [code, command] = [textOf(error, 'code'), textOf(error, 'command')]
  const message = error instanceof Error ? error.message : ''
  if (error instanceof Error && error.name === 'OutboundFailed') return 'RESOLVE'
  if (code === 'EAUTH') return 'AUTHENTICATE'
  if (code === 'ETLS' || ofTls.test(message)) return 'TLS'
  const known = byCommand.find(([pattern]) => pattern.test(command))?.[1]
  if (known !== undefined) return known
  if (code === 'EPROTOCOL' || /greeting|closed unexpectedly/i.test(message)) return 'GREETING'
  if (security === 'implicit' && code === 'ESOCKET' && /ECONNRESET|EPROTO/.test(message))
    return 'TLS'
  return 'CONNECT'
}

/** Answers of these are about the message: the same message would be answered alike. */
const aboutMessage: readonly MailStep[] = ['SENDER', 'RECIPIENT', 'MESSAGE']

interface Failed {
  readonly server: MailServer
  /** The whole message has left. */
  readonly isHandedOver: boolean
}

/**
 * Where a message failed, what the server said, whether another try may end otherwise, and whether
 * the message may have been taken nevertheless.
 */
export const failureOf = (error: unknown, { server, isHandedOver }: Failed) => {
  const code = Number(textOf(error, 'responseCode'))
  if (isHandedOver && !(code > 0)) {
    const reply = 'no answer after the message was handed over'
    return { step: 'MESSAGE' as const, reply, mayRetry: true, mayHaveArrived: true }
  }
  const step = stepOf(error, server)
  const isFinal = code >= 500
  const said = textOf(error, 'response') || (error instanceof Error ? error.message : '')
  return {
    step,
    reply: oneLine(said),
    mayRetry: !(isFinal && aboutMessage.includes(step)),
    mayHaveArrived: false,
  }
}
