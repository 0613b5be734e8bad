import { execFileSync } from 'node:child_process'
import {
  constants,
  createCipheriv,
  generateKeyPairSync,
  publicEncrypt,
  sign,
  verify,
} from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { samlSignatureAlgorithms } from '@signet/rules/applications'
import { describe, expect, it } from 'vitest'
import { millisSince } from '../../../testing/cpu-time.ts'
import { forgeries } from '../../../testing/xml/forgeries.ts'
import { selfSigned } from '../self-signed.ts'
import { envelopedSignature, exclusiveCanonicalization, signatureAlgorithms } from './algorithms.ts'
import { element, namespaces } from './build.ts'
import { canonical } from './canonical.ts'
import { decryptElement, encryptElement } from './encryption.ts'
import { type Signer, signElement } from './sign.ts'
import { childrenOf, onlyChild, readXml, textOf, type XmlElement } from './tree.ts'
import { verifySignature } from './verify-signature.ts'

const keyPair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const certificate = selfSigned({
    privateKey,
    publicKey,
    commonName: 'idp.example.test',
    serial: Buffer.from('0102030405060708', 'hex'),
    notBefore: new Date('2026-01-01T00:00:00Z'),
    notAfter: new Date('2055-01-01T00:00:00Z'),
  })
  return { privateKey, publicKey, certificate: certificate.toString('base64') }
}
const own = keyPair()
const foreign = keyPair()

const signer = (pair = own): Signer => ({
  ...pair,
  signatureAlgorithm: 'RSA_SHA256',
  digestAlgorithm: 'SHA256',
})

const assertion = (id: string, name: string): XmlElement =>
  element('saml:Assertion', { ID: id, Version: '2.0' }, [
    element('saml:Issuer', {}, ['https://idp.example.test']),
    element('saml:Subject', {}, [element('saml:NameID', {}, [name])]),
  ])

const response = (id: string, ...content: readonly XmlElement[]): XmlElement =>
  element('samlp:Response', { ID: id, Version: '2.0' }, [
    element('saml:Issuer', {}, ['https://idp.example.test']),
    ...content,
  ])

const saml = 'urn:oasis:names:tc:SAML:2.0:assertion'
const { ds } = namespaces
const trust = { keys: [own.publicKey] }

/**
 * Reads as a relying party has to: the response's only assertion, from the very element whose
 * signature was checked.
 */
const nameIn = (text: string, signed: 'response' | 'assertion' | 'both'): string => {
  const root = readXml(text)
  if (signed !== 'assertion') verifySignature(root, trust)
  const found = onlyChild(root, saml, 'Assertion')
  if (found === null) throw new Error('no assertion')
  if (signed !== 'response') verifySignature(found, trust)
  const subject = onlyChild(found, saml, 'Subject')
  const nameId = subject === null ? null : onlyChild(subject, saml, 'NameID')
  if (nameId === null) throw new Error('nobody')
  return textOf(nameId)
}

const modes = ['response', 'assertion', 'both'] as const
type Mode = (typeof modes)[number]

const signedMessage = async (mode: Mode, name = 'alice'): Promise<string> => {
  const inner = assertion('_a', name)
  const signedInner = mode === 'response' ? inner : await signElement(inner, signer(), 1)
  const outer = response('_r', signedInner)
  return canonical(mode === 'assertion' ? outer : await signElement(outer, signer(), 1))
}

const forms = forgeries((id) => canonical(assertion(id, 'admin')))

describe.each(modes)('a message of which the %s was signed', (mode) => {
  it('is read as it was signed', async () => {
    expect(nameIn(await signedMessage(mode), mode)).toBe('alice')
  })

  it.each(Object.keys(forms))('is refused with %s', { meta: { covers: ['S14'] } }, async (form) => {
    const text = await signedMessage(mode)
    const forged = forms[form]?.(text) ?? text
    expect(forged).not.toBe(text)
    expect(() => nameIn(forged, mode)).toThrow(/./)
  })

  it('is refused when a key that it names itself has signed it', {
    meta: { covers: ['S14'] },
  }, async () => {
    const text = canonical(
      await signElement(
        response('_r', await signElement(assertion('_a', 'admin'), signer(foreign), 1)),
        signer(foreign),
        1,
      ),
    )
    expect(() => nameIn(text, mode)).toThrow('a wrong signature')
  })

  it('gives the whole of a name with a comment in it', { meta: { covers: ['S14'] } }, async () => {
    const text = await signedMessage(mode, 'admin@example.test.evil.test')
    const cut = text.replace('admin@example.test', '$&<!-- -->')
    expect(nameIn(cut, mode)).toBe('admin@example.test.evil.test')
  })
})

/** Of the assertion alone; throws for a wrong signature. */
const checkedByXmlsec = (text: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'xmlsec-'))
  try {
    writeFileSync(join(folder, 'message.xml'), text)
    writeFileSync(join(folder, 'certificate.der'), Buffer.from(own.certificate, 'base64'))
    const key = ['--pubkey-cert-der', 'certificate.der', '--id-attr:ID', `${saml}:Assertion`]
    const options = { cwd: folder, encoding: 'utf8', stdio: 'pipe' } as const
    return execFileSync('xmlsec1', ['--verify', ...key, 'message.xml'], options)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Whether it is RSA-PSS with a salt as long as the digest (RFC 9231, section 2.3.10). */
const isSaltedBy = (text: string, hash: string): boolean => {
  const signature = onlyChild(readXml(text), ds, 'Signature')
  const info = signature === null ? null : onlyChild(signature, ds, 'SignedInfo')
  const value = signature === null ? null : onlyChild(signature, ds, 'SignatureValue')
  if (info === null || value === null) return false
  const key = {
    key: own.publicKey,
    padding: constants.RSA_PKCS1_PSS_PADDING,
    saltLength: Number(hash.slice(3)) / 8,
  }
  return verify(hash, Buffer.from(canonical(info)), key, Buffer.from(textOf(value), 'base64'))
}

describe('a signature', () => {
  it.each(samlSignatureAlgorithms.filter((each) => each !== 'RSA_SHA1'))(
    'by %s is right, also in the eyes of others, and does not pass for another',
    async (signatureAlgorithm) => {
      const chosen = { ...signer(), signatureAlgorithm }
      const text = canonical(await signElement(assertion('_a', 'alice'), chosen, 1))
      expect(() => verifySignature(readXml(text), trust)).not.toThrow()
      const { uri } = signatureAlgorithms[signatureAlgorithm]
      const isPss = signatureAlgorithm.startsWith('RSAPSS')
      const other = isPss ? 'RSA_SHA256' : 'RSAPSS_SHA256'
      const changed = text.replace(uri, signatureAlgorithms[other].uri)
      expect(() => verifySignature(readXml(changed), trust)).toThrow('a wrong signature')
      // Debian's xmlsec1 is older than its support of RSA-PSS.
      if (isPss) expect(isSaltedBy(text, signatureAlgorithms[signatureAlgorithm].hash)).toBe(true)
      else expect(checkedByXmlsec(text)).toBe('')
    },
  )

  it('does not count by SHA-1 unless that is taken', async () => {
    const weak = { ...signer(), signatureAlgorithm: 'RSA_SHA1', digestAlgorithm: 'SHA1' } as const
    const root = readXml(canonical(await signElement(assertion('_a', 'alice'), weak, 1)))
    expect(() => verifySignature(root, trust)).toThrow('another algorithm')
    expect(() => verifySignature(root, { ...trust, sha1: true })).not.toThrow()
    const digested = { ...signer(), digestAlgorithm: 'SHA1' } as const
    const half = readXml(canonical(await signElement(assertion('_a', 'alice'), digested, 1)))
    expect(() => verifySignature(half, trust)).toThrow('another digest')
    expect(() => verifySignature(half, { ...trust, sha1: true })).not.toThrow()
  })

  /** The message with its one signature made anew, by the right key, over what now stands there. */
  const signedAnew = (text: string): string => {
    const signature = onlyChild(readXml(text), ds, 'Signature')
    const info = signature === null ? null : onlyChild(signature, ds, 'SignedInfo')
    const data = Buffer.from(info === null ? '' : canonical(info))
    const value = sign('sha256', data, own.privateKey).toString('base64')
    return text.replace(/(<ds:SignatureValue>)[^<]*/, `$1${value}`)
  }

  const xpath = 'http://www.w3.org/TR/1999/REC-xpath-19991116'

  it.each([
    ['a reference to something else', 'URI="#_a"', 'URI="#_b"'],
    ['other transforms', envelopedSignature, xpath],
    [
      'other transforms',
      '</ds:Transforms>',
      `<ds:Transform Algorithm="${xpath}"/></ds:Transforms>`,
    ],
    ['another shape', '</ds:Signature>', '<ds:Object/></ds:Signature>'],
    ['text where elements stand', '</ds:SignedInfo>', '</ds:SignedInfo>text'],
    ['another canonicalization', exclusiveCanonicalization, 'http://www.w3.org/2006/12/xml-c14n11'],
  ])(
    'has one form, even by the right key: not with %s (%s)',
    { meta: { covers: ['S14'] } },
    async (fault, part, other) => {
      const text = canonical(await signElement(assertion('_a', 'alice'), signer(), 1))
      expect(() => verifySignature(readXml(signedAnew(text)), trust)).not.toThrow()
      const odd = signedAnew(text.replace(part, other))
      expect(() => verifySignature(readXml(odd), trust)).toThrow(fault)
    },
  )

  it.each(modes)('of a %s is right in the eyes of xmlsec1, too', async (mode) => {
    const folder = mkdtempSync(join(tmpdir(), 'xmlsec-'))
    const names = ['response', 'assertion'].filter((name) => mode === 'both' || mode === name)
    try {
      writeFileSync(join(folder, 'message.xml'), await signedMessage(mode, 'Ädä & <Söhne>\n"x"'))
      writeFileSync(join(folder, 'certificate.der'), Buffer.from(own.certificate, 'base64'))
      for (const name of names) {
        const where =
          name === 'response'
            ? '/*/*[local-name()="Signature"]'
            : '//*[local-name()="Assertion"]/*[local-name()="Signature"]'
        const told = execFileSync(
          'xmlsec1',
          [
            '--verify',
            '--pubkey-cert-der',
            'certificate.der',
            '--id-attr:ID',
            'urn:oasis:names:tc:SAML:2.0:protocol:Response',
            '--id-attr:ID',
            `${saml}:Assertion`,
            '--node-xpath',
            where,
            'message.xml',
          ],
          { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
        )
        expect(told).toBe('')
      }
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('an encrypted element', () => {
  it.each(['AES256_GCM', 'AES128_GCM', 'AES256_CBC', 'AES128_CBC'] as const)(
    'is read by the holder of the key alone, by %s',
    (algorithm) => {
      const text = canonical(assertion('_a', 'Ädä'))
      const content = encryptElement(text, { recipient: own.publicKey, algorithm })
      const holder = readXml(canonical(element('saml:EncryptedAssertion', {}, [content])))
      expect(JSON.stringify(holder.children)).not.toContain('Ädä')
      expect(decryptElement(holder, own.privateKey)).toBe(text)
      expect(() => decryptElement(holder, foreign.privateKey)).toThrow('cannot be decrypted')
    },
  )

  const methods = {
    digest: '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/>',
    mask: '<xenc11:MGF Algorithm="http://www.w3.org/2009/xmlenc11#mgf1sha256"/>',
    otherMask: '<xenc11:MGF Algorithm="http://www.w3.org/2009/xmlenc11#mgf1sha1"/>',
  }
  const named = 'http://www.w3.org/2009/xmlenc11#rsa-oaep'
  const usual = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p'

  /** As encryption libraries write it whose padding hashes by `oaepHash`. */
  const encryptedBy = (method: string, oaepHash: string): XmlElement => {
    const key = Buffer.alloc(16, 7)
    const vector = Buffer.alloc(12, 9)
    const cipher = createCipheriv('aes-128-gcm', key, vector)
    const body = [vector, cipher.update('<a/>'), cipher.final(), cipher.getAuthTag()]
    const padding = constants.RSA_PKCS1_OAEP_PADDING
    const wrapped = publicEncrypt({ key: own.publicKey, padding, oaepHash }, key)
    const value = (bytes: Buffer) =>
      `<xenc:CipherData><xenc:CipherValue>${bytes.toString('base64')}</xenc:CipherValue></xenc:CipherData>`
    const content = 'http://www.w3.org/2009/xmlenc11#aes128-gcm'
    return readXml(
      `<e xmlns:xenc="${namespaces.xenc}" xmlns:xenc11="${namespaces.xenc11}" xmlns:ds="${namespaces.ds}"><xenc:EncryptedData>` +
        `<xenc:EncryptionMethod Algorithm="${content}"/><ds:KeyInfo><xenc:EncryptedKey>${method}${value(wrapped)}` +
        `</xenc:EncryptedKey></ds:KeyInfo>${value(Buffer.concat(body))}</xenc:EncryptedData></e>`,
    )
  }
  const methodOf = (uri: string, children: string): string =>
    `<xenc:EncryptionMethod Algorithm="${uri}">${children}</xenc:EncryptionMethod>`

  it.each([
    [usual, '', 'sha1'],
    [named, '', 'sha1'],
    [named, methods.otherMask, 'sha1'],
    [named, `${methods.digest}${methods.mask}`, 'sha256'],
  ])('is read whose key travels by %s with %s', (uri, children, hash) => {
    expect(decryptElement(encryptedBy(methodOf(uri, children), hash), own.privateKey)).toBe('<a/>')
  })

  it.each([
    ['the padding of PKCS #1 1.5', 'http://www.w3.org/2001/04/xmlenc#rsa-1_5', '', 'sha1'],
    ['a mask by another hash', named, `${methods.digest}${methods.otherMask}`, 'sha256'],
    ['a mask that has one form alone', usual, methods.digest, 'sha256'],
    ['an unknown hash', named, methods.digest.replace('sha256', 'md5'), 'sha1'],
  ])('is not read whose key travels with %s', (_what, uri, children, hash) => {
    const holder = encryptedBy(methodOf(uri, children), hash)
    expect(() => decryptElement(holder, own.privateKey)).toThrow('cannot be decrypted')
  })
})

describe('a document', () => {
  it('with a document type is refused, though it names no entity', () => {
    expect(() => readXml('<!DOCTYPE a><a/>')).toThrow('a document type')
  })

  it('with an id twice is refused, also outside of what was signed', async () => {
    const inner = await signElement(assertion('_a', 'alice'), signer(), 1)
    expect(() => readXml(canonical(response('_a', inner)))).toThrow('an id twice')
  })

  it('with two ids in one element is refused: which of them is meant, nobody can say', {
    meta: { covers: ['S14'] },
  }, () => {
    for (const both of ['ID="_a" id="_b"', 'ID="_a" xml:id="_b"']) {
      expect(() => readXml(`<a ${both}/>`)).toThrow('two ids')
    }
  })

  it('has no text where elements stand in it', { meta: { covers: ['S14'] } }, () => {
    expect(() => textOf(readXml('<a>alice<b/>bob</a>'))).toThrow('elements in a')
  })

  it('with a processing instruction is refused', () => {
    expect(() => readXml('<?xml-stylesheet href="x"?><a/>')).toThrow('a processing instruction')
  })

  it('of great depth, length, number or with giant tags is refused at once', {
    meta: { covers: ['S15'] },
  }, () => {
    const started = process.threadCpuUsage()
    expect(() => readXml('<a>'.repeat(50_000))).toThrow('more than is taken')
    const nested = (depth: number): string => `${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}`
    expect(() => readXml(nested(48))).not.toThrow()
    expect(() => readXml(nested(49))).toThrow('more than is taken')
    expect(() => readXml(`<a>${'<b/>'.repeat(60_000)}</a>`)).toThrow('more than is taken')
    expect(() => readXml(`<a>${'x'.repeat(300_000)}</a>`)).toThrow('too long')
    const attributes = Array.from({ length: 200 }, (_, at) => `a${at}="x"`).join(' ')
    expect(() => readXml(`<a ${attributes}/>`)).toThrow('more than is taken')
    expect(millisSince(started)).toBeLessThan(5000)
  })

  it('is the same in canonical form however its namespaces are written', () => {
    const written = readXml(
      '<a:r xmlns:a="urn:a" xmlns:unused="urn:u"><b z="1" a:y="2" a="3" xmlns="urn:b">t<![CDATA[<&]]></b></a:r>',
    )
    expect(canonical(written)).toBe(
      '<a:r xmlns:a="urn:a"><b xmlns="urn:b" a="3" z="1" a:y="2">t&lt;&amp;</b></a:r>',
    )
    expect(childrenOf(written, 'urn:b', 'b')).toHaveLength(1)
  })
})
