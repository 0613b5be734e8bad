import { createStore } from './store.ts'

export interface Guarded {
  /** Whether something would be lost now. */
  readonly hasChanges: () => boolean
}

/** The forms of the page that ask before they are left. */
export const guarded = createStore<readonly Guarded[]>([])

/** Whether a form of the page holds what has not been saved. */
export const hasUnsaved = (): boolean => guarded.get().some(({ hasChanges }) => hasChanges())
