import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { text } from 'node:stream/consumers'
import { startSession } from '@signet/server/modules/tenancy/sessions/index'
import type { StockService } from './service.ts'

/** The browser of somebody who has signed in: it keeps cookies and follows redirects. */
export interface Visitor {
  /** Opens an address and goes on until one begins with `until`, or a page is shown. */
  visit(url: string, options?: VisitOptions): Promise<Visited>
}

interface VisitOptions {
  readonly until?: string
  readonly form?: Readonly<Record<string, string>>
}

export interface Visited {
  readonly url: string
  readonly status: number
  readonly body: string
}

type Jar = Map<string, string>

interface Answer {
  readonly status: number
  readonly location: string | null
  readonly cookies: readonly string[]
  readonly body: string
}

const keep = (jar: Jar, { cookies }: Answer): void => {
  for (const line of cookies) {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    const isGone = /max-age=0|expires=thu, 01 jan 1970/i.test(line)
    if (isGone) jar.delete(pair.slice(0, at))
    else jar.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

/** As a browser navigates: some products answer scripts otherwise, and `fetch` says that it is one. */
const request = async (jar: Jar, url: string, form: VisitOptions['form']): Promise<Answer> => {
  const asking = url.startsWith('https:') ? https.request(url) : http.request(url)
  asking.setHeader('Accept', 'text/html')
  asking.setHeader('Cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
  if (form !== undefined) {
    asking.method = 'POST'
    asking.setHeader('Content-Type', 'application/x-www-form-urlencoded')
  }
  asking.end(form === undefined ? '' : new URLSearchParams(form).toString())
  const [answer]: http.IncomingMessage[] = await once(asking, 'response')
  if (answer === undefined) throw new Error(`no answer of ${url}`)
  const { statusCode: status = 0, headers } = answer
  const cookies = headers['set-cookie'] ?? []
  return { status, location: headers.location ?? null, cookies, body: await text(answer) }
}

const visitWith =
  (jars: Map<string, Jar>): Visitor['visit'] =>
  async (url, { until, form } = {}) => {
    const { origin } = new URL(url)
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    const answer = await request(jar, url, form)
    keep(jar, answer)
    const { status, location, body } = answer
    if (location === null) return { url, status, body }
    const next = new URL(location, url).href
    if (until !== undefined && next.startsWith(until)) {
      return { url: next, status, body }
    }
    return visitWith(jars)(next, until === undefined ? {} : { until })
  }

/** Cookies are kept by origin, as ports of one host are different parties here. */
export const visitorOf = async ({ test, user }: StockService): Promise<Visitor> => {
  const { cookie } = await test.ctx.transaction((ctx) =>
    startSession(ctx, {
      userId: user.id,
      userName: user.userId,
      kind: 'web',
      amr: ['pwd', 'otp', 'mfa'],
      acr: 'aal2',
      deviceId: null,
      keyThumbprint: null,
    }),
  )
  const jar = new Map([['__Host-signet', cookie.value ?? '']])
  return { visit: visitWith(new Map([[test.tenant.publicUrl, jar]])) }
}
