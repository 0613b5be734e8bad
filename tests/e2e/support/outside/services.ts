import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { freePort } from '../service.ts'

export interface Asked {
  readonly method: string
  readonly url: URL
  readonly authorization: string
  /** Fields of JSON or of a form. */
  readonly body: Readonly<Record<string, unknown>>
}

/** JSON for programs, a page for people, or where to go on. */
export interface Said {
  readonly status?: number
  readonly json?: unknown
  readonly page?: string
  readonly location?: string
}

/** A service outside; null: it has nothing at that address. */
export type OutsideService = (asked: Asked) => Said | null | Promise<Said | null>

const textOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString('utf8')
}

const fieldsOf = (text: string): Record<string, unknown> =>
  text.startsWith('{') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))

const send = (response: ServerResponse, said: Said | null): void => {
  const { status = 200, json, page, location } = said ?? { status: 404 }
  if (location !== undefined) {
    response.writeHead(303, { location }).end()
    return
  }
  const type = page === undefined ? 'application/json' : 'text/html; charset=utf-8'
  response.writeHead(status, { 'content-type': type })
  response.end(page ?? (json === undefined ? '' : JSON.stringify(json)))
}

/** Services of others on one port of loopback, each below a name of its own. */
export const startOutside = async (services: Readonly<Record<string, OutsideService>>) => {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const answer = async (request: IncomingMessage): Promise<Said | null> => {
    const url = new URL(request.url ?? '/', address)
    const [, name = '', ...rest] = url.pathname.split('/')
    const service = services[name]
    if (service === undefined) return null
    url.pathname = `/${rest.join('/')}`
    const { method = 'GET', headers } = request
    const body = fieldsOf(await textOf(request))
    return service({ method, url, authorization: headers.authorization ?? '', body })
  }
  const server = createServer(async (request, response) => send(response, await answer(request)))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    /** What lets the service call them. */
    environment: { SIGNET_OUTBOUND_ALLOW: `http=127.0.0.1:${port}` },
    of: (name: string): string => `${address}/${name}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type Outside = Awaited<ReturnType<typeof startOutside>>

/** A page of theirs with one button, which goes on as the address says. */
export const pageWithButton = (title: string, action: string, label: string): Said => ({
  page: `<!doctype html><html lang="en"><title>${title}</title><link rel="icon" href="data:,">
<h1>${title}</h1><form method="post" action="${action}"><button>${label}</button></form></html>`,
})
