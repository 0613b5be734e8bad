import { SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import type { OutsideService, Said } from './services.ts'

interface Parties {
  /** Where its own pages stand. */
  readonly base: () => string
  /** The service that signs people in. */
  readonly service: () => string
}

const hello = (name: string): Said => ({
  page: `<!doctype html><html lang="en"><title>Travel</title><link rel="icon" href="data:,"><h1>Hello ${name}</h1></html>`,
})

/** An application that signs people in by SAML, of others' making (node-saml). */
export const serviceProvider = ({ base, service }: Parties) => {
  let opened: SAML | null = null

  /** It has the certificate of the other side from its metadata, as people paste it. */
  const open = async (): Promise<SAML> => {
    const idpIssuer = `${service()}/api/saml`
    const metadata = await (await fetch(idpIssuer)).text()
    const [, idpCert = ''] = /X509Certificate>([^<]+)</.exec(metadata) ?? []
    return new SAML({
      issuer: base(),
      callbackUrl: `${base()}/acs`,
      entryPoint: `${idpIssuer}/SAML2/SSO`,
      idpIssuer,
      idpCert,
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      validateInResponseTo: ValidateInResponseTo.always,
      acceptedClockSkewMs: 60_000,
    })
  }
  const library = async (): Promise<SAML> => {
    opened ??= await open()
    return opened
  }

  const answer: OutsideService = async ({ method, url, body }) => {
    if (url.pathname === '/signin') {
      return { location: await (await library()).getAuthorizeUrlAsync('', undefined, {}) }
    }
    if (url.pathname !== '/acs' || method !== 'POST') return null
    const SAMLResponse = String(body.SAMLResponse)
    const { profile } = await (await library()).validatePostResponseAsync({ SAMLResponse })
    return hello(String(profile?.uid))
  }
  return {
    service: answer,
    metadata: async () => (await library()).generateServiceProviderMetadata(null),
    signIn: (): string => `${base()}/signin`,
  }
}
