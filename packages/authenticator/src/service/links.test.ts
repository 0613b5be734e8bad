import { describe, expect, it } from 'vitest'
import { utf8 } from '../keys/bytes.ts'
import { offerOf } from './links.ts'

const claim = 'AAAAAAAAAAAAAAAAAAAAAA'
const activation = (service: string) =>
  `https://authenticator.example.test/authenticator/#/add?${new URLSearchParams({ service, claim })}`

/** A field of a protocol buffer: bytes, or a number. */
const field = (number: number, value: string | number): number[] =>
  typeof value === 'number' ? [number * 8, value] : [number * 8 + 2, value.length, ...utf8(value)]

describe('an offer', () => {
  it('is an activation of a service with TLS, or of this very machine', () => {
    const service = 'https://acme.example.test'
    expect(offerOf(activation(service))).toEqual({ kind: 'claim', service, claim })
    expect(offerOf(activation('http://acme.localhost:8080'))).not.toBeNull()
    for (const other of ['http://acme.example.test', 'https://acme.example.test/x', 'javascript:1'])
      expect(offerOf(activation(other)), other).toBeNull()
  })

  it('is an otpauth address by time', () => {
    const address = 'otpauth://totp/Acme:ada?secret=GEZDGNBV&issuer=Acme'
    const codes = { issuer: 'Acme', name: 'ada', secret: utf8('12345'), algorithm: 'SHA1' }
    expect(offerOf(address)).toEqual({
      kind: 'codes',
      codes: [{ ...codes, digits: 6, periodSeconds: 30 }],
    })
    expect(offerOf('otpauth://hotp/Acme:ada?secret=GEZDGNBV&counter=1')).toBeNull()
  })

  it('is what another app hands over, but for codes by count', () => {
    const account = (kind: number) => {
      const fields = [
        ...field(1, '12345'),
        ...field(2, 'ada'),
        ...field(3, 'Acme'),
        ...field(4, 1),
        ...field(5, 1),
        ...field(6, kind),
      ]
      return [10, fields.length, ...fields]
    }
    const bytes = [...account(2), ...account(1)]
    const data = btoa(String.fromCharCode(...bytes))
    const offer = offerOf(`otpauth-migration://offline?data=${encodeURIComponent(data)}`)
    expect(offer).toMatchObject({
      kind: 'codes',
      codes: [{ issuer: 'Acme', name: 'ada', digits: 6 }],
    })
  })

  it('is nothing else', () => {
    for (const text of ['', 'hello', 'https://example.test/'])
      expect(offerOf(text), text).toBeNull()
  })
})
