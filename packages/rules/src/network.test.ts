import { describe, expect, test } from 'vitest'
import * as network from './network.ts'

describe('addresses', () => {
  test.each([
    '1:2:3:4:5:6:7:8',
    '1::',
    '::',
    '1:2:3:4:5:6:7::',
    '::1.2.3.4',
    '64:ff9b::192.0.2.33',
  ])('%s is IPv6', (text) => {
    expect(network.isIpv6(text)).toBe(true)
  })

  test.each([
    '1:2:3:4:5:6:7',
    '1:2:3:4:5:6:7:8:9',
    ':::',
    '1:',
    ':1',
    '12345::',
    'fe80::1%eth0',
    '1.2.3.4',
    '::1.2.3',
    '[::1]',
    '1:2:3:4:5:6:7:8::',
  ])('%s is not IPv6', (text) => {
    expect(network.isIpv6(text)).toBe(false)
  })

  test('leading zeros are refused: some parsers read them as octal', () => {
    expect(network.isIpv4('010.0.0.1')).toBe(false)
    expect(network.isIpOrCidr('10.0.0.0/08')).toBe(false)
  })

  test('IPv6 counts as an address where a host or an address is asked for', () => {
    expect(network.isHostnameOrIp('2001:db8::1')).toBe(true)
  })
})

describe('names', () => {
  test.each(['256.0.0.1', '1.2.3', '123'])('%s is no host name: it reads as an address', (text) => {
    expect(network.isHostname(text)).toBe(false)
  })

  test('a host name has 253 characters at most', () => {
    const long = `${'a'.repeat(49)}.`.repeat(5)
    expect(network.isHostname(`${long}abc`)).toBe(true)
    expect(network.isHostname(`${long}abcd`)).toBe(false)
  })

  test('a domain name has two labels or more and no dot at the end', () => {
    expect(network.isDomainName('localhost')).toBe(false)
    expect(network.isDomainName('example.com.')).toBe(false)
  })

  test('a wildcard does not cover a whole top-level domain', () => {
    expect(network.isDnsNameOrWildcard('*.com')).toBe(false)
  })

  test('a version has four numbers of 16 bits', () => {
    expect(network.isVersion('10.0.22631.65535')).toBe(true)
    expect(network.isVersion('1.0.0.65536')).toBe(false)
    expect(network.isVersion('01.0.0.1')).toBe(false)
  })
})
