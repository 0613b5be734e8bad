import Typography from '@mui/material/Typography'
import type { TenantDrift } from '@signet/contract/provider/settings-templates'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { QueryView } from '../../../kit/QueryView.tsx'
import { useFormats } from '../../../lib/dates.ts'
import { useText } from '../../../lib/i18n.ts'
import { Section } from '../../../ui/Page.tsx'
import { FieldTable, MoreButton } from './FieldTable.tsx'
import { useFieldName, useShownValue } from './setting-words.ts'
import { driftQuery } from './settings-templates.queries.ts'

type Drift = z.output<typeof TenantDrift>

const useRows = (tenants: readonly Drift[]) => {
  const text = useText('serviceProvider')
  const { date } = useFormats()
  const nameOf = useFieldName()
  const shown = useShownValue()
  return tenants.flatMap(({ tenantId, companyName, fields }) =>
    fields.map((each) => ({
      key: `${tenantId} ${each.family} ${each.field}`,
      cells: [
        companyName,
        nameOf(each),
        shown(each, each.value),
        shown(each, each.templateValue),
        text(
          each.overridden
            ? 'serviceProvider:settingsTemplates.causes.overridden'
            : 'serviceProvider:settingsTemplates.causes.notRolledOut',
        ),
        each.changedAt === null ? '–' : date(each.changedAt),
      ],
    })),
  )
}

const DriftTable = ({ tenants }: { readonly tenants: readonly Drift[] }) => {
  const text = useText('serviceProvider')
  const rows = useRows(tenants)
  if (rows.length === 0) {
    return (
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {text('serviceProvider:settingsTemplates.noDrift')}
      </Typography>
    )
  }
  const column = (key: 'tenant' | 'setting' | 'tenantValue' | 'templateValue' | 'cause') =>
    text(`serviceProvider:settingsTemplates.${key}`)
  return (
    <FieldTable
      label={text('serviceProvider:settingsTemplates.drift')}
      columns={[
        column('tenant'),
        column('setting'),
        column('tenantValue'),
        column('templateValue'),
        column('cause'),
        text('serviceProvider:settingsTemplates.changedAt'),
      ]}
      rows={rows}
    />
  )
}

/** Where tenants differ from the template now. */
export const DriftTab = ({ id }: { readonly id: string }) => {
  const text = useText('serviceProvider')
  const query = useInfiniteQuery(driftQuery(id))
  return (
    <Section
      title={text('serviceProvider:settingsTemplates.drift')}
      description={text('serviceProvider:settingsTemplates.driftText')}
    >
      <QueryView query={query}>
        {({ pages }) => <DriftTable tenants={pages.flatMap(({ results }) => results)} />}
      </QueryView>
      <MoreButton query={query} />
    </Section>
  )
}
