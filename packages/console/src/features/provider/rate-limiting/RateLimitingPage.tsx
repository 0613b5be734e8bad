import Link from '@mui/material/Link'
import { limitSubjects, policyClasses } from '@signet/rules/request-limits'
import { useMemo, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { DeleteDialog } from '../../../kit/deletion.tsx'
import { optionsOf } from '../../../kit/fields.ts'
import { ListPage } from '../../../kit/ListPage.tsx'
import { rowId } from '../../../kit/named-rows.ts'
import { useAddButton } from '../../../kit/use-add-button.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { originSeverity, useLimitWords } from '../../../pickers/rate-limits/limit-words.ts'
import { type LimitInForce, limitOrigins } from '../../../pickers/rate-limits/limits.queries.ts'
import { useMay } from '../../../session/session-context.tsx'
import type { MenuAction } from '../../../ui/ActionMenu.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { CallersButton, RefreshButton } from './list-buttons.tsx'
import {
  editPolicyPath,
  limitsPageQuery,
  newPolicyPath,
  newPolicyPathFor,
  policies,
  policyPath,
} from './rate-limiting.queries.ts'
import { useDeletionTexts } from './use-deletion-texts.ts'

/** Defaults have no page of their own. */
const LimitLink = ({ limit: { policyId }, name }: { limit: LimitInForce; name: string }) =>
  policyId === null ? (
    name
  ) : (
    <Link component={RouterLink} to={policyPath(policyId)}>
      {name}
    </Link>
  )

const useColumns = () => {
  const text = useText('serviceProvider')
  const { number } = useFormats()
  const { classOf, subjectOf, rateOf } = useLimitWords()
  return useMemo(() => {
    const column = (key: 'limitClass' | 'subject' | 'rate' | 'burst' | 'origin') => ({
      key,
      title: text(`serviceProvider:rateLimiting.fields.${key}`),
    })
    return [
      {
        ...column('limitClass'),
        share: 2,
        minWidth: 220,
        render: (limit: LimitInForce) => <LimitLink limit={limit} name={classOf(limit)} />,
      },
      { ...column('subject'), minWidth: 120, render: subjectOf },
      { ...column('rate'), minWidth: 160, render: rateOf },
      {
        ...column('burst'),
        width: 120,
        isNumeric: true,
        render: ({ burst }: LimitInForce) => number(burst),
      },
      {
        ...column('origin'),
        width: 140,
        render: ({ origin }: LimitInForce) => (
          <Tag
            label={text(`serviceProvider:rateLimiting.origins.${origin}`)}
            severity={originSeverity[origin]}
          />
        ),
      },
    ]
  }, [text, number, classOf, subjectOf, rateOf])
}

const useFilters = () => {
  const text = useText('serviceProvider')
  const { classOf, subjectOf } = useLimitWords()
  const label = (key: 'limitClass' | 'subject' | 'origin') => ({
    key,
    label: text(`serviceProvider:rateLimiting.fields.${key}`),
  })
  const origins = limitOrigins.filter((origin) => origin !== 'tenant')
  return [
    {
      ...label('limitClass'),
      options: optionsOf(policyClasses, (limitClass) => classOf({ limitClass })),
    },
    { ...label('subject'), options: optionsOf(limitSubjects, (subject) => subjectOf({ subject })) },
    {
      ...label('origin'),
      options: optionsOf(origins, (origin) =>
        text(`serviceProvider:rateLimiting.origins.${origin}`),
      ),
    },
  ]
}

/** A default is replaced, a policy of the provider changed or deleted. */
const useRowActions = (onDelete: (limit: LimitInForce) => void) => {
  const text = useText('serviceProvider')
  const may = useMay()
  return (limit: LimitInForce): readonly MenuAction[] => {
    const { policyId } = limit
    const replace = {
      label: text('serviceProvider:rateLimiting.replace'),
      to: newPolicyPathFor(limit),
    }
    if (policyId === null) return may(['RATELIMITING', 'ADD']) ? [replace] : []
    const edit = {
      label: text('serviceProvider:rateLimiting.edit'),
      to: editPolicyPath(policyId),
    }
    const remove = {
      label: text('serviceProvider:rateLimiting.deletes.action'),
      isDestructive: true,
      onSelect: () => onDelete(limit),
    }
    return [
      ...(may(['RATELIMITING', 'EDIT']) ? [edit] : []),
      ...(may(['RATELIMITING', 'REMOVE']) ? [remove] : []),
    ]
  }
}

interface DeletePolicyProps {
  readonly limit: LimitInForce
  readonly onClose: () => void
}

const DeletePolicy = ({ limit, onClose }: DeletePolicyProps) => (
  <DeleteDialog
    entity={policies}
    id={limit.policyId ?? ''}
    texts={useDeletionTexts(limit)}
    onClose={onClose}
  />
)

/** The request limits that hold for the tenants of this provider. */
const RateLimitingPage = () => {
  const text = useText('serviceProvider')
  const { nameOf } = useLimitWords()
  const [deleted, setDeleted] = useState<LimitInForce | null>(null)
  const add = useAddButton(
    ['RATELIMITING', 'ADD'],
    newPolicyPath,
    text('serviceProvider:rateLimiting.add'),
  )
  return (
    <>
      <ListPage<LimitInForce>
        title={text('common:pages.rateLimiting')}
        query={limitsPageQuery}
        columns={useColumns()}
        filters={useFilters()}
        rowId={rowId}
        rowName={nameOf}
        rowActions={useRowActions(setDeleted)}
        actions={
          <>
            <CallersButton />
            <RefreshButton />
            {add}
          </>
        }
        empty={{
          title: text('serviceProvider:rateLimiting.empty'),
          text: text('serviceProvider:rateLimiting.emptyText'),
        }}
      />
      {deleted !== null && <DeletePolicy limit={deleted} onClose={() => setDeleted(null)} />}
    </>
  )
}

export default RateLimitingPage
