import type { FastifyInstance } from 'fastify'

interface Visit {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>>
}

/** A browser's cookies and navigations against an assembled app, without pages. */
export const createBrowser = (app: FastifyInstance, host: string) => {
  const cookies = new Map<string, string>()
  const keep = (header: string | string[] | undefined): void => {
    for (const line of [header ?? []].flat()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      const name = pair.slice(0, at)
      const value = pair.slice(at + 1)
      const isGone =
        value === '' || /max-age=0(?:;|$)/i.test(line) || /expires=thu, 01 jan 1970/i.test(line)
      if (isGone) cookies.delete(name)
      else cookies.set(name, value)
    }
  }
  return {
    cookies,
    async visit(url: string, { method = 'GET', headers = {}, form }: Visit = {}) {
      const answer = await app.inject({
        method,
        url: url.replace(/^https?:\/\/[^/]+/, ''),
        headers: {
          host,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          ...headers,
        },
        ...(form === undefined ? {} : { payload: new URLSearchParams({ ...form }).toString() }),
      })
      keep(answer.headers['set-cookie'])
      return answer
    },
  }
}

export type Browser = ReturnType<typeof createBrowser>
