import { describe, expect, test } from 'vitest'
import { isCustomScheme, isHttpsUrl, isNativeAppUri, isOrigin, isRedirectUri } from './uris.ts'

describe('redirect addresses', () => {
  test.each([
    'http://localhost.evil.example@app.example/cb',
    'https://app.example.com\\@evil.example/',
    'https://app.example.com/cb#token',
    'https://app.example.com/%zz',
    'https://app.example.com/a b',
    'https://app.example.com/\u00e9',
    'https://\uff41pp.example.com/',
    'https://app.example.com:0/',
    'https://app.example.com:65536/',
    'https://256.1.1.1/',
    'https://_app.example.com/',
    'https://app_.example.com/',
    'https://[::1/',
    'https://[1.2.3.4]/',
    'https:/app.example.com',
    'https://app.example.com\n/cb',
    'HTTPS://app.example.com/cb',
    `https://app.example.com/${'a'.repeat(2048)}`,
  ])('%j is refused', (text) => {
    expect(isRedirectUri(text)).toBe(false)
  })

  test.each([
    'http://127.0.0.1:51004/callback',
    'http://[::1]:51004/callback',
    'https://localhost/cb',
    'https://my_app.example.com/cb',
    'http://my_machine:8080/cb',
    'https://app.example.com/cb?x=%20&y=(a)',
  ])('%s is accepted', (text) => {
    expect(isRedirectUri(text)).toBe(true)
  })
})

test('an https address may carry a fragment, but no user', () => {
  expect(isHttpsUrl('https://example.com/#a')).toBe(true)
  expect(isHttpsUrl('https://user:secret@example.com/')).toBe(false)
})

test('an origin needs a scheme, even localhost, and nothing after the port', () => {
  expect(isOrigin('localhost')).toBe(false)
  expect(isOrigin('http://[::1]:*')).toBe(true)
  expect(isOrigin('https://example.com/')).toBe(false)
  expect(isOrigin('null')).toBe(false)
})

describe('application schemes', () => {
  test.each([
    'https://app.example/cb',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'intent://x',
    'myapp:',
    'myapp://cb#x',
  ])('%s is no address of an application', (text) => {
    expect(isNativeAppUri(text)).toBe(false)
  })

  test.each(['javascript', 'http', 'data', 'file'])('%s is no custom scheme', (text) => {
    expect(isCustomScheme(text)).toBe(false)
  })
})
