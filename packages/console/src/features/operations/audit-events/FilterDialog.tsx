import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../../lib/i18n.ts'
import { type PickedUser, UserPicker } from '../../../pickers/UserPicker.tsx'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'

const typed = ['from', 'until', 'address', 'request'] as const
type Typed = (typeof typed)[number]
const isTime = (name: Typed): boolean => name === 'from' || name === 'until'

/** An instant as the browser's control for local times wants it. */
const localTime = (instant: string | null): string => {
  const date = new Date(instant ?? Number.NaN)
  if (Number.isNaN(date.getTime())) return ''
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

const instantOf = (local: string): string => (local === '' ? '' : new Date(local).toISOString())

/** What was typed, taken over into the address when it is applied. */
const useTyped = () => {
  const [parameters, setParameters] = useSearchParams()
  const [values, setValues] = useState<Record<Typed, string>>(() => ({
    from: localTime(parameters.get('f.from')),
    until: localTime(parameters.get('f.until')),
    address: parameters.get('f.address') ?? '',
    request: parameters.get('f.request') ?? '',
  }))
  const [actor, setActor] = useState<PickedUser | null>(null)
  const enter = (name: Typed, value: string): void => setValues({ ...values, [name]: value })
  const apply = (): void =>
    setParameters((before) => {
      const next = new URLSearchParams(before)
      next.delete('cursor')
      next.delete('from')
      for (const name of typed) {
        const value = isTime(name) ? instantOf(values[name]) : values[name].trim()
        if (value === '') next.delete(`f.${name}`)
        else next.set(`f.${name}`, value)
      }
      if (actor !== null) next.set('f.actor', actor.id)
      return next
    })
  return { values, enter, actor, setActor, apply }
}

/** Filters that are typed rather than chosen. */
export const FilterDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const text = useText('dashboard')
  const may = useMay()
  const { values, enter, actor, setActor, apply } = useTyped()
  const handleSubmit = (): void => {
    apply()
    onClose()
  }
  const actions = (
    <>
      <Button onClick={onClose}>{text('common:actions.cancel')}</Button>
      <Button type="submit" kind="primary">
        {text('dashboard:audit.filters.apply')}
      </Button>
    </>
  )
  const title = text('dashboard:audit.filters.moreTitle')
  const actorLabel = text('dashboard:audit.filters.actor')
  return (
    <Dialog isOpen {...{ title, actions, onClose }} onSubmit={handleSubmit}>
      <Stack spacing={2}>
        {may(['USERS', 'VIEW']) && (
          <UserPicker label={actorLabel} value={actor} onChange={setActor} />
        )}
        {typed.map((name) => (
          <TextInput
            key={name}
            label={text(`dashboard:audit.filters.${name}`)}
            type={isTime(name) ? 'datetime-local' : 'text'}
            value={values[name]}
            onChange={(value) => enter(name, value)}
          />
        ))}
      </Stack>
    </Dialog>
  )
}
