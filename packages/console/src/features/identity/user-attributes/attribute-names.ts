import { userAttributeIds } from '@signet/rules/users'
import { useCallback } from 'react'
import { useText } from '../../../lib/i18n.ts'
import type { Attribute } from './user-attributes.queries.ts'

const known = (id: string) => userAttributeIds.find((each) => each === id)

/** Those of the product have names in the visitor's language, own ones as they were written. */
export const useAttributeName = () => {
  const text = useText('members')
  return useCallback(
    ({ id, name }: Attribute): string => {
      const system = known(id)
      return system === undefined ? name : text(`members:attributes.names.${system}`)
    },
    [text],
  )
}
