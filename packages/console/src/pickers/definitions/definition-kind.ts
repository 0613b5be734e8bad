import type { EntityType } from '@signet/rules/permissions'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import type { TextKey } from '../../lib/i18n.ts'
import type { Definition, Definitions } from './definitions.ts'

/** Where the texts of a kind stand: `resource:definitions.<words>`. */
type DefinitionWords = 'rules' | 'ipLists' | 'items' | 'transactionRules'

/** Everything that the pages of one kind of definition differ in. */
export interface DefinitionKind<Row extends Definition, In extends FieldValues, Wanted> {
  readonly definitions: Definitions<Row, Wanted>
  readonly words: DefinitionWords
  readonly entity: EntityType
  /** The address of the list. */
  readonly listPath: string
  readonly addPath: string
  readonly pathOf: (id: string) => string
  readonly titles: {
    readonly list: TextKey<'common'>
    readonly add: TextKey<'common'>
    readonly one: TextKey<'common'>
  }
  readonly schema: z.ZodType<Wanted, In>
  readonly empty: In
  readonly typed: (row: Row) => In
  /** The names of all fields as people see them. */
  readonly labels: Readonly<Record<string, TextKey<'resource'>>>
  readonly Fields: () => ReactNode
}
