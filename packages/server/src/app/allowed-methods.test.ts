import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { allowedMethods } from './allowed-methods.ts'
import { documentedCalls } from './areas.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

type Method = 'DELETE' | 'GET' | 'OPTIONS' | 'PATCH' | 'POST' | 'PUT'

const ask = async (method: Method, url: string) => {
  const { host } = new URL(test.ctx.tenant.publicUrl)
  const answer = await test.app.inject({ method, url, headers: { host } })
  const code: unknown = answer.body === '' ? '' : JSON.parse(answer.body).errorCode
  return { status: answer.statusCode, allow: answer.headers.allow, code }
}

describe('a path with other methods than the one of the request', () => {
  it.each<[Method, string, string | null]>([
    ['PATCH', '/api/web/v1/groups', 'GET, HEAD, POST'],
    ['DELETE', '/api/web/v1/userspaged', null],
    ['GET', '/api/web/v4/userspaged', 'POST'],
    ['POST', '/api/web/v1/groups/01890000-0000-7000-8000-000000000001', 'DELETE, GET, HEAD, PUT'],
    ['PUT', '/api/web/v1/groups?limit=3', 'GET, HEAD, POST'],
    ['OPTIONS', '/api/web/v1/groups', 'GET, HEAD, POST'],
    ['GET', '/api/web/v1/nowhere', null],
    // A GET that leaves a trace has no HEAD.
    ['POST', '/api/web/v1/grids/01890000-0000-7000-8000-000000000001/export', 'GET'],
  ])('%s %s is answered by what is there: %s', async (method, url, allow) => {
    const expected =
      allow === null
        ? { status: 404, allow: undefined, code: 'not_found' }
        : { status: 405, allow, code: 'method_not_allowed' }
    expect(await ask(method, url)).toEqual(expected)
  })

  it('is found for each path of the API, by the parameters’ places', () => {
    const methodsAt = allowedMethods(documentedCalls)
    const wrong = documentedCalls.filter(({ endpoint }) => {
      const url = endpoint.path.replaceAll(/:\w+/g, 'x')
      return !methodsAt(url).includes(endpoint.method)
    })
    expect(wrong.map(({ name }) => name)).toEqual([])
  })
})
