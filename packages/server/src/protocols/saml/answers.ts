import type { RejectionReason } from '@signet/rules/rejections'
import { element } from '../../platform/xml/build.ts'
import { canonical } from '../../platform/xml/canonical.ts'
import type { XmlElement } from '../../platform/xml/tree.ts'
import { pageHeaders, postPage } from './post-page.ts'

/** What leaves, whichever binding it leaves by. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: string
}

const noStore = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } as const

export const leadTo = (location: string, cookies: readonly string[] = []): Answer => ({
  status: 303,
  headers: {
    ...noStore,
    Location: location,
    ...(cookies.length === 0 ? {} : { 'Set-Cookie': cookies }),
  },
  body: '',
})

/** To the page that tells people that the request cannot be answered. */
export const tellFault = (code: 'invalid_request' | 'access_denied'): Answer =>
  leadTo(`/#/error?error=${code}`)

/** As `tellFault`, with why: the page says whom to tell of it. */
export const tellRefusal = (reason: RejectionReason): Answer =>
  leadTo(`/#/error?error=invalid_request&reason=${reason.toLowerCase()}`)

export const withCookies = (answer: Answer, cookies: readonly string[]): Answer => ({
  ...answer,
  headers: { ...answer.headers, 'Set-Cookie': cookies },
})

export const post = (posted: Parameters<typeof postPage>[0]): Answer => ({
  status: 200,
  headers: { ...pageHeaders, 'Content-Type': 'text/html; charset=utf-8' },
  body: postPage(posted),
})

/** An envelope with this in its body, after these blocks of its header. */
export const envelopeOf = (body: XmlElement, header: readonly XmlElement[] = []): string =>
  canonical(
    element('soap:Envelope', {}, [
      ...(header.length === 0 ? [] : [element('soap:Header', {}, header)]),
      element('soap:Body', {}, [body]),
    ]),
  )

export const soap = (text: string, status = 200): Answer => ({
  status,
  headers: { ...noStore, 'Content-Type': 'text/xml; charset=utf-8' },
  body: text,
})

/** SOAP 1.1, section 4.4: the sender's message is not taken; why is not told. */
export const soapFault: Answer = soap(
  envelopeOf(
    element('soap:Fault', {}, [
      { ...element('soap:faultcode', {}, ['soap:Client']), prefix: '', namespace: '' },
      {
        ...element('soap:faultstring', {}, ['The message is not taken']),
        prefix: '',
        namespace: '',
      },
    ]),
  ),
  500,
)
