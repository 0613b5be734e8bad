import { abort } from '@signet/rules/abort'
import { z } from 'zod'
import { FieldName, frame, plainText, textStyle } from './frame.ts'

export const ListShape = z.object({
  ...frame,
  kind: z.literal('list'),
  ...textStyle,
  field: FieldName.nullable(),
  /** What is printed for a value; a value that is not named here stands as it is. */
  labels: z
    .array(z.object({ value: z.string().max(200, abort), label: z.string().max(200, abort) }))
    .max(100, abort),
})

export const blankList = { ...plainText, kind: 'list', field: null, labels: [] } as const

type List = z.output<typeof ListShape>

export const labelOf = ({ labels }: Pick<List, 'labels'>, value: string): string =>
  labels.find((each) => each.value === value)?.label ?? value
