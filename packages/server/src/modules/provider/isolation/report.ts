import { createHash } from 'node:crypto'
import type {
  IsolationFinding,
  IsolationOmissions,
  IsolationTotals,
} from '@signet/contract/provider/isolation'
import { CompactSign } from 'jose'
import type { z } from 'zod'
import type { Context } from '../../../kit/context.ts'

interface Outcome {
  readonly run: string
  readonly provider: string
  readonly release: string
  readonly startedAt: Date
  readonly endedAt: Date
  readonly calls: number
  readonly probes: number
  readonly controls: number
  readonly totals: readonly z.input<typeof IsolationTotals>[]
  readonly findings: readonly z.input<typeof IsolationFinding>[]
  readonly leftOut: readonly z.input<typeof IsolationOmissions>[]
  /** The digest of the report before: none can be taken out unnoticed. */
  readonly previousDigest: string | null
}

export interface Report {
  /** JSON, as the digest is of it. */
  readonly text: string
  readonly digest: string
  /** A compact JWS (RFC 7515) whose payload is the text. */
  readonly signed: string
}

/** Signs by the key that signs ID tokens: its public part is at the JWKS of the root provider. */
export const makeReport = async (ctx: Context, outcome: Outcome): Promise<Report> => {
  const { keyRing } = ctx.platform
  const keys = await keyRing.keysOf(ctx.tenant.id, 'oidc')
  const key = keys.find(({ active, algorithm }) => active && algorithm === 'ES256')
  if (key === undefined) throw new Error('the root provider has no key to sign with')
  const text = JSON.stringify(outcome)
  const digest = createHash('sha256').update(text).digest('hex')
  const signed = await new CompactSign(Buffer.from(text))
    .setProtectedHeader({ alg: 'ES256', kid: key.id, typ: 'isolation-report' })
    .sign(key.privateKey)
  return { text, digest, signed }
}
