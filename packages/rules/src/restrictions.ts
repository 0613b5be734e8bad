export const restrictionValues = ['ALLOWED', 'REQUIRED', 'NOT_ALLOWED', 'NOT_SET'] as const
/** NOT_SET leaves the class to chance: what is not set does not restrict. */
export type Restriction = (typeof restrictionValues)[number]

export const characterClasses = ['digit', 'lowercase', 'uppercase', 'special'] as const
export type CharacterClass = (typeof characterClasses)[number]
export type ClassRestrictions = Readonly<Record<CharacterClass, Restriction>>

/** With every class forbidden no text could be written. */
export const isSomeClassAllowed = (restrictions: ClassRestrictions): boolean =>
  characterClasses.some((one) => restrictions[one] !== 'NOT_ALLOWED')

export const requiredClassCount = (restrictions: ClassRestrictions): number =>
  characterClasses.filter((one) => restrictions[one] === 'REQUIRED').length
