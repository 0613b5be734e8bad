import type { Excuse } from './mutation.ts'

/** Parts of the attacks that nothing can be taken out of yet, because the feature does not exist. */
export const excuses: readonly Excuse[] = [
  { id: 'S2', reason: 'There is no sign-in by smart credentials.' },
  { id: 'S5', reason: 'The crawl for secrets does not read exports.' },
  { id: 'S11', reason: 'There are no download tickets.' },
  {
    id: 'S16',
    reason: 'Identity providers send no logout tokens, and request objects are disabled.',
  },
  { id: 'S24', reason: 'Directories have no connectors yet.' },
  { id: 'S25', reason: 'SCIM and directories are not called yet.' },
  { id: 'S26', reason: 'There are no LDAP filters.' },
  { id: 'S27', reason: 'There are no SCIM or LDAP filters.' },
  { id: 'S28', reason: 'No browser visits every screen with markup in every stored text.' },
  { id: 'S29', reason: 'The verification API is not measured, and there is no SCIM.' },
]
