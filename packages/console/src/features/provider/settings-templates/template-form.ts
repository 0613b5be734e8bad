import { Line } from '@signet/contract/kit/schemas'
import {
  TemplateValues,
  templateParts,
  weakTemplateFields,
} from '@signet/contract/provider/settings-template-values'
import type { SettingsTemplateChange } from '@signet/contract/provider/settings-templates'
import { z } from 'zod'
import { saidFault } from '../../../lib/validation-texts.ts'

type Values = Record<string, Record<string, unknown>>

export interface TemplateField {
  readonly family: keyof typeof templateParts
  readonly field: string
  /** What can be chosen; null for a number. */
  readonly choices: readonly string[] | null
}

const families = Object.keys(templateParts).filter((name): name is keyof typeof templateParts =>
  Object.hasOwn(templateParts, name),
)

const choicesIn = (schema: unknown): readonly string[] | null => {
  const inner: unknown = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  if (inner instanceof z.ZodBoolean) return ['true', 'false']
  return inner instanceof z.ZodEnum ? inner.options.map(String) : null
}

const typed = (choice: unknown): unknown =>
  choice === 'true' || choice === 'false' ? choice === 'true' : choice

const isWeak = (family: string, field: string, value: unknown): boolean =>
  weakTemplateFields({ [family]: { [field]: value } }).length > 0

/** Every field that a template can have, without choices that would weaken tenants. */
export const templateFields: readonly TemplateField[] = families.flatMap((family) =>
  Object.entries(templateParts[family].schema.shape).map(([field, schema]) => ({
    family,
    field,
    choices: choicesIn(schema)?.filter((choice) => !isWeak(family, field, typed(choice))) ?? null,
  })),
)

export const fieldsOf = (family: string): readonly TemplateField[] =>
  templateFields.filter((each) => each.family === family)
export { families }

/** Fields of the form that are not empty; texts of switches as what they stand for. */
const given = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([family, fields]) => {
      const own = Object.entries(fields).filter(
        ([, value]) => value !== null && value !== undefined && value !== '',
      )
      const entries = own.map(([field, value]) => [field, typed(value)] as const)
      return entries.length === 0 ? [] : [[family, Object.fromEntries(entries)] as const]
    }),
  )

/** The form on a template; an empty field is inherited, or not part of it. */
export const templateForm = (weaker: string) =>
  z
    .object({
      name: Line(100),
      description: z.string().trim().max(500),
      parentId: z.string().nullable(),
      values: z.record(z.string(), z.record(z.string(), z.unknown())),
    })
    .superRefine(({ values }, ctx) => {
      const own = given(values)
      const read = TemplateValues.safeParse(own)
      for (const { path, message } of read.error?.issues ?? []) {
        ctx.addIssue({ code: 'custom', path: ['values', ...path], message })
      }
      for (const { family, field } of weakTemplateFields(own)) {
        const path = ['values', family, field]
        ctx.addIssue({ code: 'custom', path, message: saidFault(weaker) })
      }
    })

export type TemplateFormValues = z.input<ReturnType<typeof templateForm>>
export type TemplateBody = z.output<ReturnType<typeof templateForm>>

export const bodyOf = ({
  values,
  ...rest
}: TemplateBody): z.input<typeof SettingsTemplateChange> => ({
  ...rest,
  values: TemplateValues.parse(given(values)),
})

const shown = (value: unknown): unknown => (typeof value === 'boolean' ? String(value) : value)

/** Every field, empty where the template has no value of its own. */
const allFields = (own: Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>) =>
  Object.fromEntries(
    families.map((family) => [
      family,
      Object.fromEntries(
        fieldsOf(family).map(({ field }) => [field, shown(own[family]?.[field] ?? null)]),
      ),
    ]),
  )

export const newTemplate: TemplateFormValues = {
  name: '',
  description: '',
  parentId: null,
  values: allFields({}),
}

export const formOf = ({
  name,
  description,
  parentId,
  values,
}: Pick<
  z.output<typeof SettingsTemplateChange>,
  'name' | 'description' | 'parentId' | 'values'
>): TemplateFormValues => ({
  name,
  description,
  parentId,
  values: allFields(values),
})
