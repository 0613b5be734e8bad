import { useSay } from '../texts/language.tsx'

/** Holds the card's size; shows itself only after a while (in the style sheet). */
export const Waiting = () => {
  const say = useSay()
  return (
    <div className="waiting" role="status">
      <span className="spinner" aria-hidden="true" />
      <span className="visually-hidden">{say('page.loading')}</span>
    </div>
  )
}
