import Box from '@mui/material/Box'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../../lib/i18n.ts'
import { DecisionsList } from '../../../pickers/decisions/DecisionsList.tsx'
import { type PickedUser, UserPicker } from '../../../pickers/UserPicker.tsx'

const userFilter = 'f.user'

/** Narrows the list to one person, in the address as every other filter. */
const PersonFilter = () => {
  const text = useText('resource')
  const [parameters, setParameters] = useSearchParams()
  const [picked, setPicked] = useState<PickedUser | null>(null)
  const choose = (user: PickedUser | null): void => {
    setPicked(user)
    setParameters((before) => {
      const after = new URLSearchParams(before)
      after.delete('cursor')
      after.delete('from')
      if (user === null) after.delete(userFilter)
      else after.set(userFilter, user.id)
      return after
    })
  }
  return (
    <Box sx={{ width: 260 }}>
      <UserPicker
        label={text('resource:decisions.person')}
        value={parameters.has(userFilter) ? picked : null}
        onChange={choose}
      />
    </Box>
  )
}

/** How sign-ins of everybody were judged: where the help desk looks. */
const DecisionsPage = () => {
  const text = useText()
  return <DecisionsList title={text('common:pages.decisions')} tools={<PersonFilter />} />
}

export default DecisionsPage
