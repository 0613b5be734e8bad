import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { optionsOf } from '../../../kit/fields.ts'
import { ToolPage } from '../../../kit/frames.tsx'
import { useText } from '../../../lib/i18n.ts'
import { GroupPicker } from '../../../pickers/GroupPicker.tsx'
import { useResources } from '../../../pickers/rule-resources.ts'
import { type PickedUser, UserPicker } from '../../../pickers/UserPicker.tsx'
import { useSession } from '../../../session/session-context.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SelectInput } from '../../../ui/SelectInput.tsx'
import { StatementSection } from './StatementSection.tsx'
import { waysViews } from './WaysView.tsx'
import { useActingPrograms } from './weakest-ways.queries.ts'

const subjects = ['user', 'group', 'application'] as const
type Subject = (typeof subjects)[number]

/** The address says who or what is looked at. */
const useChosen = () => {
  const [params, setParams] = useSearchParams()
  const chosen = subjects.find((one) => params.has(one)) ?? 'user'
  return {
    subject: chosen,
    id: params.get(chosen) ?? '',
    choose: (subject: Subject, id: string) => setParams({ [subject]: id }, { replace: true }),
  }
}

interface PickProps {
  readonly id: string
  readonly onPick: (id: string) => void
}

const PickUser = ({ onPick }: PickProps) => {
  const text = useText('resource')
  const [user, setUser] = useState<PickedUser | null>(null)
  return (
    <UserPicker
      label={text('resource:weakestWays.subjects.user')}
      value={user}
      onChange={(picked) => {
        setUser(picked)
        onPick(picked?.id ?? '')
      }}
    />
  )
}

interface Named {
  readonly id: string
  readonly name: string
}

const PickGroup = ({ onPick }: PickProps) => {
  const text = useText('resource')
  const [group, setGroup] = useState<readonly Named[]>([])
  return (
    <GroupPicker
      label={text('resource:weakestWays.subjects.group')}
      value={group}
      onChange={(picked) => {
        const last = picked.slice(-1)
        setGroup(last)
        onPick(last[0]?.id ?? '')
      }}
    />
  )
}

const PickApplication = ({ id, onPick }: PickProps) => {
  const text = useText('resource')
  const { resources } = useResources()
  const programs = useActingPrograms()
  return (
    <SelectInput
      label={text('resource:weakestWays.subjects.application')}
      value={id}
      onChange={onPick}
      placeholder={text('resource:weakestWays.choose')}
      options={[...resources, ...programs].map(({ id: value, name: label }) => ({ value, label }))}
    />
  )
}

const pickers = { user: PickUser, group: PickGroup, application: PickApplication } as const

/** The cheapest ways to a session: what holds of administrators, and of whom one chooses. */
const WeakestWayPage = () => {
  const text = useText('resource')
  const { groupManagementAll } = useSession().facts
  const { subject, id, choose } = useChosen()
  const Picker = pickers[subject]
  const Ways = waysViews[subject]
  return (
    <ToolPage title={text('common:pages.weakestWay')} detail={text('resource:weakestWays.text')}>
      {groupManagementAll && <StatementSection />}
      <Section title={text('resource:weakestWays.look')}>
        <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
          <Box sx={{ flex: '1 1 0', minWidth: 0 }}>
            <SelectInput
              label={text('resource:weakestWays.subject')}
              value={subject}
              onChange={(picked) => choose(subjects.find((one) => one === picked) ?? 'user', '')}
              options={optionsOf(subjects, (value) =>
                text(`resource:weakestWays.subjects.${value}`),
              )}
            />
          </Box>
          <Box sx={{ flex: '2 1 0', minWidth: 0 }}>
            <Picker key={subject} id={id} onPick={(picked) => choose(subject, picked)} />
          </Box>
        </Stack>
      </Section>
      {id !== '' && <Ways id={id} />}
    </ToolPage>
  )
}

export default WeakestWayPage
