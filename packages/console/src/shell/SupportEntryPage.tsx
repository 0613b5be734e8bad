import SupportIcon from '@mui/icons-material/SupportAgentOutlined'
import { completeSupportChallenge } from '@signet/contract/provider/tenant-support'
import { readSubscriber } from '@signet/contract/tenancy/subscribers'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { ErrorNotice } from '../kit/ErrorNotice.tsx'
import { call } from '../lib/call.ts'
import { CallError } from '../lib/call-error.ts'
import { useText } from '../lib/i18n.ts'
import { leaveTo } from '../lib/leave.ts'
import { openSupportTab } from '../session/support-tab.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { CentredState } from '../ui/States.tsx'
import { FullPageNotice } from './FullPageNotice.tsx'

/** The challenge that the link brings; it does not stay in the address. */
const useChallenge = (): string => {
  const [parameters] = useSearchParams()
  const [challenge] = useState(() => parameters.get('challenge') ?? '')
  useEffect(() => history.replaceState(history.state, '', '/#/supportentry'), [])
  return challenge
}

/** The name of the tenant, once it is known. */
const useTenantName = (): string => {
  const [name, setName] = useState(location.hostname)
  useEffect(() => {
    call(readSubscriber).then(
      ({ companyName }) => setName(companyName),
      () => undefined,
    )
  }, [])
  return name
}

/** A link that was used, has expired or was cut off. */
const isUsedUp = (error: unknown): boolean =>
  error instanceof CallError && ['no_transaction', 'invalid_parameters'].includes(error.code)

const useEntering = (challenge: string) => {
  const [failure, setFailure] = useState<unknown>(null)
  const [isPending, setIsPending] = useState(false)
  const enter = async (): Promise<void> => {
    setIsPending(true)
    setFailure(null)
    try {
      const session = await call(completeSupportChallenge, { body: { challenge }, proof: 'key' })
      openSupportTab(session, Date.now())
      leaveTo('/redirect')
    } catch (error) {
      setFailure(error)
      setIsPending(false)
    }
  }
  return { failure, isPending, enter }
}

/**
 * `/supportentry`: opens the session of a provider in this tab. It asks first: a link from elsewhere
 * alone begins no session.
 */
const SupportEntryPage = () => {
  const text = useText('serviceProvider')
  const challenge = useChallenge()
  const name = useTenantName()
  const { failure, isPending, enter } = useEntering(challenge)
  const isLost = challenge === '' || isUsedUp(failure)
  const lost = <Notice severity="error">{text('serviceProvider:supportEntry.usedUp')}</Notice>
  return (
    <FullPageNotice>
      <CentredState
        icon={<SupportIcon />}
        title={text('serviceProvider:supportEntry.title', { name })}
        actions={
          isLost ? undefined : (
            <Button kind="primary" isPending={isPending} onClick={() => void enter()}>
              {text('serviceProvider:supportEntry.enter')}
            </Button>
          )
        }
      >
        {isLost ? lost : text('serviceProvider:supportEntry.text')}
        {!isLost && <ErrorNotice error={failure} />}
      </CentredState>
    </FullPageNotice>
  )
}

export default SupportEntryPage
