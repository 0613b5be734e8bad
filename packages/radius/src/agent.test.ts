import { describe, expect, it } from 'vitest'
import { type Client, clientsOf } from './clients.ts'
import { ConfigRefused, readConfig } from './config.ts'
import { createDuplicates } from './duplicates.ts'
import { seldom } from './log.ts'
import { createRates } from './rates.ts'

/* Guards of the agent that need no network: who a sender is, repeats, speed, unsafe settings. */

const client = (name: string, change: Partial<Client>): Client => ({
  id: name,
  name,
  sharedSecret: 'secret',
  allowedAddresses: [],
  tlsClientName: null,
  requireMessageAuthenticator: true,
  requestsPerSecond: 2,
  ...change,
})

describe('a sender', () => {
  const clients = clientsOf([
    client('wide', { allowedAddresses: ['10.0.0.0/8', '2001:db8::/32'] }),
    client('narrow', { allowedAddresses: ['10.1.0.0/16'], tlsClientName: 'VPN.example.com' }),
    client('one', { allowedAddresses: ['10.1.2.3'] }),
  ])

  it.each([
    ['10.9.9.9', 'wide'],
    ['10.1.9.9', 'narrow'],
    ['10.1.2.3', 'one'],
    ['::ffff:10.1.2.3', 'one'],
    ['2001:db8::7', 'wide'],
    ['11.0.0.1', undefined],
    ['2001:db9::7', undefined],
    ['not an address', undefined],
  ])('from %s is %s', (address, name) => {
    expect(clients.byAddress(address)?.name).toBe(name)
  })

  it('is known by a name of its certificate, whatever its case', () => {
    expect(clients.byTlsName(['other', 'vpn.EXAMPLE.com'])?.name).toBe('narrow')
    expect(clients.byTlsName(['example.com', 'vpn.example.com.evil'])).toBeNull()
  })
})

describe('a repeat', () => {
  const bytes = Buffer.from('request')

  it('is dropped while the first is worked on, and gets its answer afterwards', () => {
    const duplicates = createDuplicates()
    const first = duplicates.see('a 1', bytes)
    expect(first.kind).toBe('NEW')
    expect(duplicates.see('a 1', bytes).kind).toBe('DROP')
    if (first.kind === 'NEW') first.done(Buffer.from('answer'))
    expect(duplicates.see('a 1', bytes)).toEqual({ kind: 'AGAIN', answer: Buffer.from('answer') })
  })

  it('is worked on when the first got no answer, came half a minute ago, or was another', () => {
    let now = 0
    const duplicates = createDuplicates(() => now)
    const first = duplicates.see('a 1', bytes)
    if (first.kind === 'NEW') first.done(null)
    const second = duplicates.see('a 1', bytes)
    expect(second.kind).toBe('NEW')
    if (second.kind === 'NEW') second.done(Buffer.from('answer'))
    expect(duplicates.see('a 1', Buffer.from('another')).kind).toBe('NEW')
    expect(duplicates.see('b 1', bytes).kind).toBe('NEW')
    const last = duplicates.see('c 1', bytes)
    if (last.kind === 'NEW') last.done(Buffer.from('answer'))
    now = 30_001
    expect(duplicates.see('c 1', bytes).kind).toBe('NEW')
  })
})

it('lets a client ask as often as it may, and each for itself', () => {
  let now = 0
  const mayAsk = createRates(() => now)
  const [one, other] = [client('one', {}), client('other', {})]
  expect([mayAsk(one), mayAsk(one), mayAsk(one), mayAsk(other)]).toEqual([true, true, false, true])
  now = 500
  expect([mayAsk(one), mayAsk(one)]).toEqual([true, false])
})

it('says at most five things of an event in a minute, and what was left out', () => {
  let now = 0
  const lines: unknown[] = []
  const tell = seldom(
    (event, details) => lines.push([event, details]),
    () => now,
  )
  for (let times = 0; times < 5; times += 1) tell('packet_forged', { address: 'a' })
  // Addresses that a sender makes up.
  for (let from = 0; from < 5000; from += 1) tell('client_unknown', { address: `10.0.0.${from}` })
  expect(lines).toEqual([
    ['packet_forged', { address: 'a' }],
    ...[0, 1, 2, 3, 4].map((from) => ['client_unknown', { address: `10.0.0.${from}` }]),
  ])
  lines.length = 0
  now = 60_000
  tell('packet_forged', { address: 'a' })
  tell('client_unknown', { address: '10.0.0.1' })
  expect(lines).toEqual([
    ['packet_forged', { leftOut: 4 }],
    ['packet_forged', { address: 'a' }],
    ['client_unknown', { leftOut: 4995 }],
    ['client_unknown', { address: '10.0.0.1' }],
  ])
})

describe('settings', () => {
  const given = { RADIUS_SERVICE_URL: 'https://acme.example', RADIUS_CREDENTIAL: 'x'.repeat(30) }

  it('are taken with the usual ports, and without RadSec', () => {
    expect(readConfig(given)).toMatchObject({ authPort: 1812, acctPort: 1813, radSec: null })
  })

  it.each([
    ['a plain address that is not this machine', { RADIUS_SERVICE_URL: 'http://acme.example' }],
    ['a misspelt name', { RADIUS_AUTHPORT: '1812' }],
    ['no credential', { RADIUS_CREDENTIAL: '' }],
    ['half of RadSec', { RADIUS_TLS_CERT_FILE: '/dev/null' }],
  ])('are refused with %s', (_name, change) => {
    expect(() => readConfig({ ...given, ...change })).toThrow(ConfigRefused)
  })
})
