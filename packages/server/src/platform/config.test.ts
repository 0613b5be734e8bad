import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { configurationPage } from '../../testing/configuration-page.ts'
import { readConfig } from './config.ts'
import { StartRefused } from './start-refused.ts'

const refusal = (environment: Record<string, string>, demo = false): string => {
  try {
    readConfig(environment, { demo })
  } catch (error) {
    if (error instanceof StartRefused) return error.message
    throw error
  }
  return 'started'
}

describe('the configuration', () => {
  test('listens on loopback with the embedded database when nothing is set', () => {
    expect(readConfig({ PATH: '/bin', HOME: '/root' })).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      dataDir: './data',
      publicUrl: 'http://localhost:8080',
      authenticatorUrl: 'http://authenticator.localhost:8080',
      mailFrom: 'Signet <no-reply@localhost>',
      databaseUrl: null,
      masterKey: null,
      metrics: null,
      tls: null,
      development: false,
      trustedProxies: [],
      outboundAllow: [],
      pwnedPasswordsDir: null,
      fidoMetadata: null,
      placesFile: null,
      connectionsPerAddress: 512,
      requestLimitScale: 1,
      sessionIdleMillis: 900_000,
      sessionAbsoluteMillis: 43_200_000,
    })
  })

  test('takes an empty variable as not set', () => {
    expect(readConfig({ SIGNET_PORT: '', SIGNET_TLS_CERT: ' ' }).port).toBe(8080)
  })

  test('puts the demonstration into a folder of its own', () => {
    const config = readConfig({}, { demo: true })
    expect(config).toMatchObject({ dataDir: './data-demo', development: true, demo: true })
  })

  test('reads lists of proxies and targets', () => {
    const config = readConfig({
      SIGNET_TRUSTED_PROXIES: '10.0.0.1, fd00::/8',
      SIGNET_OUTBOUND_ALLOW: 'mail=Mail.Example:587, ldap=10.1.0.0/16:636 http=[fd00:1::5]:443',
    })
    expect(config.trustedProxies.map(({ text, prefix }) => [text, prefix])).toEqual([
      ['10.0.0.1', 32],
      ['fd00::/8', 8],
    ])
    expect(
      config.outboundAllow.map(({ kind, host, network, port }) => [
        kind,
        host,
        network?.text,
        port,
      ]),
    ).toEqual([
      ['mail', 'mail.example', undefined, 587],
      ['ldap', null, '10.1.0.0/16', 636],
      ['http', null, 'fd00:1::5', 443],
    ])
  })

  test('listens elsewhere with TLS or behind a declared proxy', () => {
    const url = { SIGNET_HOST: '0.0.0.0', SIGNET_PUBLIC_URL: 'https://id.example' }
    const authenticator = { SIGNET_AUTHENTICATOR_URL: 'https://authenticator.example' }
    const tls = { SIGNET_TLS_CERT: '/c.pem', SIGNET_TLS_KEY: '/k.pem' }
    expect(readConfig({ ...url, ...tls }).tls).toEqual({ certFile: '/c.pem', keyFile: '/k.pem' })
    const proxied = { ...url, ...authenticator, SIGNET_TRUSTED_PROXIES: '10.0.0.1' }
    expect(readConfig(proxied).publicUrl).toBe('https://id.example')
  })
})

describe('the start is refused', () => {
  test.each([
    [{ SIGNET_PROT: '1' }, 'SIGNET_PROT is not a variable of Signet; did you mean SIGNET_PORT?'],
    [
      { SIGNET_OUTBOUND_ALOW: 'x' },
      'SIGNET_OUTBOUND_ALOW is not a variable of Signet; did you mean SIGNET_OUTBOUND_ALLOW?',
    ],
    [{ SIGNET_QQQQQQQQQQQQ: '1' }, 'SIGNET_QQQQQQQQQQQQ is not a variable of Signet'],
    [{ SIGNET_PORT: '65536' }, 'SIGNET_PORT must be a port from 0 to 65535'],
    [{ SIGNET_PORT: '80a' }, 'SIGNET_PORT must be a port from 0 to 65535'],
    [{ SIGNET_DEV: 'maybe' }, 'SIGNET_DEV must be true or false'],
    [{ SIGNET_LOG_LEVEL: 'loud' }, 'SIGNET_LOG_LEVEL must be one of'],
    [{ SIGNET_DATABASE_URL: 'mysql://x' }, 'SIGNET_DATABASE_URL must begin with postgres://'],
    [{ SIGNET_PUBLIC_URL: 'https://id.example/path' }, 'SIGNET_PUBLIC_URL must be'],
    [{ SIGNET_PUBLIC_URL: 'https://id.example/?x=1' }, 'SIGNET_PUBLIC_URL must be'],
    [{ SIGNET_PUBLIC_URL: 'https://id.example/#a' }, 'SIGNET_PUBLIC_URL must be'],
    [{ SIGNET_PUBLIC_URL: 'https://u:p@id.example' }, 'SIGNET_PUBLIC_URL must be'],
    [{ SIGNET_PUBLIC_URL: 'http://id.example' }, 'must begin with https://'],
    [
      {
        SIGNET_PUBLIC_URL: 'http://a.localhost:1',
        SIGNET_AUTHENTICATOR_URL: 'http://a.localhost:1',
      },
      'SIGNET_AUTHENTICATOR_URL must be another origin',
    ],
    [{ SIGNET_TRUSTED_PROXIES: 'proxy.example' }, 'SIGNET_TRUSTED_PROXIES holds "proxy.example"'],
    [{ SIGNET_TRUSTED_PROXIES: '0.0.0.0/0' }, 'SIGNET_TRUSTED_PROXIES must name proxies'],
    [{ SIGNET_FIDO_METADATA: '/b.jwt' }, 'SIGNET_FIDO_METADATA and SIGNET_FIDO_METADATA_ROOT must'],
    [{ SIGNET_TLS_CERT: '/c.pem' }, 'SIGNET_TLS_CERT and SIGNET_TLS_KEY must be given together'],
    [{ SIGNET_MASTER_KEY: 'k', SIGNET_MASTER_KEY_FILE: '/k' }, 'Only one of SIGNET_MASTER_KEY'],
    [{ SIGNET_SESSION_HOURS: '0' }, 'SIGNET_SESSION_HOURS must be a whole number from 1 to 720'],
    [{ SIGNET_SMTP_URL: 'http://mail' }, 'SIGNET_SMTP_URL must begin with smtp:// or smtps://'],
  ])('%j: %s', (environment, message) => {
    expect(refusal({ ...environment })).toContain(message)
  })

  test.each(['0.0.0.0', '::', '192.168.1.5', 'signet.example'])(
    'on %s without TLS or a declared proxy',
    (host) => {
      expect(refusal({ SIGNET_HOST: host })).toContain(`SIGNET_HOST ${host} is not loopback`)
    },
  )

  test.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('not on loopback %s', (host) => {
    expect(refusal({ SIGNET_HOST: host })).toBe('started')
  })

  test('in development and with the demonstration on anything but loopback', () => {
    const open = { SIGNET_HOST: '0.0.0.0', SIGNET_TRUSTED_PROXIES: '10.0.0.1' }
    expect(refusal({ ...open, SIGNET_DEV: 'true' })).toContain('SIGNET_DEV')
    expect(refusal(open, true)).toContain('demonstration')
  })

  test.each([
    'http=169.254.169.254:80',
    'http=[fd00:ec2::254]:80',
    'http=[::ffff:169.254.169.254]:80',
    'http=169.254.0.0/16:80',
    'http=0.0.0.0/0:80',
    'http=100.64.0.0/10:443',
  ])('when %s would open a metadata address', (entry) => {
    expect(refusal({ SIGNET_OUTBOUND_ALLOW: entry })).toContain('metadata address')
  })

  test.each([
    'http=10.0.0.1',
    'http://10.0.0.1:80',
    '10.0.0.1:80',
    'web=10.0.0.1:80',
    'http=10.0.0.1:0',
    'http=10.0.0.1:65536',
    'http=10.0.0.0/33:80',
    'http=2130706433:80',
    'http=0x7f000001:80',
    'http=127.1:80',
    'http=*:80',
    'http=[]:80',
  ])('for the target %s', (entry) => {
    expect(refusal({ SIGNET_OUTBOUND_ALLOW: entry })).toContain('SIGNET_OUTBOUND_ALLOW is wrong')
  })

  test('without telling secret values', () => {
    const environment = { SIGNET_DATABASE_URL: 'mysql://user:hunter2@db', SIGNET_SMTP_URL: '' }
    expect(refusal(environment)).not.toContain('hunter2')
  })
})

test('the configuration page is up to date', async () => {
  const page = join(import.meta.dirname, '../../../../docs/operations/configuration.md')
  await expect(configurationPage()).toMatchFileSnapshot(page)
})
