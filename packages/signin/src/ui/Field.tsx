import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'
import { ErrorText } from './ErrorText.tsx'

type InputProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'type'
  | 'name'
  | 'autoComplete'
  | 'autoCapitalize'
  | 'autoCorrect'
  | 'spellCheck'
  | 'inputMode'
  | 'maxLength'
  | 'required'
  | 'readOnly'
  | 'onKeyDown'
  | 'onKeyUp'
  | 'onBlur'
>

export interface FieldProps extends InputProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly error?: string | null
  readonly hint?: string | null
  /** Gets the focus when its step appears. */
  readonly isFirst?: boolean
  readonly className?: string
  readonly inputRef?: Ref<HTMLInputElement>
  /** Beside the input, within its frame. */
  readonly end?: ReactNode
}

/** A labelled input with a hint and the error that concerns it. */
export const Field = ({
  label,
  value,
  onValue,
  error = null,
  hint = null,
  isFirst = false,
  className = '',
  inputRef,
  end,
  ...input
}: FieldProps) => {
  const id = useId()
  const described = [hint === null ? '' : `${id}-hint`, error === null ? '' : `${id}-error`]
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className={`input-frame ${className}`} data-invalid={error !== null || undefined}>
        <input
          {...input}
          ref={inputRef}
          id={id}
          value={value}
          onChange={(event) => onValue(event.target.value)}
          aria-invalid={error !== null || undefined}
          aria-describedby={described.join(' ').trim() || undefined}
          data-first={isFirst || undefined}
        />
        {end}
      </div>
      {hint === null ? null : (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <ErrorText text={error} id={`${id}-error`} />
    </div>
  )
}
