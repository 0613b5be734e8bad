import { createHash, type KeyObject, sign } from 'node:crypto'
import {
  type DigestAlgorithm,
  digestAlgorithms,
  envelopedSignature,
  exclusiveCanonicalization,
  keyFor,
  type SignatureAlgorithm,
  signatureAlgorithms,
} from './algorithms.ts'
import { element } from './build.ts'
import { canonical } from './canonical.ts'
import { idOf, type XmlElement } from './tree.ts'

export interface Signer {
  readonly privateKey: KeyObject
  /** DER in base64, told beside the signature. */
  readonly certificate: string
  readonly signatureAlgorithm: SignatureAlgorithm
  readonly digestAlgorithm: DigestAlgorithm
}

/** In libuv's threads: an RSA signature takes a millisecond that other requests need not wait. */
export const signBytes = (
  data: Uint8Array,
  { privateKey, signatureAlgorithm }: Pick<Signer, 'privateKey' | 'signatureAlgorithm'>,
): Promise<Buffer> => {
  const algorithm = signatureAlgorithms[signatureAlgorithm]
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  sign(algorithm.hash, data, keyFor(algorithm, privateKey), (error, signature) =>
    error === null ? resolve(signature) : reject(error),
  )
  return promise
}

const signedInfoOf = (target: XmlElement, signer: Signer): XmlElement => {
  const digest = digestAlgorithms[signer.digestAlgorithm]
  const value = createHash(digest.hash).update(canonical(target)).digest('base64')
  const { uri } = signatureAlgorithms[signer.signatureAlgorithm]
  return element('ds:SignedInfo', {}, [
    element('ds:CanonicalizationMethod', { Algorithm: exclusiveCanonicalization }),
    element('ds:SignatureMethod', { Algorithm: uri }),
    element('ds:Reference', { URI: `#${idOf(target) ?? ''}` }, [
      element('ds:Transforms', {}, [
        element('ds:Transform', { Algorithm: envelopedSignature }),
        element('ds:Transform', { Algorithm: exclusiveCanonicalization }),
      ]),
      element('ds:DigestMethod', { Algorithm: digest.uri }),
      element('ds:DigestValue', {}, [value]),
    ]),
  ])
}

/**
 * The element with an enveloped signature at this place among its children (SAML 2.0 core, 5.4:
 * after the issuer, which comes first where there is one).
 */
export const signElement = async (
  target: XmlElement,
  signer: Signer,
  at: 0 | 1,
): Promise<XmlElement> => {
  const signedInfo = signedInfoOf(target, signer)
  const value = await signBytes(Buffer.from(canonical(signedInfo)), signer)
  const signature = element('ds:Signature', {}, [
    signedInfo,
    element('ds:SignatureValue', {}, [value.toString('base64')]),
    element('ds:KeyInfo', {}, [
      element('ds:X509Data', {}, [element('ds:X509Certificate', {}, [signer.certificate])]),
    ]),
  ])
  return { ...target, children: target.children.toSpliced(at, 0, signature) }
}
