import { afterEach, vi } from 'vitest'

interface Ceremony {
  readonly mediation: string | undefined
  readonly signal: AbortSignal | undefined
}

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer

const assertion = {
  id: 'credential-id',
  rawId: bytes('credential-id'),
  type: 'public-key',
  response: {
    authenticatorData: bytes('data'),
    clientDataJSON: bytes('client'),
    signature: bytes('signature'),
    userHandle: null,
  },
  getClientExtensionResults: () => ({}),
}

const registration = {
  id: 'new-credential',
  rawId: bytes('new-credential'),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  response: {
    clientDataJSON: bytes('client'),
    attestationObject: bytes('attestation'),
    getTransports: () => ['internal'],
  },
  getClientExtensionResults: () => ({}),
}

interface Device {
  /** How the person answers the ceremony that they pressed for. */
  readonly answer: 'consent' | 'cancel'
  /** Chooses from the browser's list at once. */
  readonly choosesFromList?: boolean
}

const refused = (name: string): DOMException => new DOMException('refused', name)

/** The browser's passkey interface (WebAuthn level 3), as jsdom has none. */
export const plugInPasskeys = ({ answer, choosesFromList = false }: Device): Ceremony[] => {
  const ceremonies: Ceremony[] = []
  const waitForAbort = (signal: AbortSignal | undefined): Promise<never> => {
    const { promise, reject } = Promise.withResolvers<never>()
    signal?.addEventListener('abort', () => reject(refused('AbortError')))
    return promise
  }
  const get = ({ mediation, signal }: { mediation?: string; signal?: AbortSignal }) => {
    ceremonies.push({ mediation, signal })
    if (mediation === 'conditional' && !choosesFromList) return waitForAbort(signal)
    return answer === 'consent'
      ? Promise.resolve(assertion)
      : Promise.reject(refused('NotAllowedError'))
  }
  const create = () =>
    answer === 'consent'
      ? Promise.resolve(registration)
      : Promise.reject(refused('NotAllowedError'))
  const PublicKeyCredential = () => undefined
  PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(true)
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)
  Object.defineProperty(navigator, 'credentials', { value: { get, create }, configurable: true })
  return ceremonies
}

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
  Reflect.deleteProperty(navigator, 'credentials')
})
