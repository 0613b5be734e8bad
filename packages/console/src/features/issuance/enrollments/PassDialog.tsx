import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemText from '@mui/material/ListItemText'
import Stack from '@mui/material/Stack'
import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { Credential } from './enrollments.queries.ts'
import { NewPass } from './NewPass.tsx'
import { PassLinks } from './PassLinks.tsx'
import { type Pass, passesQuery } from './pass.queries.ts'

interface PassDialogProps {
  readonly credential: Credential
  readonly onClose: () => void
}

const isLive = ({ state }: Pass): boolean => state === 'ISSUED' || state === 'CLAIMED'

const PassList = ({ passes }: { readonly passes: readonly Pass[] }) => {
  const text = useText('issuancePortal')
  const { date } = useFormats()
  if (passes.length === 0) return <span>{text('issuancePortal:flashPasses.ofPeople.none')}</span>
  return (
    <List dense disablePadding sx={{ width: '100%' }}>
      {passes.map(({ id, designName, state, createdAt, createdBy }) => (
        <ListItem key={id} disableGutters>
          <ListItemText
            primary={`${designName}: ${text(`issuancePortal:flashPasses.ofPeople.states.${state}`)}`}
            secondary={text('issuancePortal:flashPasses.ofPeople.since', {
              at: date(createdAt),
              by: createdBy,
            })}
          />
        </ListItem>
      ))}
    </List>
  )
}

const Content = ({ credential, passes }: { credential: Credential; passes: readonly Pass[] }) => {
  const may = useMay()
  const live = passes.find(isLive)
  const isComplete = credential.enrollment.enrollState === 'ENROLLED'
  return (
    <Stack spacing={2} sx={{ alignItems: 'flex-start' }}>
      <PassList passes={passes} />
      {live !== undefined && <PassLinks credential={credential} pass={live} />}
      {live === undefined && isComplete && may(['ISSUANCE', 'ADD']) && (
        <NewPass credential={credential} />
      )}
    </Stack>
  )
}

/** What somebody has in the wallet of their phone. */
export const PassDialog = ({ credential, onClose }: PassDialogProps) => {
  const text = useText('issuancePortal')
  const query = useQuery(passesQuery(credential.enrollment.id))
  const actions = (
    <Button kind="primary" onClick={onClose}>
      {text('issuancePortal:flashPasses.ofPeople.close')}
    </Button>
  )
  return (
    <Dialog
      isOpen
      width="sm"
      title={text('issuancePortal:flashPasses.ofPeople.action')}
      {...{ actions, onClose }}
    >
      <QueryView query={query}>
        {(passes) => <Content credential={credential} passes={passes} />}
      </QueryView>
    </Dialog>
  )
}
