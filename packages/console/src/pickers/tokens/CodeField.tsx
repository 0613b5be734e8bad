import { useText } from '../../lib/i18n.ts'
import { TextInput } from '../../ui/TextInput.tsx'

const longest = 24
const shortest = 6

/** Whether it is long enough for a code, or nothing was typed. */
export const isCodeOrNone = (typed: string): boolean =>
  typed.trim() === '' || typed.replaceAll(/\s/g, '').length >= shortest

interface CodeFieldProps {
  readonly value: string
  readonly onChange: (typed: string) => void
}

/** A code that the token shows, for who has it at hand. */
export const CodeField = ({ value, onChange }: CodeFieldProps) => {
  const text = useText('resource')
  return (
    <TextInput
      label={text('resource:tokens.code')}
      hint={text('resource:tokens.codeHint')}
      value={value}
      onChange={onChange}
      autoComplete="off"
      maxLength={longest}
    />
  )
}
