import { createStore, useStore } from '../calls/store.ts'

const said = createStore('')

/** Says something to screen readers once they have nothing else to say. */
export const announce = (text: string): void => said.set(text)

export const Announcer = () => (
  <p className="visually-hidden" role="status">
    {useStore(said)}
  </p>
)
