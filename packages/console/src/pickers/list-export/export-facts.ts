import type { ExportedList } from '@signet/rules/list-exports'
import type { ListRequest } from '../../kit/list-state.ts'

/** How what a list shows is asked for as a file. */
export interface ExportFacts {
  readonly list: ExportedList
  readonly params?: Readonly<Record<string, string>>
  /** What the list's call is given; absent where the list comes whole. */
  readonly body?: (request: ListRequest) => Readonly<Record<string, unknown>>
  /** Of a list that comes whole: what it shows. */
  readonly ids?: (request: ListRequest) => Promise<readonly string[]>
  /** The fields that each column stands for. */
  readonly fields: Readonly<Record<string, readonly string[]>>
}
