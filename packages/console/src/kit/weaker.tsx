import { type WeakerFields, weakFields } from '@signet/contract/kit/weaker'
import { type WeakerObjectKind, weakerObjects } from '@signet/contract/operations/weaker-objects'
import { weakerFamilies } from '@signet/contract/settings/weaker-families'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { useText } from '../lib/i18n.ts'

type Values = Readonly<Record<string, unknown>>

interface Judged {
  readonly fields: WeakerFields
  /** The defaults. */
  readonly usual: Values
}

/** Which values of the form around a field are weaker than the defaults; null where none is judged. */
export const WeakerValues = createContext<Judged | null>(null)

/** Of the family that has these very defaults. */
export const judgedBy = (defaults: unknown): Judged | null => {
  const family = weakerFamilies.find((each) => each.defaults === defaults)
  return family === undefined ? null : { fields: family.fields, usual: family.usual }
}

interface WeakerOfProps {
  readonly kind: WeakerObjectKind
  /** Of which type it is, where the defaults differ by that. */
  readonly applicationType?: string
  readonly children: ReactNode
}

/** The fields of something that is set up, each with a warning where it is weaker than the default. */
export const WeakerOf = ({ kind, applicationType, children }: WeakerOfProps) => {
  const { fields, usual } = weakerObjects[kind]
  const judged = useMemo(
    () => ({ fields, usual: usual({ applicationType }) }),
    [fields, usual, applicationType],
  )
  return <WeakerValues value={judged}>{children}</WeakerValues>
}

/** The hint of a field, with a warning before it where its value is weaker than the default. */
export const useWarnedHint = (name: string, value: unknown, hint: ReactNode): ReactNode => {
  const text = useText()
  const judged = use(WeakerValues)
  if (judged === null) return hint
  const { fields, usual } = judged
  if (weakFields({ [name]: fields[name] }, { [name]: value }, usual).length === 0) return hint
  return (
    <>
      <strong>{text('common:form.weaker')}</strong> {hint}
    </>
  )
}
