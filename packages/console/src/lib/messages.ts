import { createStore } from './store.ts'

/** A short message at the bottom of the page: what just happened. */
export interface Message {
  readonly id: number
  readonly text: string
  readonly icon: 'success' | 'warning'
  /** A button that goes somewhere or takes the deed back. */
  readonly action: MessageAction | null
}

export type MessageAction =
  | { readonly label: string; readonly to: string }
  | { readonly label: string; readonly run: () => void }

/** In the order in which they came; the first three are shown. */
export const messages = createStore<readonly Message[]>([])

let lastId = 0

/** Shows a message; one whose text is there already is not added again. */
export const showMessage = (
  text: string,
  { icon = 'success', action = null }: Partial<Pick<Message, 'icon' | 'action'>> = {},
): void => {
  messages.update((waiting) => {
    if (waiting.some((message) => message.text === text)) return waiting
    lastId += 1
    return [...waiting, { id: lastId, text, icon, action }]
  })
}

export const closeMessage = (id: number): void => {
  messages.update((waiting) => waiting.filter((message) => message.id !== id))
}
