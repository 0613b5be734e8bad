import { CallError } from '../../lib/call-error.ts'
import { createStore } from '../../lib/store.ts'
import { resetStepUp } from '../../session/stored.ts'

interface Wanted {
  readonly settle: (isProven: boolean) => void
}

/** The proof that a deed waits for; null while none does. `StepUpDialog` asks for it. */
export const proofWanted = createStore<Wanted | null>(null)

/** Whether a deed was refused for want of a fresh proof. */
export const asksForProof = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'step_up_required'

/** Asks once, however many deeds wait. */
const askForProof = (): Promise<boolean> =>
  new Promise((resolve) => {
    const before = proofWanted.get()
    const settle = (isProven: boolean): void => {
      proofWanted.set(null)
      before?.settle(isProven)
      resolve(isProven)
    }
    proofWanted.set({ settle })
  })

/**
 * Does what the service may refuse without a fresh proof: then the person is asked for one, and the
 * deed is done again.
 * @throws the refusal itself when the person turns away
 */
export const withProof = async <T>(deed: () => Promise<T>): Promise<T> => {
  try {
    return await deed()
  } catch (error) {
    if (!asksForProof(error)) throw error
    resetStepUp()
    if (!(await askForProof())) throw error
    return deed()
  }
}
