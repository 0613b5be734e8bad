import { FormText } from '../../kit/form-fields.tsx'
import { useText } from '../../lib/i18n.ts'

interface Named {
  readonly name: string
  readonly description?: string | undefined
}

export const nameLabels = {
  name: 'resource:definitions.name',
  description: 'resource:definitions.description',
} as const

/** What every definition has: a name, and what somebody wants to say of it. */
export const NameFields = ({ hint }: { readonly hint?: string }) => {
  const text = useText('resource')
  return (
    <>
      <FormText<Named>
        name="name"
        label={text(nameLabels.name)}
        hint={hint}
        isRequired
        maxLength={100}
      />
      <FormText<Named> name="description" label={text(nameLabels.description)} maxLength={500} />
    </>
  )
}
