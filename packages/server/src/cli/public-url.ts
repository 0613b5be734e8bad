import { isLoopback } from '../platform/config/assemble.ts'
import { origin } from '../platform/config/variable-types.ts'
import { StartRefused } from '../platform/start-refused.ts'

/** The public URL of a tenant as it was typed. @throws StartRefused naming the operand */
export const publicUrlOf = (name: string, text: string): URL => {
  const parsed = origin.safeParse(text)
  if (!parsed.success) throw new StartRefused(`${name} ${parsed.error.issues[0]?.message ?? ''}`)
  const url = new URL(parsed.data)
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new StartRefused(
      `${name} must begin with https://: plain http is for loopback names only`,
    )
  }
  return url
}
