import { useSay } from '../texts/language.tsx'
import { Icon } from '../ui/Icon.tsx'
import type { RuleLine } from './rule-lines.ts'

/** The rules as they are met, in words as well as in colour. */
export const RuleList = ({ lines }: { readonly lines: readonly RuleLine[] }) => {
  const say = useSay()
  if (lines.length === 0) return null
  return (
    <div className="rules">
      <p className="rules-title">{say('passwords.rules.title')}</p>
      <ul>
        {lines.map(({ key, standing }) => (
          <li key={key} data-standing={standing}>
            <Icon name={standing === 'met' ? 'met' : 'open'} />
            <span>{say(key)}</span>
            {standing === 'open' ? null : (
              <span className="visually-hidden">
                {say(standing === 'met' ? 'passwords.rules.met' : 'passwords.rules.unmet')}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
