import { builtInRoleIds } from '@signet/rules/built-in-roles'
import { oneOf } from '@signet/rules/membership'
import { useMemo } from 'react'
import { useText } from '../lib/i18n.ts'

interface NamedRole {
  readonly name: string
  readonly builtIn: string | null
}

interface DescribedRole extends NamedRole {
  readonly description: string | null
}

const isKnown = oneOf(builtInRoleIds)

/** What roles are called: the built-in ones in the visitor's language, the tenant's own as they are. */
export const useRoleWords = () => {
  const text = useText('members')
  return useMemo(
    () => ({
      nameOf: ({ name, builtIn }: NamedRole): string =>
        isKnown(builtIn) ? text(`members:roles.builtIn.${builtIn}.name`) : name,
      descriptionOf: ({ description, builtIn }: DescribedRole): string | null =>
        isKnown(builtIn) ? text(`members:roles.builtIn.${builtIn}.description`) : description,
    }),
    [text],
  )
}
