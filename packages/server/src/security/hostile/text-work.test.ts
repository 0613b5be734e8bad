import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { cpuMillisUpTo } from '../../../testing/cpu-time.ts'
import { type Party, registerParty } from '../../../testing/oidc/party.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { allRoutes } from '../../app/areas.ts'
import { formDoors, queryDoors } from '../sweep/protocol-doors.ts'
import { type Text, textsOf } from './text-schemas.ts'
import { longText, requestSize, units, wrongText } from './texts.ts'

/*
 * Guards: lengths that end a check, expressions and parsers of one reading. CPU of the request
 * thread is measured, never time: every other request waits for that alone.
 */

const mostMillis = 250

/** One of each schema, wherever it is used. */
const distinct = (texts: readonly Text[]): readonly Text[] => [
  ...new Map(texts.map((text) => [text.whole, text])).values(),
]

/** The longest text that a schema lets through, as far as a request can carry it. */
const longestOf = ({ schema }: Text): number =>
  Math.min(Number(schema._zod.bag.maximum ?? requestSize), requestSize)

describe('a text of the API', () => {
  it('takes CPU in proportion to its length, too long or as long as it may be', {
    meta: { covers: ['S68'] },
  }, async () => {
    const texts = distinct(textsOf(allRoutes))
    expect(texts.length).toBeGreaterThan(200)
    const slow: string[] = []
    for (const [at, text] of texts.entries()) {
      const longest = longestOf(text)
      // Each schema meets some of the units, and the schemas together meet all of them.
      for (const [step, length] of [longest, longest, longest, requestSize].entries()) {
        const unit = units[(at + step * 7) % units.length] ?? ' '
        const value = length < requestSize ? wrongText(unit, length) : longText(unit, length)
        const millis = await cpuMillisUpTo(mostMillis, () => z.safeParse(text.whole, value))
        if (millis > mostMillis) slow.push(`${text.place} ${JSON.stringify(unit)} ${length}`)
      }
    }
    expect(slow).toEqual([])
  })
})

describe('a parameter of a protocol', () => {
  let test: TestApp
  let parties: Readonly<Record<'web' | 'asking' | 'device' | 'service', Party>>
  beforeAll(async () => {
    test = await startTestApp()
    parties = {
      web: await registerParty(test),
      asking: await registerParty(test, {
        grantTypes: ['ciba', 'refresh_token'],
        redirectUris: [],
      }),
      device: await registerParty(test, { applicationType: 'OIDC_DEVICE', redirectUris: [] }),
      service: await registerParty(test, { applicationType: 'OIDC_SERVER', redirectUris: [] }),
    }
  })
  afterAll(() => test.close())

  const send = async (url: string, payload?: string): Promise<void> => {
    const { host } = new URL(test.tenant.publicUrl)
    const answer = await test.app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url,
      headers: {
        host,
        ...(payload === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(payload === undefined ? {} : { payload }),
    })
    const isFault = String(answer.headers['content-type']).startsWith('text/xml')
    if (answer.statusCode >= 500 && !isFault) throw new Error(`${url.slice(0, 100)} failed`)
  }

  /** Those of the parameters that take more CPU than they may, of each one with one unit. */
  const slowOnes = async (
    names: readonly string[],
    request: (name: string, value: string) => Promise<void>,
    length: number,
  ): Promise<string[]> => {
    const slow: string[] = []
    for (const [at, name] of names.entries()) {
      const unit = units[(at * 7 + length) % units.length] ?? ' '
      const value = encodeURIComponent(wrongText(unit, length))
      const millis = await cpuMillisUpTo(mostMillis, () => request(name, value))
      if (millis > mostMillis) slow.push(`${name} ${JSON.stringify(unit)} ${Math.round(millis)} ms`)
    }
    return slow
  }

  it.each(formDoors)(
    '$path takes little CPU for a long one',
    { meta: { covers: ['S68'] } },
    async (door) => {
      const { id, secret } = parties[door.party]
      const base = {
        client_id: id,
        ...(secret === '' ? {} : { client_secret: secret }),
        ...door.base,
      }
      const slow = await slowOnes(
        door.names,
        (name, value) => {
          const rest = new URLSearchParams(Object.entries(base).filter(([other]) => other !== name))
          return send(door.path, `${rest}&${name}=${value}`)
        },
        80_000,
      )
      expect(slow).toEqual([])
    },
  )

  it.each(queryDoors)(
    '$path takes little CPU for a long one in its query',
    { meta: { covers: ['S68'] } },
    async ({ path, names }) => {
      const slow = await slowOnes(names, (name, value) => send(`${path}?${name}=${value}`), 4000)
      expect(slow).toEqual([])
    },
  )
})
