import type { FastifyInstance } from 'fastify'

interface Cookie {
  readonly name: string
  readonly value: string
  readonly path: string
}

const attributeOf = (line: string, name: string): string | null =>
  new RegExp(`;\\s*${name}=([^;]*)`, 'i').exec(line)?.[1] ?? null

const isGone = (line: string): boolean =>
  attributeOf(line, 'max-age') === '0' || /expires=thu, 01 jan 1970/i.test(line)

const matches = (path: string, { path: own }: Cookie): boolean =>
  path === own || path.startsWith(own.endsWith('/') ? own : `${own}/`)

/**
 * A browser that sends each cookie below its path alone (RFC 6265, section 5.4), and can send several
 * requests before it has read an answer.
 */
export const createCookieJar = (app: FastifyInstance, host: string) => {
  const kept = new Map<string, Cookie>()
  const keep = (line: string): void => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    const cookie = { name, value, path: attributeOf(line, 'path') ?? '/' }
    if (isGone(line)) kept.delete(`${cookie.path} ${name}`)
    else kept.set(`${cookie.path} ${name}`, cookie)
  }
  const headerFor = (url: string): string => {
    const path = url.split('?')[0] ?? ''
    const sent = [...kept.values()].filter((cookie) => matches(path, cookie))
    return sent.map(({ name, value }) => `${name}=${value}`).join('; ')
  }
  const visitAll = async (addresses: readonly string[]) => {
    const answers = await Promise.all(
      addresses.map((address) => {
        const url = address.replace(/^https?:\/\/[^/]+/, '')
        return app.inject({ url, headers: { host, cookie: headerFor(url) } })
      }),
    )
    for (const { headers } of answers)
      for (const line of [headers['set-cookie'] ?? []].flat()) keep(line)
    return answers
  }
  return {
    /** Sets what another part of a test was given. */
    put: (name: string, value: string) => keep(`${name}=${value}; Path=/`),
    count: () => kept.size,
    headerFor,
    /** All of them are sent before the first answer comes. */
    visitAll,
    visit: async (address: string) => {
      const [answer] = await visitAll([address])
      if (answer === undefined) throw new Error('no answer')
      return answer
    },
  }
}
