import { ReportDefinition } from '@signet/contract/operations/saved-reports'
import type { ReportKind } from '@signet/rules/reports'
import { z } from 'zod'

const isGiven = (value: unknown): boolean =>
  value !== '' && value !== null && !(Array.isArray(value) && value.length === 0)

const { kind, period, columns, filter } = ReportDefinition.shape

/** A filter as its fields hold it: what is empty filters nothing. */
const FilterForm = z.preprocess(
  (typed: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(typed).filter(([, one]) => isGiven(one))),
  filter,
)

/** The fields that say what a report tells. */
export const DefinitionForm = z.object({ kind, period, columns, filter: FilterForm })
type DefinitionFields = z.input<typeof DefinitionForm>
export type Definition = z.output<typeof DefinitionForm>

/** Where the definition stands in a form: at its top, or as the report of a task. */
export type Prefix = '' | 'report.'

const noFilter = { actions: [], outcome: '', entityType: '', address: '', country: '', text: '' }

/** What the fields begin with; a filter that none of them shows is kept as it is. */
export const definitionFields = (
  definition: Partial<Definition> = {},
): DefinitionFields & { kind: ReportKind } => ({
  kind: definition.kind ?? 'AUDIT_EVENTS',
  period: definition.period ?? 'LAST_7_DAYS',
  columns: [...(definition.columns ?? [])],
  filter: { ...noFilter, ...definition.filter },
})
