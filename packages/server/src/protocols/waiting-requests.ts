import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { CompiledQuery } from 'kysely'
import type { Context } from '../kit/context.ts'
import { SealBroken } from '../platform/secrets.ts'
import { findToken, hashOf, insertToken, type Payload } from './oidc/tokens.repository.ts'

/*
 * Requests that wait until someone has signed in. Each travels sealed in the address of its page, so
 * that no number of them fills a browser's cookies; one cookie shows which browser began them all.
 */

/** Longer ones are stored: a sign-in's own token has to hold the name, and proxies cut long addresses. */
const longestName = 1800

/** `.`: a sign-in's own token has none (`isSealed` of the engine). */
const mark = 'w.'

/** What most requests have in common; changing it is a change of the seal's purpose. */
const dictionary = Buffer.from(
  [
    '"requestId":"_","relayState":"","forceAuthn":false,"isPassive":false,"contexts":{"classes":[],',
    '"comparison":"exact"},"nameIdFormat":"urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",',
    '"subject":null,"wanted":{"applicationId":"","consumerUrl":"https://","session":{"uid":"',
    '"trusted":[],"lastSubmission":{"login":{"accountId":"","ts":1,"remember":true}},"grantId":"",',
    '"prompt":{"name":"consent","reasons":["op_scopes_missing"],"details":{"missingOIDCScope":[]}}',
    '{"beganAt":1,"iat":1,"exp":1,"returnTo":"http://localhost:8080/api/oidc/authorize/","prompt":',
    '{"name":"login","reasons":["no_session"],"details":{}},"params":{"client_id":"","redirect_uri":',
    '"https://","response_type":"code","scope":"openid profile email offline_access","state":"',
    '","nonce":"","code_challenge":"","code_challenge_method":"S256"},"cid":"","kind":"Interaction",',
    '"browser":"","jti":"',
  ].join(''),
)

/** How many requests that have ended a browser's cookie names; older ones run out by themselves. */
const mostEnded = 20
const browserDays = 30

interface Browser {
  readonly id: string
  readonly ended: readonly string[]
  /** Whether the answer has to say so. */
  readonly isChanged: boolean
}

/** Of this host alone, and never sent in clear (RFC 6265bis, section 4.1.3.2). */
const cookieName = ({ tenant }: Pick<Context, 'tenant'>): string =>
  tenant.publicUrl.startsWith('https:') ? '__Host-signet-browser' : 'signet-browser'

const shortHash = (text: string): string => hashOf(text).toString('base64url').slice(0, 22)

/** By request: what an answer says of the browser is put together in several steps. */
const browsers = new WeakMap<Context['request'], Browser>()

const sentIn = (ctx: Context): Browser | null => {
  const given = ctx.request.cookies(cookieName(ctx)) ?? ''
  if (!/^[\w-]{43}(?:\.[\w-]{22}){0,20}$/.test(given)) return null
  const [id = '', ...ended] = given.split('.')
  return { id, ended, isChanged: false }
}

const browserOf = (ctx: Context): Browser | null => browsers.get(ctx.request) ?? sentIn(ctx)

const note = (ctx: Context, change: Partial<Browser> = {}): Browser => {
  const id = ctx.platform.ids.random(32).toString('base64url')
  const browser = browserOf(ctx) ?? { id, ended: [] }
  const noted = { ...browser, ...change, isChanged: true }
  browsers.set(ctx.request, noted)
  return noted
}

/** The header that tells the browser what this request has changed; none where nothing is. */
export const browserCookies = (ctx: Context): readonly string[] => {
  const browser = browsers.get(ctx.request)
  if (browser?.isChanged !== true) return []
  const secure = ctx.tenant.publicUrl.startsWith('https:') ? '; Secure' : ''
  const end = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${browserDays * 86_400}${secure}`
  return [`${cookieName(ctx)}=${[browser.id, ...browser.ended].join('.')}; ${end}`]
}

/** A request that has come to its end does not go on a second time in this browser. */
export const endRequest = (ctx: Context, id: string): void => {
  const ended = [shortHash(id), ...(browserOf(ctx)?.ended ?? [])]
  note(ctx, { ended: ended.slice(0, mostEnded) })
}

interface Keeping {
  /** Of the protocol: nothing of one is taken for another's. */
  readonly purpose: 'oidc-request' | 'saml-request'
  readonly id: string
  readonly payload: Payload
  readonly seconds: number
}

interface Kept {
  /** What its pages know it by. */
  readonly name: string
  /** Of one that is too long for an address. */
  readonly write: CompiledQuery | null
}

/** Keeps a request for this browser; `browserCookies` belongs to the answer. */
export const keepRequest = async (
  ctx: Context,
  { purpose, id, payload, seconds }: Keeping,
): Promise<Kept> => {
  const browser = shortHash(note(ctx).id)
  const text = JSON.stringify({ ...payload, browser, jti: id })
  const small = deflateRawSync(text, { dictionary })
  const sealed = await ctx.platform.secrets.seal(ctx.tenant.id, purpose, small)
  const name = `${mark}${sealed.toString('base64url')}`
  if (name.length <= longestName) return { name, write: null }
  const expiresAt = new Date(ctx.platform.clock.now().getTime() + seconds * 1000)
  const stored = { kind: purpose, stored: text }
  const row = { tenantId: ctx.tenant.id, id: hashOf(id), payload: stored, expiresAt }
  return { name: id, write: insertToken(row) }
}

interface Wanted {
  readonly purpose: Keeping['purpose']
  readonly name: string
}

const parsed = (text: string): Payload | null => {
  const value: unknown = JSON.parse(text)
  return typeof value === 'object' && value !== null ? { ...value } : null
}

const storedText = async (ctx: Context, { purpose, name }: Wanted): Promise<string | null> => {
  if (!/^[\w-]{43}$/.test(name)) return null
  const wanted = { tenantId: ctx.tenant.id, id: hashOf(name), now: ctx.platform.clock.now() }
  const row = await findToken(ctx.db, wanted)
  return row?.kind === purpose && typeof row.payload.stored === 'string' ? row.payload.stored : null
}

const sealedText = async (ctx: Context, { purpose, name }: Wanted): Promise<string | null> => {
  try {
    const sealed = Buffer.from(name.slice(mark.length), 'base64url')
    const small = await ctx.platform.secrets.open(ctx.tenant.id, purpose, sealed)
    return inflateRawSync(small, { dictionary }).toString('utf8')
  } catch (error) {
    if (error instanceof SealBroken) return null
    throw error
  }
}

/**
 * The request of this name, whichever browser brings it and however old: enough to show who asks, never
 * to answer them. Null for one that is not ours, or has ended in this browser.
 */
export const readRequest = async (ctx: Context, wanted: Wanted): Promise<Payload | null> => {
  const isSealed = wanted.name.startsWith(mark)
  const text = await (isSealed ? sealedText(ctx, wanted) : storedText(ctx, wanted))
  const payload = text === null ? null : parsed(text)
  const hasEnded = browserOf(ctx)?.ended.includes(shortHash(String(payload?.jti))) === true
  return hasEnded ? null : payload
}

/** Whether this browser began it: it may be answered here. */
export const isBegunHere = (ctx: Context, { browser }: Payload): boolean => {
  const here = browserOf(ctx)
  return here !== null && browser === shortHash(here.id)
}
