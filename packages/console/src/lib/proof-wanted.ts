import { useEffect } from 'react'
import { CallError } from './call-error.ts'
import { createStore, useStore } from './store.ts'

interface Wanted {
  readonly settle: (isProven: boolean) => void
}

/** The proof that calls wait for; null while none does. */
export const proofWanted = createStore<Wanted | null>(null)

/** Dialogs that can ask for a proof: without any, the call fails. */
export const proofAskers = createStore(0)

/** The proof that is wanted, for the component that asks for it while it is shown. */
export const useProofWanted = (): Wanted | null => {
  useEffect(() => {
    proofAskers.update((count) => count + 1)
    return () => proofAskers.update((count) => count - 1)
  }, [])
  return useStore(proofWanted)
}

/** Whether a call failed for want of a fresh proof. */
export const asksForProof = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'step_up_required'

/** Whether the person gave the proof that a failed call asks for: asked once, however many calls wait. */
export const askForProof = async (error: CallError): Promise<boolean> => {
  if (!asksForProof(error) || proofAskers.get() === 0) return false
  return new Promise((resolve) => {
    const before = proofWanted.get()
    const settle = (isProven: boolean): void => {
      proofWanted.set(null)
      before?.settle(isProven)
      resolve(isProven)
    }
    proofWanted.set({ settle })
  })
}
