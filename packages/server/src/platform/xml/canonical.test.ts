import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { cpuMillis } from '../../../testing/cpu-time.ts'
import { declarations, many, manyScopes, nested } from '../../../testing/xml/costly-documents.ts'
import { exclusiveCanonicalization } from './algorithms.ts'
import { element } from './build.ts'
import { canonical } from './canonical.ts'
import { signElement } from './sign.ts'
import { isElement, longestMessage, readXml } from './tree.ts'
import { verifySignature } from './verify-signature.ts'

const inclusive = ['p', '#default', 'unknown']

describe('canonical', () => {
  it('declares what an element shows, where it is not declared around it', () => {
    const text =
      '<r xmlns:p="u" xmlns:q="v"><p:a q:x="1"><p:b q:y="2"/></p:a><p:a/><q:c xmlns:q="w"/></r>'
    expect(canonical(readXml(text))).toBe(
      '<r><p:a xmlns:p="u" xmlns:q="v" q:x="1"><p:b q:y="2"></p:b></p:a><p:a xmlns:p="u"></p:a>' +
        '<q:c xmlns:q="w"></q:c></r>',
    )
  })

  it('declares inclusive namespaces with the outermost element and where they change', () => {
    const text = '<r xmlns="d" xmlns:p="u" xmlns:q="v"><a><b xmlns:p="w"><c/></b><d/></a></r>'
    const root = readXml(text)
    const within = '<b xmlns:p="w"><c></c></b><d></d>'
    expect(canonical(root, { inclusive })).toBe(`<r xmlns="d" xmlns:p="u"><a>${within}</a></r>`)
    const [inner] = root.children.filter(isElement)
    if (inner === undefined) throw new Error('no element')
    expect(canonical(inner, { inclusive })).toBe(`<a xmlns="d" xmlns:p="u">${within}</a>`)
  })

  it('takes the default namespace back where an element is in none', () => {
    expect(canonical(readXml('<a xmlns="d"><b xmlns=""><c xmlns="d"/></b></a>'))).toBe(
      '<a xmlns="d"><b xmlns=""><c xmlns="d"></c></b></a>',
    )
  })
})

const signedText = async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signed = await signElement(
    element('saml:Assertion', { ID: '_a' }),
    { privateKey, certificate: '', signatureAlgorithm: 'ECDSA_SHA256', digestAlgorithm: 'SHA256' },
    0,
  )
  return { text: canonical(signed), keys: [publicKey] }
}

const unknown = Array.from({ length: 16 }, (_, at) => `unknown${at}`)

describe('canonical form of a costly document', () => {
  it.each([
    ['many scopes', manyScopes(1200)],
    ['scopes within scopes', nested(46, () => ' xmlns:x="u"', '<a xmlns:q="u"/>'.repeat(4050))],
    [
      'many declarations around names that are declared again',
      nested(
        46,
        (at) => `${declarations(30, at)}${many(30, (each) => ` p${at}-${each}:x${each}=""`)}`,
        '<p0-0:a xmlns:p0-0="v"/>'.repeat(2600),
      ),
    ],
    ['many elements', `<r>${'<a/>'.repeat(19_999)}</r>`],
  ])('costs little: %s', async (_name, text) => {
    const root = readXml(text)
    // 50 is what is wanted of a quiet machine.
    expect(await cpuMillis(() => canonical(root, { inclusive: unknown }))).toBeLessThan(100)
  })

  it('is not written to its end where names repeat a long namespace', () => {
    const root = readXml(`<r xmlns:p="${'u'.repeat(256)}">${'<p:a/>'.repeat(8000)}</r>`)
    expect(canonical(root).length).toBeGreaterThan(8 * longestMessage)
    expect(() => canonical(root, { longest: 8 * longestMessage })).toThrow('too long')
  })

  it.each([
    ['in what is signed', '</ds:SignatureMethod>'],
    ['in the element', '</saml:Assertion>'],
  ])('is bounded in a signature, by names of a long namespace %s', async (_name, place) => {
    const names = `<r xmlns:p="${'u'.repeat(256)}">${'<p:a/>'.repeat(8000)}</r>`
    const { text, keys } = await signedText()
    expect(() => verifySignature(readXml(text.replace(place, `${names}$&`)), { keys })).toThrow(
      'a canonical form that is too long',
    )
  })

  it('is not written for a signature with more than sixteen inclusive prefixes', async () => {
    const { text, keys } = await signedText()
    const withPrefixes = (count: number) => {
      const attributes = `xmlns:c="${exclusiveCanonicalization}" PrefixList="${'p '.repeat(count)}"`
      const list = `<c:InclusiveNamespaces ${attributes}/>`
      return readXml(text.replace('</ds:CanonicalizationMethod>', `${list}$&`))
    }
    const verify = (count: number) => () => verifySignature(withPrefixes(count), { keys })
    expect(verify(16)).toThrow('a wrong signature')
    expect(verify(17)).toThrow('more prefixes than are taken')
  })
})
