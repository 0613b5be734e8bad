import { createHmac } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { hotp, timeStep } from '@signet/algorithms/otp'
import type { Context } from '../../../kit/context.ts'

export const offline = { stepSeconds: 30, digits: 6, algorithm: 'SHA1' } as const
const checkBytes = 16
const daySeconds = 86_400
/** Codes made before others have their turn: days of them take longer than a request may. */
const atOnce = 250

interface Wanted {
  readonly secret: Buffer
  readonly days: number
}

const stepBytes = (step: number): Buffer => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(step))
  return bytes
}

/** What a desktop keeps of a code: nothing that says the code, without the key. */
export const checkOf = (key: Buffer, step: number, code: string): Buffer =>
  createHmac('sha256', key).update(stepBytes(step)).update(code).digest().subarray(0, checkBytes)

/** Checks of every code of the next days, the steps beside the present one among them. */
export const offlineCodes = async (ctx: Context, { secret, days }: Wanted) => {
  const key = ctx.platform.ids.random(32)
  const now = ctx.platform.clock.now()
  const firstStep = timeStep(now, offline.stepSeconds) - 1
  const steps = (days * daySeconds) / offline.stepSeconds + 2
  const checks = Buffer.alloc(steps * checkBytes)
  for (let index = 0; index < steps; index += 1) {
    if (index % atOnce === 0) await nextTurn()
    const step = firstStep + index
    checkOf(key, step, hotp({ ...offline, secret }, step)).copy(checks, index * checkBytes)
  }
  return {
    algorithm: 'HMAC-SHA256' as const,
    key: key.toString('base64url'),
    stepSeconds: offline.stepSeconds,
    digits: offline.digits,
    firstStep,
    checkBytes,
    checks: checks.toString('base64url'),
    offlineUntil: new Date(now.getTime() + days * daySeconds * 1000),
  }
}
