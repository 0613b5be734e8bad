import { type KeyboardEvent, useState } from 'react'
import { useSay } from '../texts/language.tsx'
import { Field, type FieldProps } from './Field.tsx'
import { Icon } from './Icon.tsx'

type PasswordFieldProps = Pick<
  FieldProps,
  'label' | 'value' | 'onValue' | 'error' | 'hint' | 'isFirst' | 'inputRef'
> & {
  readonly autoComplete: 'current-password' | 'new-password'
}

/** A password that can be looked at; says when Caps Lock is on. */
export const PasswordField = (props: PasswordFieldProps) => {
  const say = useSay()
  const [isShown, setShown] = useState(false)
  const [isCapsLock, setCapsLock] = useState(false)
  const watch = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'))
  const action = say(isShown ? 'methods.password.hide' : 'methods.password.show')
  return (
    <Field
      {...props}
      type={isShown ? 'text' : 'password'}
      name="password"
      required
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      maxLength={1024}
      hint={isCapsLock ? say('methods.password.capsLock') : (props.hint ?? null)}
      onKeyDown={watch}
      onKeyUp={watch}
      onBlur={() => setCapsLock(false)}
      end={
        <button
          type="button"
          className="input-action"
          aria-label={action}
          title={action}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'hide' : 'show'} />
        </button>
      }
    />
  )
}
