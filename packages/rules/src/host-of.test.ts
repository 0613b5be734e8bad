import { describe, expect, it } from 'vitest'
import {
  addressInLine,
  hostInLine,
  hostOf,
  mailServerOf,
  originInLine,
  pastedHost,
  printerUriOf,
} from './host-of.ts'

describe('the host of a text', () => {
  it.each([
    ['mail.example.com', null, 'mail.example.com', null, ''],
    [' Mail.Example.com. ', null, 'mail.example.com', null, ''],
    ['https://mail.example.com', 'https', 'mail.example.com', null, ''],
    [
      'https://mail.example.com:465/inbox?x=1#top',
      'https',
      'mail.example.com',
      465,
      '/inbox?x=1#top',
    ],
    ['smtp://user:pass@mail.example.com:587', 'smtp', 'mail.example.com', 587, ''],
    ['postgres://db.example.com:5432/main', 'postgres', 'db.example.com', 5432, '/main'],
    ['syslog+tls://10.0.0.7', 'syslog+tls', '10.0.0.7', null, ''],
    ['mail.example.com:25', null, 'mail.example.com', 25, ''],
    ['mail.example.com:', null, 'mail.example.com', null, ''],
    ['mail.example.com/', null, 'mail.example.com', null, '/'],
    ['mail_1', null, 'mail_1', null, ''],
    ['2001:db8::7', null, '2001:db8::7', null, ''],
    ['[2001:DB8::7]:6514', null, '2001:db8::7', 6514, ''],
    ['https://[2001:db8::7]/x', 'https', '2001:db8::7', null, '/x'],
    ['https://müller.example/', 'https', 'xn--mller-kva.example', null, '/'],
    ['010.0.0.1', null, '010.0.0.1', null, ''],
  ])('of %j is taken apart', (text, scheme, host, port, path) => {
    expect(hostOf(text)).toEqual({ scheme, host, port, path })
  })

  it.each([
    '',
    'https://',
    'ada@example.com',
    'two words',
    'mail.example.com:0',
    'mail.example.com:65536',
    'mail.example.com:smtp',
    'a:1:2',
    '[::1',
    'mail.example.com, other.example.com',
  ])('is none in %j', (text) => {
    expect(hostOf(text)).toBeNull()
  })

  it('is only taken apart where more was pasted', () => {
    expect(pastedHost('mail.example.com')).toBeNull()
    expect(pastedHost('mail.example.com:25')?.port).toBe(25)
  })
})

describe('a line of a list', () => {
  it.each([
    ['https://acme.example/login', 'acme.example'],
    ['acme.example', 'acme.example'],
    ['no host', 'no host'],
  ])('of hosts reads %j as %j', (line, host) => {
    expect(hostInLine(line)).toBe(host)
  })

  it.each([
    ['https://192.0.2.7:8443/', '192.0.2.7'],
    ['192.0.2.7:1812', '192.0.2.7'],
    ['[2001:db8::7]:1812', '2001:db8::7'],
    ['192.0.2.0/24', '192.0.2.0/24'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['https://radius.example/', 'https://radius.example/'],
  ])('of addresses reads %j as %j', (line, address) => {
    expect(addressInLine(line)).toBe(address)
  })

  it.each([
    ['https://app.example.com/start?x=1', 'https://app.example.com'],
    ['https://app.example.com/', 'https://app.example.com'],
    ['https://app.example.com', 'https://app.example.com'],
    ['http://localhost:*', 'http://localhost:*'],
    ['app.example.com', 'app.example.com'],
  ])('of origins reads %j as %j', (line, origin) => {
    expect(originInLine(line)).toBe(origin)
  })
})

it.each([
  ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, security: 'IMPLICIT' }],
  ['mail.example.com:587', { host: 'mail.example.com', port: 587, security: 'STARTTLS' }],
  ['https://mail.example.com/', { host: 'mail.example.com', port: null, security: null }],
  ['smtp://mail.example.com:2525', { host: 'mail.example.com', port: 2525, security: null }],
  ['mail.example.com', null],
])('the mail server of %j', (text, parts) => {
  expect(mailServerOf(text)).toEqual(parts)
})

it.each([
  ['192.0.2.9', 'ipp://192.0.2.9/ipp/print'],
  ['printer.example:631', 'ipp://printer.example:631/ipp/print'],
  ['[2001:db8::9]', 'ipp://[2001:db8::9]/ipp/print'],
  ['socket://192.0.2.9:9100', 'ipp://192.0.2.9/ipp/print'],
  ['ipps://printer.example/ipp/print', 'ipps://printer.example/ipp/print'],
  ['https://printer.example/', 'https://printer.example/'],
  ['', ''],
])('the address of the printer %j', (text, uri) => {
  expect(printerUriOf(text)).toBe(uri)
})
