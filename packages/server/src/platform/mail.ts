/** A mail server of a tenant's own; without one the operator's is taken. */
export interface MailServer {
  readonly host: string
  readonly port: number
  /** `implicit`: TLS from the first byte; `starttls`: required; `none`: in clear. */
  readonly security: 'implicit' | 'starttls' | 'none'
  readonly user: string | null
  readonly password: string | null
  /** Sender; the operator's when null. */
  readonly from: string | null
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
  readonly server?: MailServer
}

/** A message kept in place of being sent. */
export interface OutboxMessage {
  readonly id: string
  readonly tenantId: string
  readonly to: string
  readonly from: string
  readonly subject: string
  readonly text: string
  readonly html: string | null
  readonly sentAt: Date
}

/** The newest messages of a development server, the newest first; empty on any other. */
export interface Outbox {
  list(): readonly OutboxMessage[]
}

/** The message was not handed over. */
export class MailFailed extends Error {
  /** False where another try would end alike. */
  readonly mayRetry: boolean

  constructor(
    message: string,
    { cause, mayRetry }: { readonly cause?: unknown; readonly mayRetry: boolean },
  ) {
    super(message, { cause })
    this.name = 'MailFailed'
    this.mayRetry = mayRetry
  }
}

export interface Mailer {
  /** @throws MailFailed @throws OutboundRefused when the server's address is inside and not allowed */
  send(message: MailMessage): Promise<void>
  readonly outbox: Outbox
  /** Waits for what is being sent, at most 1 s. */
  close(): Promise<void>
}
