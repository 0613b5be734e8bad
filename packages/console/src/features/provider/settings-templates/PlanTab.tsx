import Typography from '@mui/material/Typography'
import type { TenantPlan } from '@signet/contract/provider/settings-templates'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useText } from '../../../lib/i18n.ts'
import { useMay } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Tag } from '../../../ui/Tag.tsx'
import { ToggleInput } from '../../../ui/ToggleInput.tsx'
import { FieldTable, MoreButton } from './FieldTable.tsx'
import { StartDialog } from './StartDialog.tsx'
import { useFieldName, useShownValue } from './setting-words.ts'
import { planQuery } from './settings-templates.queries.ts'

type Plan = z.output<typeof TenantPlan>

const severities = { CHANGED: 'INFO', OVERRIDDEN: 'WARNING', REFUSED: 'ERROR' } as const

const useRows = (plans: readonly Plan[]) => {
  const text = useText('serviceProvider')
  const nameOf = useFieldName()
  const shown = useShownValue()
  return plans.flatMap(({ tenantId, companyName, fields }) =>
    fields.map((each) => ({
      key: `${tenantId} ${each.family} ${each.field}`,
      cells: [
        companyName,
        nameOf(each),
        shown(each, each.before),
        shown(each, each.after),
        <Tag
          key="state"
          label={text(`serviceProvider:settingsTemplates.planned.${each.reason ?? each.state}`)}
          severity={severities[each.state]}
        />,
      ],
    })),
  )
}

const PlanTable = ({ plans }: { readonly plans: readonly Plan[] }) => {
  const text = useText('serviceProvider')
  const rows = useRows(plans)
  const column = (key: 'tenant' | 'setting' | 'before' | 'after' | 'result') =>
    text(`serviceProvider:settingsTemplates.${key}`)
  if (rows.length === 0) {
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {text('serviceProvider:settingsTemplates.nothingPlanned')}
      </Typography>
    )
  }
  return (
    <FieldTable
      label={text('serviceProvider:settingsTemplates.plan')}
      columns={[
        column('tenant'),
        column('setting'),
        column('before'),
        column('after'),
        column('result'),
      ]}
      rows={rows}
    />
  )
}

/** What a rollout would change, and its start. */
export const PlanTab = ({ id }: { readonly id: string }) => {
  const text = useText('serviceProvider')
  const mayStart = useMay()(['TENANTS', 'ADD'])
  const [overwrite, setOverwrite] = useState(false)
  const [isStarting, setIsStarting] = useState(false)
  const query = useInfiniteQuery(planQuery(id, overwrite))
  return (
    <Section
      title={text('serviceProvider:settingsTemplates.plan')}
      description={text('serviceProvider:settingsTemplates.planText')}
    >
      <ToggleInput
        label={text('serviceProvider:settingsTemplates.overwrite')}
        hint={text('serviceProvider:settingsTemplates.overwriteHint')}
        value={overwrite}
        onChange={setOverwrite}
      />
      <QueryView query={query}>
        {({ pages }) => <PlanTable plans={pages.flatMap(({ results }) => results)} />}
      </QueryView>
      <MoreButton query={query} />
      {mayStart && (
        <Button kind="primary" onClick={() => setIsStarting(true)}>
          {text('serviceProvider:settingsTemplates.start')}
        </Button>
      )}
      {isStarting && <StartDialog {...{ id, overwrite }} onClose={() => setIsStarting(false)} />}
    </Section>
  )
}
