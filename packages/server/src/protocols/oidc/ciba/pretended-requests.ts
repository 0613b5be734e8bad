import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../kit/context.ts'
import { secondsOf } from '../issue.ts'

/*
 * What stands for a sign-in that nobody can be asked for: it looks as others do and is pending until
 * its end, so that an application does not learn who has an account. Nothing of it is stored: 96
 * random bits, the end, and a tag that binds both to the client.
 */

const randomBytes = 13
const headBytes = randomBytes + 4
const tagBytes = 16

const keyed = ({ platform, tenant }: Context, ...parts: readonly (string | Buffer)[]): Buffer => {
  const key = platform.secrets.derive(tenant.id, 'oidc-pretended-request')
  const hmac = createHmac('sha256', key)
  for (const part of parts) hmac.update(part)
  return hmac.digest()
}

const tagOf = (ctx: Context, clientId: string, head: Buffer): Buffer =>
  keyed(ctx, 'tag ', clientId, ' ', head).subarray(0, tagBytes)

/** A time in clear would tell it from others, whose letters are random. */
const maskOf = (ctx: Context, random: Buffer): number => keyed(ctx, 'mask ', random).readUInt32BE(0)

/** 43 letters, as many as the library's own: the first six bits, which are nought, are left out. */
export const pretendedRequest = (ctx: Context, clientId: string, endsAt: number): string => {
  const random = Buffer.from(ctx.platform.ids.random(randomBytes))
  random.writeUInt8(random.readUInt8(0) & 3, 0)
  const end = Buffer.alloc(4)
  end.writeUInt32BE((endsAt ^ maskOf(ctx, random)) >>> 0)
  const head = Buffer.concat([random, end])
  return Buffer.concat([head, tagOf(ctx, clientId, head)])
    .toString('base64url')
    .slice(1)
}

/** Seconds until it ends, below nought afterwards; null for what is none of this client's. */
export const leftOfPretended = (ctx: Context, clientId: string, value: string): number | null => {
  const bytes = Buffer.from(`A${value}`, 'base64url')
  if (bytes.length !== headBytes + tagBytes) return null
  const head = bytes.subarray(0, headBytes)
  if (!timingSafeEqual(tagOf(ctx, clientId, head), bytes.subarray(headBytes))) return null
  const random = head.subarray(0, randomBytes)
  const endsAt = (head.readUInt32BE(randomBytes) ^ maskOf(ctx, random)) >>> 0
  return endsAt - secondsOf(ctx.platform.clock.now())
}
