import { type Key, useSay } from '../texts/language.tsx'
import { Icon } from '../ui/Icon.tsx'

/** Scopes of OpenID Connect Core 1.0, sections 5.4 and 11, in plain words. */
const words: ReadonlyMap<string, Key> = new Map<string, Key>([
  ['openid', 'consent.scopes.openid'],
  ['profile', 'consent.scopes.profile'],
  ['email', 'consent.scopes.email'],
  ['phone', 'consent.scopes.phone'],
  ['address', 'consent.scopes.address'],
  ['groups', 'consent.scopes.groups'],
  ['offline_access', 'consent.scopes.offline'],
])

/** What an application asks for. */
export const Scopes = ({ scopes }: { readonly scopes: readonly string[] }) => {
  const say = useSay()
  return (
    <ul className="scopes">
      {scopes.map((scope) => {
        const known = words.get(scope)
        return (
          <li key={scope}>
            <Icon name="met" />
            {known === undefined ? say('consent.scopes.other', { scope }) : say(known)}
          </li>
        )
      })}
    </ul>
  )
}
