import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import { parsedJson } from '../json.ts'
import type { Outbound } from '../outbound.ts'
import { PushFailed } from '../push.ts'
import { signedToken } from './signed-token.ts'

const Granted = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number() })

export interface ServiceAccount {
  readonly privateKey: KeyObject
  readonly clientEmail: string
}

interface TokenRequest {
  readonly account: ServiceAccount
  readonly scope: string
  /** Of Google's token endpoint. */
  readonly address: string
  readonly now: Date
}

/** An access token for a service account of Google's (RFC 7523, section 2.1). @throws PushFailed */
export const askForToken = async (
  outbound: Outbound,
  { account, scope, address, now }: TokenRequest,
): Promise<z.output<typeof Granted>> => {
  const iat = Math.floor(now.getTime() / 1000)
  const assertion = signedToken(account.privateKey, {
    header: { alg: 'RS256' },
    claims: { iss: account.clientEmail, scope, aud: address, iat, exp: iat + 3600 },
  })
  const grant_type = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
  const answer = await outbound
    .fetch('http', address, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type, assertion }).toString(),
      maxRedirects: 0,
      maxBytes: 65_536,
    })
    .catch((cause: unknown) => {
      throw new PushFailed('the token endpoint was not reached', { mayRetry: true, cause })
    })
  const granted = Granted.safeParse(parsedJson(answer.body))
  if (answer.status === 200 && granted.success) return granted.data
  const mayRetry = answer.status === 429 || answer.status >= 500
  throw new PushFailed(`the token endpoint answered ${answer.status}`, { mayRetry })
}
