/** A mail server of a tenant's own; without one the operator's is taken. */
export interface MailServer {
  readonly host: string
  readonly port: number
  /** `implicit`: TLS from the first byte; `starttls`: required; `none`: in clear. */
  readonly security: 'implicit' | 'starttls' | 'none'
  readonly user: string | null
  readonly password: string | null
  /** Proves `user` in place of a password (XOAUTH2). */
  readonly accessToken?: string | null
  /** Sender; the operator's when null. */
  readonly from: string | null
  /** Where answers go; to the sender when null. */
  readonly replyTo?: string | null
}

/** A picture within a mail (RFC 2392). */
export interface InlinePicture {
  readonly cid: string
  readonly contentType: string
  readonly content: Buffer
}

export interface AttachedFile {
  readonly name: string
  readonly contentType: string
  readonly content: Buffer
}

export interface MailMessage {
  readonly tenantId: string
  /** Names the message: one that is sent twice has the same Message-ID (RFC 5322, section 3.6.4). */
  readonly id?: string
  /** One address. */
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html?: string
  /** Pictures that `html` shows by `cid:`. */
  readonly inline?: readonly InlinePicture[]
  /** Files that go with it. */
  readonly files?: readonly AttachedFile[]
  readonly server?: MailServer
  /** Where answers to this message go, before the server's. */
  readonly replyTo?: string
  /** How long the server may take for a word; by default what RFC 5321, section 4.5.3.2, allows. */
  readonly longestMillis?: number
}

/** For mail that a request waits for. */
export const requestMailMillis = 30_000

/** A message kept in place of being sent. */
export interface OutboxMessage {
  readonly id: string
  readonly tenantId: string
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
  /** Names of what was attached. */
  readonly files: readonly string[]
  readonly sentAt: Date
}

/** The newest messages of a development server, the newest first; empty on any other. */
export interface Outbox {
  list(): readonly OutboxMessage[]
}

/** What happens on the way to a mail server, in the order of a connection that begins in clear. */
export const mailSteps = [
  'TOKEN',
  'RESOLVE',
  'CONNECT',
  'GREETING',
  'TLS',
  'AUTHENTICATE',
  'SENDER',
  'RECIPIENT',
  'MESSAGE',
] as const
export type MailStep = (typeof mailSteps)[number]

interface Failure {
  readonly cause?: unknown
  readonly mayRetry: boolean
  readonly step?: MailStep
  /** What the server said, in one line. */
  readonly reply?: string | null
  readonly mayHaveArrived?: boolean
}

/** The message was not handed over. */
export class MailFailed extends Error {
  /** False where another try would end alike. */
  readonly mayRetry: boolean
  /** Where it failed; null before anything was begun. */
  readonly step: MailStep | null
  readonly reply: string | null
  /** The whole message was handed over, and the server did not answer. */
  readonly mayHaveArrived: boolean

  constructor(message: string, { cause, mayRetry, step, reply, mayHaveArrived }: Failure) {
    super(message, { cause })
    this.name = 'MailFailed'
    this.mayRetry = mayRetry
    this.step = step ?? null
    this.reply = reply ?? null
    this.mayHaveArrived = mayHaveArrived ?? false
  }
}

/** The message has no server to go to: neither the tenant nor the operator has set one up. */
export class MailServerMissing extends MailFailed {
  constructor() {
    super('no mail server is configured', { mayRetry: false })
    this.name = 'MailServerMissing'
  }
}

export interface MailSent {
  /** The server's last word; null where the message stays in the outbox. */
  readonly reply: string | null
}

/**
 * Where mail without a server of its own goes: the operator's server, the outbox of a development
 * server, or nowhere.
 */
export type MailRoute = 'OPERATOR' | 'OUTBOX' | 'NONE'

export interface Mailer {
  /**
   * @throws MailFailed, MailServerMissing
   * @throws OutboundRefused when the server's address is inside and not allowed
   */
  send(message: MailMessage): Promise<MailSent>
  readonly route: MailRoute
  readonly outbox: Outbox
  /** Waits for what is being sent, at most 1 s. */
  close(): Promise<void>
}
