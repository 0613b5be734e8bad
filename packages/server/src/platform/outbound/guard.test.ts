import { describe, expect, test } from 'vitest'
import { type AllowedTarget, allowedTargetOf, type OutboundKind } from '../config/outbound-allow.ts'
import { OutboundFailed, OutboundRefused } from '../outbound.ts'
import { canonicalHost, createGuard } from './guard.ts'

const allowing = (...entries: readonly string[]): AllowedTarget[] =>
  entries.map((entry) => {
    const target = allowedTargetOf(entry)
    if (typeof target === 'string') throw new Error(target)
    return target
  })

/** A resolver that knows these names only. */
const names: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'mixed.example': ['93.184.215.14', '10.0.0.7'],
  'inside.example': ['10.0.0.7'],
  'six.example': ['fd00:1::7'],
  'zone.example': ['fe80::1%eth0'],
  'metadata.example': ['169.254.169.254'],
  'nothing.example': [],
}

const guardWith = (...entries: readonly string[]) =>
  createGuard(allowing(...entries), async (name) => {
    const found = names[name]
    if (found === undefined) throw new Error('ENOTFOUND')
    return found
  })

const ask = (
  host: string,
  options: { kind?: OutboundKind; port?: number; allow?: string[] } = {},
) =>
  guardWith(...(options.allow ?? [])).addresses({
    kind: options.kind ?? 'http',
    host,
    port: options.port ?? 443,
  })

describe('without an allow-list', () => {
  test('a public name gives its addresses', async () => {
    const found = await ask('Public.Example.')
    expect(found.map(({ address, family }) => [address, family])).toEqual([
      ['93.184.215.14', 4],
      ['2606:2800:21f:cb07:6820:80da:af6b:8b2c', 6],
    ])
    expect(found[0]?.host).toBe('public.example')
  })

  test.each([
    ['loopback', '127.0.0.1'],
    ['all of the loopback range', '127.8.9.10'],
    ['this host', '0.0.0.0'],
    ['private 10', '10.1.2.3'],
    ['private 172.16', '172.31.255.255'],
    ['private 192.168', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['link-local', '169.254.1.1'],
    ['metadata', '169.254.169.254'],
    ['metadata of Azure, on a public address', '168.63.129.16'],
    ['metadata of Alibaba', '100.100.100.200'],
    ['documentation', '192.0.2.1'],
    ['benchmarking', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['decimal', '2130706433'],
    ['octal', '0177.0.0.1'],
    ['octal, long', '00000177.0.0.01'],
    ['hexadecimal', '0x7f000001'],
    ['hexadecimal parts', '0x7f.0x0.0x0.0x1'],
    ['short form', '127.1'],
    ['fullwidth digits', '１２７.０.０.１'],
    ['IPv6 loopback', '[::1]'],
    ['IPv6 unspecified', '::'],
    ['unique local', '[fd00:1::7]'],
    ['IPv6 link-local', 'fe80::1'],
    ['IPv4-mapped', '[::ffff:127.0.0.1]'],
    ['IPv4-mapped in hexadecimal', '[::ffff:7f00:1]'],
    ['IPv4-mapped, long', '0:0:0:0:0:ffff:10.0.0.1'],
    ['IPv4-compatible', '::127.0.0.1'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['local NAT64', '64:ff9b:1::10.0.0.1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001:0:53aa:64c:0:0:80ff:fffe'],
    ['IPv6 documentation', '2001:db8::1'],
    ['metadata of AWS', 'fd00:ec2::254'],
    ['a name inside', 'inside.example'],
    ['a name with one address inside', 'mixed.example'],
    ['a name of an address with a zone', 'zone.example'],
    ['a name of the metadata address', 'metadata.example'],
  ])('%s is refused (%s)', { meta: { covers: ['S25'] } }, async (_, host) => {
    await expect(ask(host)).rejects.toThrow(OutboundRefused)
  })

  test.each([
    '',
    ' ',
    'a b',
    'a/b',
    'user@host',
    'host:80',
    'fe80::1%eth0',
    '%31%32',
    '[::1',
    'a\\b',
    '\n',
  ])('%j is no host', async (host) => {
    await expect(ask(host)).rejects.toThrow(OutboundRefused)
  })

  test('a name without an address fails', async () => {
    await expect(ask('nothing.example')).rejects.toThrow(OutboundFailed)
    await expect(ask('unknown.example')).rejects.toThrow(OutboundFailed)
  })

  test.each([22, 25, 587])('http to port %i of the internet is refused', async (port) => {
    await expect(ask('public.example', { port })).rejects.toThrow(OutboundRefused)
  })

  test('mail to port 25 of the internet is let through', async () => {
    expect(await ask('public.example', { kind: 'mail', port: 25 })).toHaveLength(2)
  })
})

describe('the allow-list', () => {
  test.each([
    ['an address', 'http=10.0.0.7:443', '10.0.0.7'],
    ['a range', 'http=10.0.0.0/8:443', '10.0.0.7'],
    ['a name of a range', 'http=10.0.0.0/8:443', 'inside.example'],
    ['a name', 'http=inside.example:443', 'inside.example'],
    ['an IPv6 range', 'http=[fd00:1::/32]:443', 'six.example'],
    ['an address asked for in another form', 'http=10.0.0.7:443', '0xa000007'],
    ['an IPv4-mapped form', 'http=10.0.0.7:443', '::ffff:10.0.0.7'],
  ])('opens %s', async (_, entry, host) => {
    expect(await ask(host, { allow: [entry] })).toHaveLength(1)
  })

  test.each([
    ['another port', 'http=10.0.0.7:8443'],
    ['another kind', 'mail=10.0.0.7:443'],
    ['another address', 'http=10.0.0.8:443'],
    ['a name of the same address', 'http=inside.example:443'],
    ['the start of the name', 'http=10.0.0.7.example:443'],
  ])('does not open for %s', async (_, entry) => {
    await expect(ask('10.0.0.7', { allow: [entry] })).rejects.toThrow(OutboundRefused)
  })

  test('opens no name by its first part or as a suffix', async () => {
    const allow = ['http=inside.exampl:443', 'http=side.example:443']
    await expect(ask('inside.example', { allow })).rejects.toThrow(OutboundRefused)
  })

  test('never opens the metadata address behind an allowed name or NAT64 range', {
    meta: { covers: ['S25'] },
  }, async () => {
    const byName = ask('metadata.example', { allow: ['http=metadata.example:443'] })
    await expect(byName).rejects.toThrow(OutboundRefused)
    const translated = ask('64:ff9b::169.254.169.254', { allow: ['http=[64:ff9b::/96]:443'] })
    await expect(translated).rejects.toThrow(OutboundRefused)
  })

  test.each([
    ['Teredo', '2001::5601:5601', '2001::1', '2001::/32'],
    ['6to4', '2002:a9fe:a9fe::1', '2002:a00:1::1', '2002::/16'],
    ['an IPv4-compatible address', '::a9fe:a9fe', '::a00:1', '::/96'],
  ])('never opens the metadata address carried by %s', async (_form, carrier, other, range) => {
    const allow = [`http=[${range}]:443`]
    await expect(ask(carrier, { allow })).rejects.toThrow(OutboundRefused)
    await expect(ask(other, { allow })).resolves.toHaveLength(1)
  })
})

test.each([
  ['EXAMPLE.com', 'example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['[2001:DB8::1]', '2001:db8::1'],
  ['3232235777', '192.168.1.1'],
])('%s is spelt %s', (given, spelt) => {
  expect(canonicalHost(given)).toBe(spelt)
})
