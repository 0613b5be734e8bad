import { randomUUID } from 'node:crypto'
import { type OutsideService, pageWithButton } from './services.ts'

/** WeChat: the page on which an account agrees, whose account it is, and messages by a template. */
export const weChat = (base: () => string, secret: string) => {
  const agreements = new Map<string, string>()
  const messages: { readonly to: string; readonly text: string }[] = []
  let account = ''

  const agree = (url: URL) => {
    const code = randomUUID()
    agreements.set(code, account)
    const back = new URL(url.searchParams.get('redirect_uri') ?? '')
    back.searchParams.set('code', code)
    back.searchParams.set('state', url.searchParams.get('state') ?? '')
    return { location: back.href }
  }

  const service: OutsideService = ({ method, url, body }) => {
    const given = (name: string) => url.searchParams.get(name)
    if (url.pathname === '/agree') {
      if (method === 'POST') return agree(url)
      return pageWithButton(
        'Agree?',
        `${base()}/agree${url.search}`.replaceAll('&', '&amp;'),
        'Agree',
      )
    }
    if (url.pathname === '/sns/oauth2/access_token') {
      const openid = given('secret') === secret ? agreements.get(given('code') ?? '') : undefined
      agreements.delete(given('code') ?? '')
      return { json: openid === undefined ? { errcode: 40029 } : { openid } }
    }
    if (url.pathname === '/cgi-bin/stable_token') {
      const isRight = body.secret === secret
      return { json: isRight ? { access_token: 'token', expires_in: 7200 } : { errcode: 40013 } }
    }
    if (given('access_token') !== 'token') return { json: { errcode: 40001 } }
    messages.push({ to: String(body.touser), text: JSON.stringify(body.data) })
    return { json: { errcode: 0, msgid: messages.length } }
  }
  return {
    service,
    messages,
    /** Whose phone agrees from now on. */
    as: (name: string): void => {
      account = name
    },
  }
}
