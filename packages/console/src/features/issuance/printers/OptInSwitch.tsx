import Paper from '@mui/material/Paper'
import { changeFleetOptIn, readFleetOptIn } from '@signet/contract/issuance/printer-search'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { showFailure } from '../../../lib/show-failure.ts'
import { useSession } from '../../../session/session-context.tsx'
import { ToggleInput } from '../../../ui/ToggleInput.tsx'
import { useMayChange } from './use-may-change.ts'

const queryKey = ['printers', 'opt-in']

const Switch = () => {
  const text = useText('issuancePortal')
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) => call(readFleetOptIn, { signal }),
  })
  const { mutate, isPending } = useMutation({
    mutationFn: (optedIn: boolean) => call(changeFleetOptIn, { body: { optedIn } }),
    onSuccess: ({ optedIn }) => {
      showMessage(text(`issuancePortal:fleet.${optedIn ? 'optedIn' : 'optedOut'}`))
      return client.invalidateQueries({ queryKey })
    },
    onError: showFailure,
  })
  if (data === undefined) return null
  return (
    <Paper variant="outlined" sx={{ mt: 3, px: 2, py: 1 }}>
      <ToggleInput
        look="switch"
        label={text('issuancePortal:fleet.optIn')}
        hint={text('issuancePortal:fleet.optInText')}
        value={data.optedIn}
        isDisabled={isPending}
        onChange={(optedIn) => mutate(optedIn)}
      />
    </Paper>
  )
}

/** Where somebody stands above this account: whether they see its printers. */
export const OptInSwitch = () => {
  const mayChange = useMayChange()
  const { theme } = useSession()
  return theme.parentHostname !== null && mayChange('EDIT') ? <Switch /> : null
}
