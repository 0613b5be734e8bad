import type { Application } from '../flow/application.ts'
import { type Key, useSay } from '../texts/language.tsx'

/** Fields of RFC 9396, section 2.2, in plain words; others are told as the application names them. */
const words: ReadonlyMap<string, Key> = new Map<string, Key>([
  ['actions', 'consent.details.actions'],
  ['locations', 'consent.details.locations'],
  ['datatypes', 'consent.details.datatypes'],
  ['identifier', 'consent.details.identifier'],
  ['privileges', 'consent.details.privileges'],
])

/** What an application asks for in detail, this one time. */
export const Details = ({ details }: Pick<Application, 'details'>) => {
  const say = useSay()
  if (details.length === 0) return null
  return (
    <div className="details">
      <p>{say('consent.details.title')}</p>
      {details.map(({ type, fields }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two details may be alike
        <section key={at}>
          <h2>{type}</h2>
          <dl>
            {fields.map(({ name, values }, line) => {
              const known = words.get(name)
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: fields of a list have one name
                <div key={line}>
                  <dt>{known === undefined ? name : say(known)}</dt>
                  <dd>{values.join(', ')}</dd>
                </div>
              )
            })}
          </dl>
        </section>
      ))}
    </div>
  )
}
