import type { Answer, Http } from '../load/http.ts'

/** A browser that keeps cookies, without the browser. */
export interface Visitor {
  readonly cookies: Map<string, string>
  get(path: string): Promise<Answer>
  form(
    path: string,
    fields: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>
  json(path: string, body: unknown): Promise<Answer>
}

const setCookies = (answer: Answer): string[] => [answer.headers['set-cookie'] ?? []].flat()

/** The path below the server of an absolute or relative address. */
export const pathOf = (location: string | string[] | undefined): string => {
  const { pathname, search } = new URL(String(location), 'http://server.localhost')
  return `${pathname}${search}`
}

export const createVisitor = (http: Http): Visitor => {
  const cookies = new Map<string, string>()
  const keep = (answer: Answer): Answer => {
    for (const line of setCookies(answer)) {
      const [pair = ''] = line.split(';', 1)
      const at = pair.indexOf('=')
      const value = pair.slice(at + 1)
      if (value === '') cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), value)
    }
    return answer
  }
  const own = (headers: Readonly<Record<string, string>> = {}): Record<string, string> =>
    cookies.size === 0
      ? { ...headers }
      : { ...headers, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  const send = async (path: string, body: string, headers: Readonly<Record<string, string>>) =>
    keep(await http.ask(path, { method: 'POST', body, headers: own(headers) }))
  return {
    cookies,
    get: async (path) => keep(await http.ask(path, { headers: own() })),
    form: (path, fields, headers) =>
      send(path, new URLSearchParams(fields).toString(), {
        ...headers,
        'content-type': 'application/x-www-form-urlencoded',
      }),
    json: (path, body) => send(path, JSON.stringify(body), { 'content-type': 'application/json' }),
  }
}
