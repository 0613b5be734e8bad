import {
  completeUpstreamSignIn,
  startUpstreamSignIn,
  verifyUpstreamAccount,
} from '@signet/contract/access/upstream-sign-in'
import type { Endpoint } from '@signet/contract/kit/endpoint'
import type { Answer, Call } from '../call.ts'
import { browserOf } from './people.ts'
import type { Upstream } from './upstream.ts'

const cookieOf = (answer: Answer): string => {
  const [cookie = ''] = [answer.headers['set-cookie']].flat().map(String)
  return cookie.split(';', 1)[0] ?? ''
}

/** A browser that leaves for the provider and comes back. */
export const visitorOf = (call: Call, upstream: Upstream) => {
  let cookie = ''
  const send = async <E extends Endpoint>(endpoint: E, given: object): Promise<Answer> => {
    const answer = await call(endpoint, { headers: { cookie }, ...given })
    if (cookieOf(answer).startsWith('signet-idp=')) cookie = cookieOf(answer)
    return answer
  }
  return {
    send,
    get cookie() {
      return cookie
    },
    async begin(idpId: string, named?: string) {
      const browser = browserOf(call)
      await browser.query(named)
      const { authToken } = browser
      const started = await send(startUpstreamSignIn, { query: { idpId }, body: { authToken } })
      if (started.status !== 200) throw new Error(started.text)
      return { authToken, redirect: String(started.body.redirect) }
    },
    complete: (idpId: string, body: object) =>
      send(completeUpstreamSignIn, { query: { idpId }, body }),
    async signIn(idpId: string, named?: string): Promise<Answer> {
      const { authToken, redirect } = await this.begin(idpId, named)
      return this.complete(idpId, { authToken, ...upstream.authorize(redirect) })
    },
    async link(idpId: string, as: string): Promise<Answer> {
      const started = await send(verifyUpstreamAccount, { query: { idpId }, as })
      if (started.status !== 200) return started
      const returned = upstream.authorize(String(started.body.redirect))
      return send(completeUpstreamSignIn, { query: { idpId }, body: returned, as })
    },
  }
}
