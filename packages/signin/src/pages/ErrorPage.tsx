import { openPage } from '../leave.ts'
import { type Key, useSay } from '../texts/language.tsx'
import { Button } from '../ui/Button.tsx'
import { Step } from '../ui/Step.tsx'

/** Codes of RFC 6749, section 4.1.2.1, and of our own redirects, with the text that fits. */
const texts: ReadonlyMap<string, Key> = new Map<string, Key>([
  ['access_denied', 'page.error.denied'],
  ['expired', 'page.error.expired'],
  ['invalid_request', 'page.error.request'],
  ['invalid_client', 'page.error.request'],
  ['invalid_redirect_uri', 'page.error.request'],
  ['invalid_scope', 'page.error.request'],
  ['unauthorized_client', 'page.error.request'],
  ['unsupported_response_type', 'page.error.request'],
  ['temporarily_unavailable', 'page.error.busy'],
  // Why a SAML message was rejected: what to tell the owner of the application.
  ['unknown_entity', 'page.error.saml.entity'],
  ['client_disabled', 'page.error.saml.entity'],
  ['acs_url_mismatch', 'page.error.saml.acs'],
  ['signature_missing', 'page.error.saml.signature'],
  ['signature_invalid', 'page.error.saml.signature'],
  ['destination_mismatch', 'page.error.saml.destination'],
  ['message_expired', 'page.error.saml.clock'],
  ['message_from_future', 'page.error.saml.clock'],
  ['message_replayed', 'page.error.saml.again'],
  ['sign_in_expired', 'page.error.saml.again'],
])

/** What people tell the owner of the application, by the reason in the audit log. */
const reasons: ReadonlyMap<string, Key> = new Map<string, Key>([
  ['REDIRECT_URI_MISMATCH', 'page.error.redirectUri'],
  ['UNKNOWN_CLIENT', 'page.error.unknownClient'],
  ['CLIENT_DISABLED', 'page.error.unknownClient'],
])

const isCode = (code: string): boolean => /^[a-z_]{1,40}$/.test(code)

interface ErrorPageProps {
  /**
   * As the address has it: anybody can write a link with any text in it, so that only a known
   * code has words, and only what looks like a code is shown at all.
   */
  readonly code: string | null
  /** As the address has it too: only known reasons have words. */
  readonly reason?: string | undefined
  readonly request?: string | undefined
}

const isRequestId = (text: string): boolean => /^[\w-]{8,64}$/.test(text)

export const ErrorPage = ({ code, reason = '', request = '' }: ErrorPageProps) => {
  const say = useSay()
  const text =
    reasons.get(reason) ?? texts.get(reason) ?? texts.get(code ?? '') ?? 'page.error.general'
  const shown = isCode(reason) ? reason : code
  return (
    <Step title={say('page.error.title')} text={say(text)}>
      {shown !== null && isCode(shown) ? (
        <p className="detail">{say('page.error.detail', { code: shown })}</p>
      ) : null}
      {isRequestId(request) ? (
        <p className="detail">{say('page.error.reference', { id: request })}</p>
      ) : null}
      {code === 'expired' ? null : (
        <Button kind="plain" onPress={() => openPage('/')}>
          {say('page.error.toSignIn')}
        </Button>
      )}
    </Step>
  )
}
