import { RateLimit } from '@signet/contract/provider/rate-limiting'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmAction } from '../../kit/ConfirmAction.tsx'
import { EntityForm } from '../../kit/EntityForm.tsx'
import { QueryView } from '../../kit/QueryView.tsx'
import { useText } from '../../lib/i18n.ts'
import { showMessage } from '../../lib/messages.ts'
import { useMay } from '../../session/session-context.tsx'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Item, ItemList } from '../../ui/ItemList.tsx'
import { Section } from '../../ui/Page.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { LimitFigures, useLimitLabels } from './LimitFields.tsx'
import { originSeverity, useLimitWords } from './limit-words.ts'
import {
  isSameLimit,
  type Limit,
  type LimitInForce,
  limitsInForce,
  policiesQuery,
  tenantLimitsQuery,
  useTenantLimits,
} from './limits.queries.ts'

interface OwnLimits {
  readonly tenantId: string
  /** What the tenant has of its own. */
  readonly own: readonly Limit[]
}

interface LimitDialogProps extends OwnLimits {
  readonly limit: LimitInForce
  readonly onClose: () => void
}

/** The figures of one class and subject for this tenant alone. */
const LimitDialog = ({ tenantId, own, limit, onClose }: LimitDialogProps) => {
  const text = useText('serviceProvider')
  const { nameOf } = useLimitWords()
  const labels = useLimitLabels()
  const change = useTenantLimits(tenantId)
  const { limitClass, subject, rate, periodSeconds, burst } = limit
  const others = own.filter((each) => !isSameLimit(each, limit))
  return (
    <Dialog isOpen width="sm" title={nameOf(limit)} onClose={onClose}>
      <EntityForm
        schema={RateLimit}
        initial={{ value: { limitClass, subject, rate, periodSeconds, burst }, etag: null }}
        save={async (wanted) => {
          await change.mutateAsync([...others, wanted])
          showMessage(text('serviceProvider:rateLimiting.tenant.saved'))
        }}
        onSaved={onClose}
        onCancel={onClose}
        labels={labels}
      >
        <LimitFigures />
      </EntityForm>
    </Dialog>
  )
}

interface RemoveDialogProps extends OwnLimits {
  /** Null: everything that the tenant has of its own. */
  readonly limit: LimitInForce | null
  readonly onClose: () => void
}

/** Lets the policies of the provider hold again. */
const RemoveDialog = ({ tenantId, own, limit, onClose }: RemoveDialogProps) => {
  const text = useText('serviceProvider')
  const { nameOf } = useLimitWords()
  const change = useTenantLimits(tenantId)
  const left = limit === null ? [] : own.filter((each) => !isSameLimit(each, limit))
  const run = async (): Promise<void> => {
    await change.mutateAsync(left)
    showMessage(text('serviceProvider:rateLimiting.tenant.removed'))
  }
  return (
    <ConfirmAction
      title={
        limit === null
          ? text('serviceProvider:rateLimiting.tenant.removeAllTitle')
          : text('serviceProvider:rateLimiting.tenant.removeTitle', { name: nameOf(limit) })
      }
      confirmLabel={text('serviceProvider:rateLimiting.tenant.remove')}
      isDestructive
      onConfirm={run}
      onClose={onClose}
    >
      {text('serviceProvider:rateLimiting.tenant.removeText')}
    </ConfirmAction>
  )
}

interface LimitItemProps {
  readonly limit: LimitInForce
  readonly onChange: () => void
  readonly onRemove: () => void
}

const LimitItem = ({ limit, onChange, onRemove }: LimitItemProps) => {
  const text = useText('serviceProvider')
  const may = useMay()
  const { nameOf, figuresOf } = useLimitWords()
  const name = nameOf(limit)
  const change = { label: text('serviceProvider:rateLimiting.tenant.change'), onSelect: onChange }
  const remove = {
    label: text('serviceProvider:rateLimiting.tenant.remove'),
    isDestructive: true,
    onSelect: onRemove,
  }
  const mayRemove = limit.origin === 'tenant' && may(['RATELIMITING', 'REMOVE'])
  return (
    <Item
      title={name}
      detail={figuresOf(limit)}
      tag={
        <Tag
          label={text(`serviceProvider:rateLimiting.origins.${limit.origin}`)}
          severity={originSeverity[limit.origin]}
        />
      }
      actions={
        <ActionMenu
          label={text('common:list.rowActions', { name })}
          actions={[
            ...(may(['RATELIMITING', 'EDIT']) ? [change] : []),
            ...(mayRemove ? [remove] : []),
          ]}
        />
      }
    />
  )
}

type Opened =
  | { readonly dialog: 'change'; readonly limit: LimitInForce }
  | { readonly dialog: 'remove'; readonly limit: LimitInForce | null }

interface LimitsProps extends OwnLimits {
  readonly inForce: readonly LimitInForce[]
}

const Limits = ({ tenantId, own, inForce }: LimitsProps) => {
  const text = useText('serviceProvider')
  const mayRemove = useMay()(['RATELIMITING', 'REMOVE'])
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = (): void => setOpened(null)
  const removeAll = (
    <Button onClick={() => setOpened({ dialog: 'remove', limit: null })}>
      {text('serviceProvider:rateLimiting.tenant.removeAll')}
    </Button>
  )
  return (
    <Section
      title={text('serviceProvider:rateLimiting.tenant.title')}
      description={text('serviceProvider:rateLimiting.tenant.text')}
      actions={own.length > 0 && mayRemove && removeAll}
    >
      <ItemList empty={text('serviceProvider:rateLimiting.tenant.empty')}>
        {inForce.map((limit) => (
          <LimitItem
            key={limit.id}
            limit={limit}
            onChange={() => setOpened({ dialog: 'change', limit })}
            onRemove={() => setOpened({ dialog: 'remove', limit })}
          />
        ))}
      </ItemList>
      {opened?.dialog === 'change' && (
        <LimitDialog {...{ tenantId, own }} limit={opened.limit} onClose={close} />
      )}
      {opened?.dialog === 'remove' && (
        <RemoveDialog {...{ tenantId, own }} limit={opened.limit} onClose={close} />
      )}
    </Section>
  )
}

/** The request limits that hold for one tenant, where each comes from, and the tenant's own. */
export const TenantLimits = ({ tenantId }: { readonly tenantId: string }) => {
  const policies = useQuery(policiesQuery)
  const limits = useQuery(tenantLimitsQuery(tenantId))
  return (
    <QueryView query={policies}>
      {(set) => (
        <QueryView query={limits}>
          {({ limits: own }) => <Limits {...{ tenantId, own }} inForce={limitsInForce(set, own)} />}
        </QueryView>
      )}
    </QueryView>
  )
}
