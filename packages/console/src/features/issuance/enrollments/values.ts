import { fieldsOfWorkflow, sequenceOf, type WorkflowField } from '@signet/card/enrolment/definition'
import type { Form } from './enrollments.queries.ts'

/** By the names of fields. */
export type Values = Readonly<Record<string, string>>

/** Fields that people fill; the others are given by the service. */
export const isFilledByHand = (field: WorkflowField): boolean =>
  !field.readOnly && sequenceOf(field) === null

/** What has become different, and what was taken away. */
export const changesOf = (
  { definition }: Pick<Form, 'definition'>,
  before: Values,
  after: Values,
): Record<string, string | null> =>
  Object.fromEntries(
    fieldsOfWorkflow(definition)
      .filter(
        (field) =>
          isFilledByHand(field) && (before[field.name] ?? '') !== (after[field.name] ?? ''),
      )
      .map(({ name }): [string, string | null] => [name, (after[name] ?? '') || null]),
  )

/** Of a new record: everything that is filled in. */
export const filledIn = ({ definition }: Pick<Form, 'definition'>, values: Values) =>
  Object.fromEntries(
    fieldsOfWorkflow(definition)
      .filter(isFilledByHand)
      .map(({ name }): [string, string | null] => [name, (values[name] ?? '') || null]),
  )
