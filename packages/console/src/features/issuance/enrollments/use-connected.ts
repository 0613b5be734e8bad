import { fieldsOfWorkflow } from '@signet/card/enrolment/definition'
import { readConnectedValues } from '@signet/contract/issuance/field-connections'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../../lib/call.ts'
import type { Form } from './enrollments.queries.ts'
import { isFilledByHand, type Values } from './values.ts'

type Answer = z.output<typeof readConnectedValues.answer>
type Connectable = Pick<Form, 'workflow' | 'definition' | 'connected'>
/** Why nothing came for a field. */
type Unread = Exclude<Answer['sources'][number]['outcome'], 'READ'>

interface Connected {
  /** What databases know, by the names of fields that people fill. */
  readonly found: Values
  readonly faults: Readonly<Record<string, { readonly outcome: Unread; readonly database: string }>>
  readonly isReading: boolean
  /** Looks once more where the fields that rows are found by have become different. */
  readonly look: (values: Values) => void
}

/** The values of key fields, by their ids. */
const keysOf = ({ definition, connected }: Connectable, values: Values) => {
  const ids = new Set(connected.map(({ keyFieldId }) => keyFieldId))
  const filled = fieldsOfWorkflow(definition).flatMap(({ id, name }): [string, string][] => {
    const value = (values[name] ?? '').trim()
    return ids.has(id) && value !== '' ? [[id, value]] : []
  })
  return Object.fromEntries(filled)
}

const namesOf = ({ definition }: Connectable): ReadonlyMap<string, string> =>
  new Map(
    fieldsOfWorkflow(definition)
      .filter(isFilledByHand)
      .map(({ id, name }) => [id, name]),
  )

/** By names what the answer tells by ids. */
const byName = <T>(form: Connectable, byId: Readonly<Record<string, T>>) => {
  const names = namesOf(form)
  return Object.fromEntries(
    Object.entries(byId).flatMap(([id, value]): [string, T][] => {
      const name = names.get(id)
      return name === undefined ? [] : [[name, value]]
    }),
  )
}

const faultsOf = ({ sources }: Answer) =>
  Object.fromEntries(
    sources.flatMap(({ outcome, database, fields }) =>
      outcome === 'READ' ? [] : fields.map((id) => [id, { outcome, database }] as const),
    ),
  )

/** A call that failed says of every connected field that nothing came. */
const allFailed = ({ connected }: Connectable) =>
  Object.fromEntries(
    connected.map(({ fieldId }) => [fieldId, { outcome: 'FAILED' as const, database: '' }]),
  )

/** What external databases know of who is enrolled: asked when a record is opened, and when a key was typed. */
export const useConnected = (form: Connectable, initial: Values): Connected => {
  const [keys, setKeys] = useState(() => keysOf(form, initial))
  const { id: workflowId } = form.workflow
  const { data, isError, isFetching } = useQuery({
    queryKey: ['enrollments', 'connected', workflowId, keys],
    enabled: Object.keys(keys).length > 0,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: ({ signal }) =>
      call(readConnectedValues, { params: { workflowId }, body: { keys }, signal }),
  })
  const faults = isError ? allFailed(form) : data === undefined ? {} : faultsOf(data)
  return {
    found: byName(form, data?.values ?? {}),
    faults: byName(form, faults),
    isReading: isFetching,
    look: (values) => setKeys(keysOf(form, values)),
  }
}

/** What is empty and was not emptied by hand is filled with what was found. */
export const withFound = (typed: Values, touched: ReadonlySet<string>, found: Values): Values => ({
  ...typed,
  ...Object.fromEntries(
    Object.entries(found).filter(([name]) => !touched.has(name) && (typed[name] ?? '') === ''),
  ),
})
