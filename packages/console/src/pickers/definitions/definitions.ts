import type { Entity } from '../../kit/entity.ts'
import { wholeListQuery } from '../whole-list.ts'

/** What rules are made of, and the rules: named, described, listed whole. */
export interface Definition {
  readonly id: string
  readonly name: string
  readonly description: string
}

/** The calls of one kind of definition. */
export interface Definitions<Row extends Definition, Wanted>
  extends Entity<Row, Wanted, unknown, Wanted> {
  readonly list: (signal: AbortSignal) => Promise<readonly Row[]>
}

type Listed<Row extends Definition> = Pick<Definitions<Row, never>, 'subject' | 'list'>

export const allQuery = <Row extends Definition>({ subject, list }: Listed<Row>) => ({
  queryKey: [subject, 'all'],
  queryFn: ({ signal }: { signal: AbortSignal }) => list(signal),
})

/** The list comes whole. */
export const pageQuery = <Row extends Definition>({ subject, list }: Listed<Row>) =>
  wholeListQuery<Row>({
    subject,
    list,
    nameOf: ({ name }) => name,
    wordsOf: ({ name, description }) => [name, description],
  })
