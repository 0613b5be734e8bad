import Stack from '@mui/material/Stack'
import { ExpectedLocation } from '@signet/contract/access/locations'
import { useState } from 'react'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useCountryOptions } from '../../../pickers/country-options.ts'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import type { ExpectedPlace } from './user-risk.queries.ts'

const nothing = { name: '', country: '', latitude: '', longitude: '', radiusKm: '' }
type Typed = typeof nothing

const numberOf = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed))

const placeOf = ({ name, country, latitude, longitude, radiusKm }: Typed) =>
  ExpectedLocation.safeParse({
    name,
    country,
    latitude: numberOf(latitude),
    longitude: numberOf(longitude),
    radiusKm: numberOf(radiusKm),
  })

interface CircleProps {
  readonly typed: Typed
  readonly set: (name: keyof Typed) => (value: string) => void
}

/** A circle within the country. */
const CircleFields = ({ typed, set }: CircleProps) => {
  const text = useText('members')
  return (
    <>
      <div>{text('members:risk.placeHint')}</div>
      {(['latitude', 'longitude'] as const).map((name) => (
        <TextInput
          key={name}
          label={text(`members:risk.${name}`)}
          value={typed[name]}
          onChange={set(name)}
        />
      ))}
      <TextInput
        label={text('members:risk.radius')}
        value={typed.radiusKm}
        onChange={set('radiusKm')}
        unit="km"
      />
    </>
  )
}

interface ExpectedDialogProps {
  readonly onAdd: (place: ExpectedPlace) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks where somebody is expected: a country, or a circle in it. */
export const ExpectedDialog = ({ onAdd, onClose }: ExpectedDialogProps) => {
  const text = useText('members')
  const [typed, setTyped] = useState(nothing)
  const options = useCountryOptions()
  const set = (name: keyof Typed) => (value: string) =>
    setTyped((before) => ({ ...before, [name]: value }))
  const place = placeOf(typed)
  const run = async (): Promise<void> => {
    if (place.success) await onAdd(place.data)
  }
  const title = text('members:risk.add')
  return (
    <ConfirmAction
      {...{ title, onClose }}
      confirmLabel={title}
      isIncomplete={!place.success}
      onConfirm={run}
    >
      <Stack spacing={2}>
        <TextInput label={text('members:risk.name')} value={typed.name} onChange={set('name')} />
        <SelectInput
          label={text('members:risk.country')}
          value={typed.country}
          onChange={set('country')}
          options={options}
        />
        <CircleFields {...{ typed, set }} />
      </Stack>
    </ConfirmAction>
  )
}
