import { type Key, useSay } from '../texts/language.tsx'
import { Icon, type IconName } from '../ui/Icon.tsx'

interface Option {
  readonly id: string
  readonly icon: IconName
  readonly name: Key
  readonly description: Key
  readonly onChoose: () => void
}

/** Ways to take, one below the other. */
export const OptionList = ({ options }: { readonly options: readonly Option[] }) => {
  const say = useSay()
  return (
    <ul className="options">
      {options.map(({ id, icon, name, description, onChoose }) => (
        <li key={id}>
          <button type="button" className="option" onClick={onChoose}>
            <Icon name={icon} />
            <span className="option-text">
              <span className="option-name">{say(name)}</span>
              <span className="option-description">{say(description)}</span>
            </span>
            <Icon name="forward" />
          </button>
        </li>
      ))}
    </ul>
  )
}
