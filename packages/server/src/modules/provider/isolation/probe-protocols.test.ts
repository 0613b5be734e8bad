import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../testing/test-app.ts'
import { isolationParts } from '../../../app/isolation.ts'
import { Caller, type Dispatch, Sender } from './caller.ts'
import { readyCanaries, signOut } from './canaries.ts'
import { doors } from './doors.ts'
import { removeCreated, type Side } from './fill.ts'
import { KnownIds } from './known-ids.ts'
import { probeProtocols } from './probe-protocols.ts'
import { labelOf } from './requests.ts'
import { RowWatch } from './row-watch.ts'
import { Tally } from './tally.ts'

/*
 * Guards are those of the protocols, each of which is as if it were missing in `leaks`: what the first
 * tenant refuses is answered as the second one would answer it.
 */

let test: TestApp
let own: Dispatch
beforeAll(async () => {
  test = await startTestApp({ ownDatabase: true })
  own = isolationParts(test.app).dispatch
})
afterAll(() => test.close())

const pace = { pauseMillis: 0, answerMillis: 60_000, wait: async () => {} }
type Sent = Parameters<Dispatch>[0]
interface Hosts {
  readonly one: string
  readonly two: string
}

/** The probes of the protocols alone, with what reaches the service. */
const probed = async (leak: (hosts: Hosts) => Dispatch = () => own): Promise<Tally> => {
  const [first, second] = await readyCanaries(test.ctx)
  const sender = new Sender(leak({ one: first.host, two: second.host }), pace)
  const tally = new Tally()
  const rows = new RowWatch(second.ctx, tally)
  const sides: Side[] = []
  for (const canary of [first, second]) {
    const caller = new Caller(canary, sender)
    await caller.signIn()
    sides.push({ caller, ids: new KnownIds(), created: [] })
  }
  const [one, two] = sides
  if (one === undefined || two === undefined) throw new Error('there are two')
  const mayGoOn = async () => true
  const { routes, exampleOf } = isolationParts(test.app)
  const walk = { routes, exampleOf, sender, one, two, tally, rows, mayGoOn }
  await probeProtocols(walk, () => rows.begin(pace.wait))
  await removeCreated(one)
  await removeCreated(two)
  await signOut(first)
  await signOut(second)
  return tally
}

const found = ({ found: all }: Tally): readonly string[] =>
  all.map(({ fault, call }) => `${fault} ${call}`)

const isProtocol = ({ url }: Pick<Sent, 'url'>): boolean => /^\/api\/(?:oidc|saml)/.test(url)

/** What a canary shows at its own host: the last of each kind. */
const shownAt = (host: string) => {
  const shown: { cookie?: string; basic?: string } = {}
  const note = ({ host: at, headers: { cookie, authorization } = {} }: Sent): void => {
    if (at !== host) return
    if (cookie !== undefined) shown.cookie = cookie
    if (authorization?.startsWith('Basic ') === true) shown.basic = authorization
  }
  const as = ({ headers = {}, ...sent }: Sent): Sent => ({
    ...sent,
    host,
    headers: {
      ...headers,
      ...('cookie' in headers && shown.cookie !== undefined ? { cookie: shown.cookie } : {}),
      ...(headers['authorization']?.startsWith('Basic ') && shown.basic !== undefined
        ? { authorization: shown.basic }
        : {}),
    },
  })
  return { note, as, shown }
}

const all = Object.values(doors).map(labelOf)

describe('the probes of the protocols', () => {
  it('find nothing, and each request succeeds in its own tenant', async () => {
    const tally = await probed()
    expect(tally.leftOut()).toEqual([])
    expect(tally.found).toEqual([])
    expect(tally.totals().find(({ probe }) => probe === 'PROTOCOL')).toEqual({
      probe: 'PROTOCOL',
      tried: all.length,
      refused: all.length - 4,
    })
  })

  /** What of the first tenant is answered by the second; a code that comes again ends all that came of it. */
  const redeems = ({ body }: Sent) => body?.text.includes('grant_type=authorization_code') === true

  it.each([
    ['codes', redeems, (label: string) => label.includes('(authorization_code)'), []],
    [
      'clients and tokens, and what is read of it,',
      (sent: Sent) => !redeems(sent),
      (label: string) => !/authorization_code|revocation/.test(label),
      ['ROWS_CHANGED POST /api/oidc/revocation'],
    ],
  ])('find %s that count in another tenant', async (_what, leaks, opens, changed) => {
    const tally = await probed(({ one, two }) => {
      const second = shownAt(two)
      let prepared = 0
      return (sent) => {
        second.note(sent)
        if (isProtocol(sent) && sent.host === two) prepared += 1
        // The second one is prepared by two sign-ins, a code and its keys.
        const isLeak = isProtocol(sent) && sent.host === one && prepared === 4 && leaks(sent)
        return own(isLeak ? second.as(sent) : sent)
      }
    })
    const open = all.filter(opens).map((label) => `NOT_REFUSED ${label}`)
    const seen = found(tally)
    expect(seen.filter((each) => each.startsWith('NOT_REFUSED'))).toEqual(open)
    expect(seen).toEqual(expect.arrayContaining(changed))
  })

  it('find sessions that count in another tenant', async () => {
    const tally = await probed(({ one, two }) => {
      const [first, second] = [shownAt(one), shownAt(two)]
      return (sent) => {
        const isForeign =
          sent.host === one &&
          second.shown.cookie !== undefined &&
          sent.headers?.['cookie'] === second.shown.cookie
        if (isForeign) return own(first.as(sent))
        first.note(sent)
        second.note(sent)
        return own(sent)
      }
    })
    expect(found(tally).toSorted()).toEqual(
      [doors.authorize, doors.samlRequest, doors.samlUnasked]
        .map((door) => `NOT_REFUSED ${labelOf(door)}`)
        .toSorted(),
    )
  })

  it('find answers that reveal a client, and that name another tenant', async () => {
    const tally = await probed(({ one, two }) => {
      const clients = new Set<string>()
      const clientOf = ({ url }: Sent) =>
        new URL(url, 'http://host.invalid').searchParams.get('client_id')
      return async (sent) => {
        const client = clientOf(sent)
        if (sent.host === two && client !== null) clients.add(client)
        const answer = await own(sent)
        const isForeign = sent.host === one && client !== null && clients.has(client)
        return isForeign ? { ...answer, status: 403, text: `of ${two}` } : answer
      }
    })
    expect(found(tally)).toEqual([
      'CONTENT_SEEN GET /api/oidc/authorize',
      'ANSWERS_DIFFER GET /api/oidc/authorize',
    ])
  })

  it('leave out what does not succeed in its own tenant, by name', async () => {
    const tally = await probed(
      ({ two }) =>
        (sent) =>
          sent.host === two && sent.url.startsWith('/api/saml')
            ? Promise.resolve({ status: 404, text: '', retryAfterSeconds: 0 })
            : own(sent),
    )
    expect(tally.leftOut()).toEqual([
      {
        probe: 'PROTOCOL',
        reason: 'NO_CONTROL',
        calls: all.filter((label) => label.includes('/api/saml')).toSorted(),
      },
    ])
  })
})
