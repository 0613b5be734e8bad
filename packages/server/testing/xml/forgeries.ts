/* Tests only: what forgers make of a message that was signed. */

const part = (text: string, name: string): string =>
  new RegExp(`<${name}[ >][\\s\\S]*?</${name}>`).exec(text)?.[0] ?? ''

interface Evil {
  readonly evil: string
  /** Of the same id as the signed one. */
  readonly evilTwin: string
}

/** The classic forms of wrapping (Somorovsky et al., "On Breaking SAML", 2012), and others since. */
const forms: Readonly<Record<string, (text: string, evil: Evil) => string>> = {
  'an assertion before the signed one': (text, { evil }) =>
    text.replace('<saml:Assertion', `${evil}$&`),
  'an assertion behind the signed one': (text, { evil }) =>
    text.replace(/<\/samlp:Response>$/, `${evil}$&`),
  'an assertion of the same id before': (text, { evilTwin }) =>
    text.replace('<saml:Assertion', `${evilTwin}$&`),
  'the signed message within a forged response': (text, { evil }) =>
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_evil">${evil.replace('_evil', '_e2')}<samlp:Extensions>${text}</samlp:Extensions></samlp:Response>`,
  'the signed assertion within extensions': (text, { evil }) => {
    const original = part(text, 'saml:Assertion')
    const wrapped = `<samlp:Extensions>${original}</samlp:Extensions>`
    return text.replace(original, `${wrapped}${evil}`)
  },
  'the signed assertion within the forged one': (text, { evil }) => {
    const original = part(text, 'saml:Assertion')
    return text.replace(original, evil.replace('</saml:Assertion>', `${original}$&`))
  },
  'the signed assertion within the signature of the forged one': (text, { evil }) => {
    const original = part(text, 'saml:Assertion')
    const signature = part(text, 'ds:Signature')
    const moved = signature.replace(
      '</ds:Signature>',
      `<ds:Object>${original.replace(signature, '')}</ds:Object></ds:Signature>`,
    )
    return text.replace(original, evil.replace('<saml:Subject>', `${moved}$&`))
  },
  'the forged assertion with the signature of the other': (text) =>
    text.replace('alice', 'admin').replace('ID="_a"', 'ID="_b"'),
  'another name': (text) => text.replace('alice', 'admin'),
  'another attribute': (text) => text.replaceAll('Version="2.0"', 'Version="2.1"'),
  'no signature': (text) => text.replace(/<ds:Signature[\s\S]*?<\/ds:Signature>/g, ''),
  'an empty signature': (text) =>
    text.replace(/<ds:SignatureValue>[^<]*/g, '<ds:SignatureValue>').replace('alice', 'admin'),
  'a reference to nothing': (text) => text.replace(/URI="#_[ar]"/g, 'URI=""'),
  'a second reference': (text) =>
    text.replace(/<ds:Reference[\s\S]*?<\/ds:Reference>/g, '$&$&').replace('alice', 'admin'),
  'a second SignedInfo': (text) =>
    text.replace(/<ds:SignedInfo>[\s\S]*?<\/ds:SignedInfo>/g, '$&$&').replace('alice', 'admin'),
  'a transform that picks': (text) =>
    text
      .replaceAll(
        'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
        'http://www.w3.org/TR/1999/REC-xpath-19991116',
      )
      .replace('alice', 'admin'),
  'a digest hidden behind a comment': (text) =>
    text.replace(/(<ds:DigestValue>)/g, '$1<!--AAAA-->').replace('alice', 'admin'),
  'a keyed hash in place of a signature': (text) =>
    text.replaceAll(
      'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      'http://www.w3.org/2000/09/xmldsig#hmac-sha1',
    ),
  'a key of another kind': (text) => text.replaceAll('rsa-sha256', 'ecdsa-sha256'),
  'a document type': (text) => `<!DOCTYPE r [<!ENTITY x "admin">]>${text.replace('alice', '&x;')}`,
  'entities that grow': (text) =>
    `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${text.replace('alice', '&b;')}`,
  'an id twice': (text) => text.replace('<saml:Subject>', '<saml:Subject ID="_a">'),
}

/**
 * Forgeries of a response `_r` with an assertion `_a` about alice: each gives back something else, in
 * which whoever reads carelessly finds admin. `write` makes a whole assertion about admin.
 */
export const forgeries = (
  write: (id: string) => string,
): Readonly<Record<string, (text: string) => string>> => {
  const evil = { evil: write('_evil'), evilTwin: write('_a') }
  return Object.fromEntries(
    Object.entries(forms).map(([name, forge]) => [name, (text: string) => forge(text, evil)]),
  )
}
