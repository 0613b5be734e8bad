import { createStore, type Store } from './store.ts'

/** The forms of the page that hold changes: of each, whether it is being saved and left. */
export const unsavedForms = createStore<readonly Store<boolean>[]>([])

/** Whether a form of the page holds what has not been saved. */
export const hasUnsaved = (): boolean => unsavedForms.get().some((isLeaving) => !isLeaving.get())
