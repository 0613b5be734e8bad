import { foldCode } from '@signet/rules/codes'
import type { RefObject } from 'react'
import { Field } from './Field.tsx'

/** A whole code that comes at once, from the clipboard or the phone's messages, is this long. */
const shortest = 6
/** A PIN before a code. */
const longest = 22
/** Digits alone: pasted spaces and dashes go, full-width digits become plain ones. */
const digitsOf = (text: string): string => foldCode(text).replace(/\D/g, '').slice(0, longest)

interface CodeFieldProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  /** How many digits there are; null where that differs: then only a pasted code is complete. */
  readonly length: number | null
  /** The code is complete. */
  readonly onFull: (code: string) => void
  readonly error: string | null
  readonly inputRef: RefObject<HTMLInputElement | null>
}

export const CodeField = ({ onValue, onFull, length, ...props }: CodeFieldProps) => {
  const take = (text: string): void => {
    const digits = digitsOf(text)
    const added = digits.length - props.value.length
    onValue(digits)
    if (added > 0 && (added >= shortest || digits.length === length)) onFull(digits)
  }
  return (
    <Field
      {...props}
      onValue={take}
      type="text"
      name="code"
      className="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      isFirst
    />
  )
}
