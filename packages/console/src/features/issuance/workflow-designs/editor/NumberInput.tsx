import { useState } from 'react'
import { TextInput } from '../../../../ui/TextInput.tsx'

interface NumberInputProps {
  readonly label: string
  readonly hint?: string
  /** Null: nothing is typed. */
  readonly value: number | null
  readonly least: number
  readonly most: number
  readonly unit?: string
  /** Null only where nothing may stand. */
  readonly onChange: (value: number | null) => void
}

/** A number that takes effect when it is one; what is typed otherwise is left with the field. */
export const NumberInput = (props: NumberInputProps) => {
  const { value, least, most, onChange } = props
  const [typed, setTyped] = useState<string | null>(null)
  const take = (text: string): void => {
    setTyped(text)
    if (text.trim() === '') return onChange(null)
    const number = Number(text.replace(',', '.'))
    if (!Number.isNaN(number) && number >= least && number <= most) onChange(number)
  }
  return (
    <TextInput
      label={props.label}
      hint={props.hint}
      unit={props.unit}
      value={typed ?? (value === null ? '' : String(value))}
      onChange={take}
      onBlur={() => setTyped(null)}
    />
  )
}
