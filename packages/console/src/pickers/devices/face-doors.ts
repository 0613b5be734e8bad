import type {
  Face,
  FaceRegistration,
  FaceRegistrationFlow,
  UserFaceSettings,
} from '@signet/contract/authenticators/faces'
import type { QueryKey } from '@tanstack/react-query'
import type { z } from 'zod'
import { CallError } from '../../lib/call-error.ts'
import { useText } from '../../lib/i18n.ts'
import { showMessage } from '../../lib/messages.ts'
import { useDeed } from './use-deed.ts'

export type FaceState = z.output<typeof Face>
export type Flow = z.output<typeof FaceRegistrationFlow>

/** The calls behind the section: an administrator's, or one's own. */
export interface FaceDoors {
  readonly queryKey: QueryKey
  /** Ways to register; WEB leads this very browser to the provider. */
  readonly flows: readonly Flow[]
  readonly list: (signal: AbortSignal) => Promise<readonly FaceState[]>
  readonly settings: (signal: AbortSignal) => Promise<z.output<typeof UserFaceSettings>>
  readonly begin: (
    flow: Flow,
    former: FaceState | undefined,
  ) => Promise<z.output<typeof FaceRegistration>>
  readonly activate: (faceid: string) => Promise<FaceState>
  readonly remove: (faceid: string) => Promise<unknown>
}

/** Asks the provider what has become of a registration. */
export const useHowItEnded = ({ queryKey, activate }: FaceDoors) => {
  const text = useText('authenticators')
  const deed = useDeed(queryKey)
  return (faceid: string): Promise<void> =>
    deed(async () => {
      try {
        await activate(faceid)
      } catch (error) {
        if (!(error instanceof CallError) || error.code !== 'token_invalid_state') throw error
        showMessage(text('authenticators:devices.face.pending'))
      }
    })
}
