import Stack from '@mui/material/Stack'
import { providerEntryParameter } from '@signet/rules/console'
import type { Severity } from '@signet/rules/severity'
import type { SupportState } from '@signet/rules/support'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { ConfirmAction } from '../../../kit/ConfirmAction.tsx'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { showMessage } from '../../../lib/messages.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Item, ItemList } from '../../../ui/ItemList.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import { EnterDialog } from './EnterDialog.tsx'
import {
  type TenantDetail,
  type TenantGrant,
  tenantSupportQuery,
  useEndSupport,
  useRequestSupport,
} from './tenants.queries.ts'

const severities: Readonly<Record<SupportState, Severity>> = {
  REQUESTED: 'WARNING',
  ACTIVE: 'OK',
  ENDED: 'UNKNOWN',
  EXPIRED: 'UNKNOWN',
}

const longestReason = 500

interface TenantProps {
  readonly tenant: Pick<TenantDetail, 'id' | 'companyName'>
}

interface RequestDialogProps extends TenantProps {
  readonly onClose: () => void
}

const RequestDialog = ({ tenant: { id, companyName: name }, onClose }: RequestDialogProps) => {
  const text = useText('serviceProvider')
  const request = useRequestSupport(id)
  const [reason, setReason] = useState('')
  const title = text('serviceProvider:supportBelow.request')
  const run = async (): Promise<void> => {
    await request.mutateAsync(reason.trim())
    showMessage(text('serviceProvider:supportBelow.requested'))
  }
  return (
    <ConfirmAction
      {...{ title, onClose }}
      confirmLabel={title}
      isIncomplete={reason.trim() === ''}
      onConfirm={run}
    >
      <Stack spacing={2}>
        <span>{text('serviceProvider:supportBelow.requestText', { name })}</span>
        <TextInput
          label={text('serviceProvider:supportAccess.reason')}
          isRequired
          autoFocus
          maxLength={longestReason}
          value={reason}
          onChange={setReason}
        />
      </Stack>
    </ConfirmAction>
  )
}

interface EndDialogProps {
  readonly tenantId: string
  readonly grant: TenantGrant
  readonly onClose: () => void
}

const EndDialog = ({ tenantId, grant: { id, state }, onClose }: EndDialogProps) => {
  const text = useText('serviceProvider')
  const end = useEndSupport(tenantId)
  const isRequest = state === 'REQUESTED'
  const run = async (): Promise<void> => {
    await end.mutateAsync(id)
    showMessage(
      isRequest
        ? text('serviceProvider:supportBelow.withdrawn')
        : text('serviceProvider:supportAccess.ended'),
    )
  }
  return (
    <ConfirmAction
      title={
        isRequest
          ? text('serviceProvider:supportBelow.withdrawTitle')
          : text('serviceProvider:supportAccess.endTitle')
      }
      confirmLabel={
        isRequest
          ? text('serviceProvider:supportBelow.withdraw')
          : text('serviceProvider:supportAccess.end')
      }
      isDestructive
      onConfirm={run}
      onClose={onClose}
    >
      {isRequest
        ? text('serviceProvider:supportBelow.withdrawText')
        : text('serviceProvider:supportAccess.endText')}
    </ConfirmAction>
  )
}

/** Rights of a grant, and until when it holds. */
const useDetail = () => {
  const text = useText('serviceProvider')
  const { date } = useFormats()
  return ({ state, rights, roleName, endsAt }: TenantGrant): string | null => {
    if (state === 'REQUESTED') return null
    const until =
      endsAt === null ? null : text('serviceProvider:supportBelow.until', { date: date(endsAt) })
    const what = rights === 'READ_ONLY' ? text('serviceProvider:supportAccess.readOnly') : roleName
    return [what, until].filter((part) => part !== null).join(' · ')
  }
}

interface Deeds {
  readonly onEnter: (grant: TenantGrant) => void
  readonly onEnd: (grant: TenantGrant) => void
}

interface GrantActionsProps extends Deeds {
  readonly grant: TenantGrant
}

const GrantActions = ({ grant, onEnter, onEnd }: GrantActionsProps) => {
  const text = useText('serviceProvider')
  const isActive = grant.state === 'ACTIVE'
  if (!isActive && grant.state !== 'REQUESTED') return null
  return (
    <>
      {isActive && (
        <Button onClick={() => onEnter(grant)}>{text('serviceProvider:supportEntry.enter')}</Button>
      )}
      <Button onClick={() => onEnd(grant)}>
        {isActive
          ? text('serviceProvider:supportAccess.end')
          : text('serviceProvider:supportBelow.withdraw')}
      </Button>
    </>
  )
}

const Grants = ({ tenant, ...deeds }: TenantProps & Deeds) => {
  const text = useText('serviceProvider')
  const mayEdit = useMay()(['TENANTS', 'EDIT'])
  const detailOf = useDetail()
  return (
    <QueryView query={useQuery(tenantSupportQuery(tenant.id))}>
      {(grants) => (
        <ItemList empty={text('serviceProvider:supportBelow.empty')}>
          {grants.map((grant) => (
            <Item
              key={grant.id}
              title={grant.reason}
              detail={detailOf(grant)}
              tag={
                <Tag
                  label={text(`serviceProvider:supportAccess.states.${grant.state}`)}
                  severity={severities[grant.state]}
                />
              }
              actions={mayEdit && <GrantActions grant={grant} {...deeds} />}
            />
          ))}
        </ItemList>
      )}
    </QueryView>
  )
}

/** What the tenant has granted, or was asked for. The tenant's sign-in page leads here to enter. */
export const TenantSupport = ({ tenant }: TenantProps) => {
  const text = useText('serviceProvider')
  const mayEdit = useMay()(['TENANTS', 'EDIT'])
  const [isAsking, setIsAsking] = useState(false)
  const [parameters] = useSearchParams()
  const [isLedHere, setIsLedHere] = useState(() => parameters.has(providerEntryParameter))
  const [entering, setEntering] = useState<TenantGrant | null>(null)
  const [ending, setEnding] = useState<TenantGrant | null>(null)
  const request = mayEdit && (
    <Button onClick={() => setIsAsking(true)}>
      {text('serviceProvider:supportBelow.request')}
    </Button>
  )
  return (
    <Section title={text('serviceProvider:supportBelow.tab')} actions={request}>
      <Grants tenant={tenant} onEnter={setEntering} onEnd={setEnding} />
      {isAsking && <RequestDialog tenant={tenant} onClose={() => setIsAsking(false)} />}
      {isLedHere && (
        <EnterDialog tenant={tenant} grant={null} onClose={() => setIsLedHere(false)} />
      )}
      {entering !== null && (
        <EnterDialog tenant={tenant} grant={entering} onClose={() => setEntering(null)} />
      )}
      {ending !== null && (
        <EndDialog tenantId={tenant.id} grant={ending} onClose={() => setEnding(null)} />
      )}
    </Section>
  )
}
