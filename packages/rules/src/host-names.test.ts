import { describe, expect, it } from 'vitest'
import { canonicalHostname } from './host-names.ts'

describe('a host name as it is compared', () => {
  it.each([
    ['Acme.Example.COM', 'acme.example.com'],
    ['acme.example.com.', 'acme.example.com'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['BÜCHER.example.', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['ａｃｍｅ。example', 'acme.example'],
    ['ac\u00ADme.example', 'acme.example'],
  ])('%s is %s', (text, canonical) => {
    expect(canonicalHostname(text)).toBe(canonical)
  })

  it.each([
    '',
    'a.example:80',
    'user@a.example',
    'a.example/path',
    'a%2eexample',
    '[::1]',
    'a b.example',
    'xn--a',
  ])('%j is left as it is, to be refused as no host name', (text) => {
    expect(canonicalHostname(text)).toBe(text)
  })
})
