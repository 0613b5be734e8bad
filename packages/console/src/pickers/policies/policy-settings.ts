import type { PolicyPartName, policyParts } from '@signet/contract/settings/policy-parts'
import type { DurationUnit } from '@signet/rules/durations'
import type { TextKey } from '../../lib/i18n.ts'

type Key = TextKey<'settings' | 'common'>

interface Choice {
  readonly value: string
  readonly label: Key
}

type PlainKind = 'number' | 'toggle' | 'lines' | 'lockouts' | 'roles'
type Plain<K extends PlainKind = PlainKind> = K extends PlainKind ? { readonly kind: K } : never

type Control =
  | Plain
  | { readonly kind: 'duration'; readonly storedIn: DurationUnit }
  | { readonly kind: 'choice' | 'choices'; readonly options: readonly Choice[] }

/** One field of a policy: what it is called, and how it is typed. */
export type Setting = Control & { readonly label: Key }

/** The values of a list with their names. */
export const options = <V extends string>(
  values: readonly V[],
  labelOf: (value: V) => Key,
): readonly Choice[] => values.map((value) => ({ value, label: labelOf(value) }))

const plain =
  (kind: PlainKind) =>
  (label: Key): Setting => ({ kind, label })

const listed =
  (kind: 'choice' | 'choices') =>
  (label: Key, choices: readonly Choice[]): Setting => ({ kind, label, options: choices })

export const setting = {
  number: plain('number'),
  toggle: plain('toggle'),
  lines: plain('lines'),
  lockouts: plain('lockouts'),
  roles: plain('roles'),
  duration: (label: Key, storedIn: DurationUnit): Setting => ({
    kind: 'duration',
    label,
    storedIn,
  }),
  choice: listed('choice'),
  choices: listed('choices'),
} as const

type Parts = typeof policyParts

/** A part of a policy: its name, and what can be set in it. Every field of the contract has a line. */
export interface Part<P extends PolicyPartName = PolicyPartName> {
  readonly title: Key
  readonly settings: { readonly [F in keyof Parts[P]['schema']['shape']]-?: Setting }
}
