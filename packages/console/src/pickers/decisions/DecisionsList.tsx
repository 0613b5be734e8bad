import { riskActions, riskLevels } from '@signet/rules/risk/score'
import type { Severity } from '@signet/rules/severity'
import { optionsOf } from '../../kit/fields.ts'
import { ListPage } from '../../kit/ListPage.tsx'
import type { ListFilter } from '../../kit/list-types.ts'
import { rowId } from '../../kit/named-rows.ts'
import { useTimeColumn } from '../../kit/time-column.tsx'
import { useText } from '../../lib/i18n.ts'
import { Tag } from '../../ui/Tag.tsx'
import type { TableColumn } from '../../ui/table-columns.tsx'
import { useCountryName } from '../country-name.ts'
import { useResources } from '../rule-resources.ts'
import { ruleNameNow } from '../rules/rule-name.ts'
import {
  type Decision,
  type DecisionRow,
  decisionPath,
  decisionsQuery,
} from './decisions.queries.ts'

const severities: Readonly<Record<Decision['outcome'], Severity>> = {
  ALLOW: 'OK',
  STEP_UP: 'WARNING',
  DENY: 'ERROR',
}

/** How a decision came out. */
export const OutcomeTag = ({ outcome }: Pick<Decision, 'outcome'>) => {
  const text = useText('resource')
  return (
    <Tag label={text(`resource:decisions.outcomes.${outcome}`)} severity={severities[outcome]} />
  )
}

/** What it was about, and when. */
const useSubjectColumns = (): readonly TableColumn<DecisionRow>[] => {
  const text = useText('resource')
  const timeColumn = useTimeColumn()
  const { nameOf } = useResources()
  return [
    timeColumn(
      { key: 'when', title: text('resource:decisions.when') },
      ({ decidedAt }) => decidedAt,
    ),
    {
      key: 'person',
      title: text('resource:decisions.person'),
      minWidth: 120,
      render: ({ userName }) => userName,
    },
    {
      key: 'resource',
      title: text('resource:decisions.resource'),
      minWidth: 140,
      render: ({ resourceId }) => nameOf(resourceId),
    },
  ]
}

/** What was decided, and from where they came. */
const useOutcomeColumns = (): readonly TableColumn<DecisionRow>[] => {
  const text = useText('resource')
  const countryName = useCountryName()
  return [
    {
      key: 'outcome',
      title: text('resource:decisions.outcome'),
      width: 160,
      render: ({ outcome }) => <OutcomeTag outcome={outcome} />,
    },
    {
      key: 'level',
      title: text('resource:decisions.level'),
      width: 90,
      render: ({ level }) => text(`resource:decisions.levels.${level}`),
    },
    {
      key: 'rule',
      title: text('resource:decisions.rule'),
      minWidth: 140,
      render: ({ rule, resourceId }) =>
        rule === null ? '–' : ruleNameNow({ name: rule, resourceId }),
    },
    {
      key: 'address',
      title: text('resource:decisions.address'),
      minWidth: 140,
      render: ({ address, country }) =>
        [address ?? '–', country === null ? null : countryName(country)]
          .filter((part) => part !== null)
          .join(', '),
    },
  ]
}

const useFilters = (): readonly ListFilter[] => {
  const text = useText('resource')
  const { resources } = useResources()
  return [
    {
      key: 'outcome',
      label: text('resource:decisions.outcome'),
      options: optionsOf(riskActions, (value) => text(`resource:decisions.outcomes.${value}`)),
    },
    {
      key: 'level',
      label: text('resource:decisions.level'),
      options: optionsOf(riskLevels, (value) => text(`resource:decisions.levels.${value}`)),
    },
    {
      key: 'resource',
      label: text('resource:decisions.resource'),
      options: resources.map(({ id: value, name: label }) => ({ value, label })),
    },
    {
      key: 'period',
      label: text('resource:decisions.period'),
      options: optionsOf(['day', 'week', 'month'], (value) =>
        text(`resource:decisions.periods.${value}`),
      ),
    },
  ]
}

const rowName = ({ userName, decidedAt }: DecisionRow): string => `${userName} ${decidedAt}`
const rowLink = ({ id }: DecisionRow): string => decisionPath(id)

interface DecisionsListProps {
  readonly title: string
  /** Whose they are; everybody's where it is left out. */
  readonly userId?: string
  readonly tools?: React.ReactNode
}

/** How sign-ins were judged, the newest first. */
export const DecisionsList = ({ title, userId, tools }: DecisionsListProps) => {
  const text = useText('resource')
  const all = [...useSubjectColumns(), ...useOutcomeColumns()]
  const isPart = userId !== undefined
  return (
    <ListPage<DecisionRow>
      title={title}
      isPart={isPart}
      query={decisionsQuery(userId)}
      columns={isPart ? all.filter(({ key }) => key !== 'person') : all}
      filters={useFilters()}
      searchLabel={text('resource:decisions.search')}
      actions={tools}
      {...{ rowId, rowName, rowLink }}
      empty={{
        title: text('resource:decisions.empty'),
        text: text(isPart ? 'resource:decisions.emptyOfUser' : 'resource:decisions.emptyText'),
      }}
    />
  )
}
