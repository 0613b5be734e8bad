import { type ClassRestrictions, isSomeClassAllowed, requiredClassCount } from './restrictions.ts'
import { isFilled } from './text.ts'

/** What an administrator decides about one variable of a smart credential definition. */
export interface CredentialVariable {
  readonly modifiable: boolean
  readonly displayable: boolean
  readonly defaultValue: string | null
  /** The service makes a value when none is given. */
  readonly generate: boolean
}

export const isMaxLengthEnough = (maxLength: number, restrictions: ClassRestrictions): boolean =>
  maxLength >= requiredClassCount(restrictions)

/** Who may change a value must see what stands there now. */
export const isModifiableShown = ({ modifiable, displayable }: CredentialVariable): boolean =>
  !modifiable || displayable

/** A value left unchanged must come from somewhere. */
export const isModifiableFilled = ({
  modifiable,
  defaultValue,
  generate,
}: CredentialVariable): boolean => !modifiable || generate || isFilled(defaultValue)

export type CredentialVariableFault =
  | 'all_classes_forbidden'
  | 'max_length_too_small'
  | 'modifiable_not_displayable'
  | 'modifiable_without_value'

export interface CredentialVariableRules extends CredentialVariable {
  readonly maxLength: number
  readonly restrictions: ClassRestrictions
}

/** Every rule that a variable breaks; empty when it is sound. */
export const credentialVariableFaults = (
  variable: CredentialVariableRules,
): readonly CredentialVariableFault[] => {
  const checks: readonly (readonly [CredentialVariableFault, boolean])[] = [
    ['all_classes_forbidden', isSomeClassAllowed(variable.restrictions)],
    ['max_length_too_small', isMaxLengthEnough(variable.maxLength, variable.restrictions)],
    ['modifiable_not_displayable', isModifiableShown(variable)],
    ['modifiable_without_value', isModifiableFilled(variable)],
  ]
  return checks.filter(([, holds]) => !holds).map(([fault]) => fault)
}
