import { inchesOfMm, mmOfInches, roundMm } from '@signet/card/units'
import { useState } from 'react'
import { TextInput } from '../../../../ui/TextInput.tsx'

export type Unit = 'mm' | 'inch'

interface NumberFieldProps {
  readonly label: string
  readonly value: number
  /** Null: no length. */
  readonly unit: Unit | null
  readonly least: number
  readonly most: number
  readonly onChange: (value: number) => void
}

const shownIn = (value: number, unit: Unit | null): string =>
  unit === 'inch' ? String(Math.round(inchesOfMm(value) * 10_000) / 10_000) : String(roundMm(value))

/** A number that takes effect when it is one; what is typed otherwise is left with the field. */
export const NumberField = ({ label, value, unit, least, most, onChange }: NumberFieldProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const take = (text: string): void => {
    setTyped(text)
    const number = Number(text.replace(',', '.'))
    if (text.trim() === '' || Number.isNaN(number)) return
    const kept = unit === 'inch' ? roundMm(mmOfInches(number)) : number
    if (kept >= least && kept <= most) onChange(kept)
  }
  return (
    <TextInput
      label={label}
      value={typed ?? shownIn(value, unit)}
      unit={unit === 'inch' ? 'in' : (unit ?? undefined)}
      onChange={take}
      onBlur={() => setTyped(null)}
    />
  )
}
