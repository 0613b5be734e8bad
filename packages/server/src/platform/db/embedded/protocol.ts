/** What the thread that runs PGlite is started with. */
export interface WorkerInput {
  /** PostgreSQL's data directory. */
  readonly directory: string
}

/** Who a session acts as; the owner migrates. */
export type SessionRole = 'owner' | 'runtime'

export type ToWorker =
  | { readonly kind: 'connect'; readonly session: number; readonly role: SessionRole }
  | { readonly kind: 'data'; readonly session: number; readonly bytes: Uint8Array }
  | { readonly kind: 'end'; readonly session: number }
  | { readonly kind: 'maintain' }
  | { readonly kind: 'count' }
  | { readonly kind: 'close' }

/** The memory to hand over with a message instead of copying it. */
export const memoryOf = (message: ToWorker | FromWorker): ArrayBuffer[] =>
  message.kind === 'data' && message.bytes.buffer instanceof ArrayBuffer
    ? [message.bytes.buffer]
    : []

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'data'; readonly session: number; readonly bytes: Uint8Array }
  | { readonly kind: 'closed' }
  | { readonly kind: 'counted'; readonly syncs: number }
