import { z } from 'zod'

/** The signed end of a batch. */
const Signed = z.object({
  tenantId: z.string(),
  number: z.int(),
  hash: z.string(),
  signature: z.string(),
  keyId: z.string(),
})

const KeyLine = z.object({ type: z.literal('key'), jwk: z.record(z.string(), z.string()) })
const CheckpointLine = Signed.extend({ type: z.literal('checkpoint') })
const ChainLine = Signed.extend({
  type: z.literal('chain'),
  fromXid: z.string(),
  uptoXid: z.string(),
  count: z.int(),
})
const EventLine = z.object({
  type: z.literal('event'),
  id: z.string(),
  occurredAt: z.number(),
  tenantId: z.string(),
  actorKind: z.string(),
  actorId: z.string(),
  entity: z.string(),
  entityId: z.string(),
  action: z.string(),
  outcome: z.string(),
  digest: z.string(),
  /** Null, both, when the person was erased. */
  salt: z.string().nullable(),
  detail: z.string().nullable(),
})
const EndLine = z.object({
  type: z.literal('end'),
  /** Of all lines before, each with its line feed. */
  sha256: z.string(),
  signature: z.string(),
  keyId: z.string(),
})

const Line = z.discriminatedUnion('type', [KeyLine, CheckpointLine, ChainLine, EventLine, EndLine])

/** A line of an exported audit log. */
export type Line = z.output<typeof Line>
export type SignedBatch = z.output<typeof Signed>
export type ChainLine = z.output<typeof ChainLine>
export type EventLine = z.output<typeof EventLine>
export type EndLine = z.output<typeof EndLine>

/** Null for what is no line of an export. */
export const parseLine = (text: string): Line | null => {
  try {
    return Line.parse(JSON.parse(text))
  } catch {
    return null
  }
}
