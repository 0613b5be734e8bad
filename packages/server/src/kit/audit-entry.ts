interface AuditSubject {
  /** The entity type (`USERS`), its id and the name it had then. */
  readonly entity: string
  readonly id: string
  readonly name?: string
}

export interface AuditEntry {
  readonly subject?: AuditSubject
  readonly outcome?: 'SUCCESS' | 'FAILURE' | 'DENIED'
  /** Declared fields before and after; never secrets. */
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
  /** Anything else worth reading: the authenticator, the application, a reason. */
  readonly attributes?: Readonly<Record<string, unknown>>
  /** The actor when it is not the context's: the user who is signing in. */
  readonly actor?: {
    readonly kind: 'user' | 'application' | 'support'
    readonly id: string
    readonly name: string
  }
}

export interface PendingEvent extends AuditEntry {
  readonly id: string
  readonly action: string
  readonly at: Date
}
