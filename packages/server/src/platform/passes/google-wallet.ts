import type { Outbound } from '../outbound.ts'
import { askForToken, type ServiceAccount } from '../push/service-account.ts'
import { signedToken } from '../push/signed-token.ts'
import { PushFailed } from '../push.ts'

/* Google Wallet API, generic passes: a class for each design, an object for each pass. */

const googleWalletAddresses = {
  token: 'https://oauth2.googleapis.com/token',
  api: 'https://walletobjects.googleapis.com/walletobjects/v1',
  save: 'https://pay.google.com/gp/v/save/',
} as const

type Addresses = Readonly<Record<keyof typeof googleWalletAddresses, string>>

const scope = 'https://www.googleapis.com/auth/wallet_object.issuer'

/** Longer links are cut by browsers (Google Wallet, “Issuing passes with the web”). */
const longestLink = 1800

interface Item {
  /** `issuer.name` */
  readonly id: string
}

interface Asking {
  readonly outbound: Outbound
  readonly token: string
  readonly api: string
}

const ask = async (
  { outbound, token, api }: Asking,
  { method, path, body }: { method: 'POST' | 'PUT'; path: string; body: object },
): Promise<number> => {
  const { status } = await outbound
    .fetch('http', `${api}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      maxRedirects: 0,
      maxBytes: 262_144,
    })
    .catch((cause: unknown) => {
      throw new PushFailed('Google Wallet was not reached', { mayRetry: true, cause })
    })
  return status
}

/** Made, or written over where it is there already. @throws PushFailed */
const put = async (asking: Asking, kind: 'genericClass' | 'genericObject', item: Item) => {
  const made = await ask(asking, { method: 'POST', path: kind, body: item })
  const path = `${kind}/${encodeURIComponent(item.id)}`
  const status = made === 409 ? await ask(asking, { method: 'PUT', path, body: item }) : made
  if (status === 200) return
  const mayRetry = status === 401 || status === 429 || status >= 500
  throw new PushFailed(`Google Wallet answered ${status}`, { mayRetry })
}

interface GooglePass {
  readonly account: ServiceAccount
  readonly passClass: Item
  readonly passObject: Item
  readonly now: Date
}

/**
 * Gives a pass to Google and returns the link by which its holder saves it. The link names the pass
 * by its id alone: what it shows never stands in an address.
 * @throws PushFailed
 */
export const giveToGoogle = async (
  outbound: Outbound,
  { account, passClass, passObject, now }: GooglePass,
  addresses: Addresses = googleWalletAddresses,
): Promise<string> => {
  const { access_token } = await askForToken(outbound, {
    account,
    scope,
    address: addresses.token,
    now,
  })
  const asking = { outbound, token: access_token, api: addresses.api }
  await put(asking, 'genericClass', passClass)
  await put(asking, 'genericObject', passObject)
  const jwt = signedToken(account.privateKey, {
    header: { alg: 'RS256' },
    claims: {
      iss: account.clientEmail,
      aud: 'google',
      typ: 'savetowallet',
      iat: Math.floor(now.getTime() / 1000),
      payload: { genericObjects: [{ id: passObject.id }] },
    },
  })
  const link = addresses.save + jwt
  if (link.length > longestLink) throw new Error('the link of a pass is too long')
  return link
}
