import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskedHook, maskedUrl, unmaskedUrl } from './masked-urls.ts'

describe('a URL with secrets', () => {
  it.each([
    [
      'https://sms.example/send?key=canary&to={{REQ.recipient}}',
      'https://sms.example/send?key=***&to={{REQ.recipient}}',
    ],
    ['https://a:canary@idp.example/metadata?x=', 'https://***@idp.example/metadata?x='],
    ['https://sms.example/send?canary', 'https://sms.example/send?***'],
    ['https://sms.example/send?to=x{{REQ.recipient}}', 'https://sms.example/send?to=***'],
    ['https://sms.example/?a=canary?b&a=canary#canary', 'https://sms.example/?a=***&a=***#***'],
    ['https://sms.example', 'https://sms.example'],
    ['https://sms.example/a/b', 'https://sms.example/a/b'],
  ])('is shown without them: %s', (url, shown) => {
    expect(maskedUrl(url)).toBe(shown)
    expect(unmaskedUrl(shown, url)).toBe(url)
  })

  it.each([
    [
      'https://hooks.example/services/T0001/B0001/abcdefABCDEF012345678901',
      'https://hooks.example/services/T0001/B0001/***',
    ],
    [
      'https://hooks.example/01940000-0000-7000-8000-000000000001/in',
      'https://hooks.example/01940000-0000-7000-8000-000000000001/in',
    ],
    [
      'https://hooks.example/incoming-webhooks-of-this-service',
      'https://hooks.example/incoming-webhooks-of-this-service',
    ],
  ])('is shown without a key in the path of a webhook: %s', (url, shown) => {
    expect(maskedHook(url)).toBe(shown)
    expect(unmaskedUrl(shown, url, maskedHook)).toBe(url)
  })

  const stored = 'https://sms.example/send?key=canary&format=other'

  it.each([
    ['another host', 'https://evil.example/send?key=***'],
    ['another path', 'https://sms.example/other?key=***'],
    ['another scheme', 'http://sms.example/send?key=***'],
    ['another parameter', 'https://sms.example/send?name=***'],
    ['one parameter twice', 'https://sms.example/send?key=***&key=***'],
    ['userinfo', 'https://***@sms.example/send?key=***'],
    ['a path', 'https://sms.example/***'],
  ])('gives no secret to %s', (_name, given) => {
    expect(unmaskedUrl(given, stored)).toBeNull()
    expect(unmaskedUrl(given, null)).toBeNull()
  })

  it('keeps one value while another is changed', () => {
    expect(unmaskedUrl('https://sms.example/send?format=xml&key=***', stored)).toBe(
      'https://sms.example/send?format=xml&key=canary',
    )
    expect(unmaskedUrl('https://sms.example/send', stored)).toBe('https://sms.example/send')
  })

  it('is restored from its shown form, whatever it is', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        for (const masked of [maskedUrl, maskedHook]) {
          expect(unmaskedUrl(masked(url), url, masked)).toBe(url)
        }
      }),
    )
  })
})
