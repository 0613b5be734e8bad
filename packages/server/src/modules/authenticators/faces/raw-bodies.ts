interface Signed {
  readonly body: Buffer
  readonly signature: string | null
}

/** Bodies as they came, by the id of their request: a signature is of bytes, not of what they say. */
const bodies = new Map<string, Signed>()
const nothing: Signed = { body: Buffer.alloc(0), signature: null }

export const rawBodies = {
  keep: (requestId: string, signed: Signed): void => void bodies.set(requestId, signed),
  of: (requestId: string): Signed => bodies.get(requestId) ?? nothing,
  drop: (requestId: string): void => void bodies.delete(requestId),
} as const
