import { vi } from 'vitest'

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
  toJSON: () => ({
    id: 'credential-id',
    response: {
      authenticatorData: 'ZGF0YQ',
      clientDataJSON: 'Y2xpZW50',
      signature: 'c2lnbmF0dXJl',
    },
  }),
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
  readonly answer: 'consent' | 'cancel' | 'wait'
  /** Chooses from the browser's list at once. */
  readonly choosesFromList?: boolean
  /** Until then the browser does not say whether it has such a list. */
  readonly listAfter?: Promise<void>
}

const refused = (name: string): DOMException => new DOMException('refused', name)

/** The browser's passkey interface (WebAuthn level 3), as jsdom has none. */
export const plugInPasskeys = ({
  answer,
  choosesFromList = false,
  listAfter = Promise.resolve(),
}: Device): Ceremony[] => {
  const ceremonies: Ceremony[] = []
  const waitForAbort = (signal: AbortSignal | undefined): Promise<never> => {
    const { promise, reject } = Promise.withResolvers<never>()
    signal?.addEventListener('abort', () => reject(refused('AbortError')))
    return promise
  }
  const get = ({ mediation, signal }: { mediation?: string; signal?: AbortSignal }) => {
    ceremonies.push({ mediation, signal })
    const isChosen = mediation === 'conditional' ? choosesFromList : answer !== 'wait'
    if (!isChosen) return waitForAbort(signal)
    return answer === 'consent'
      ? Promise.resolve(assertion)
      : Promise.reject(refused('NotAllowedError'))
  }
  const create = () =>
    answer === 'consent'
      ? Promise.resolve(registration)
      : Promise.reject(refused('NotAllowedError'))
  const PublicKeyCredential = () => undefined
  Object.defineProperty(PublicKeyCredential, Symbol.hasInstance, {
    value: (one: unknown) => one === assertion,
  })
  PublicKeyCredential.isConditionalMediationAvailable = async () => {
    await listAfter
    return true
  }
  PublicKeyCredential.parseRequestOptionsFromJSON = (options: unknown) => options
  vi.stubGlobal('PublicKeyCredential', PublicKeyCredential)
  Object.defineProperty(navigator, 'credentials', { value: { get, create }, configurable: true })
  return ceremonies
}

export const unplugPasskeys = (): void => {
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
  Reflect.deleteProperty(navigator, 'credentials')
}
