import { faceMutations } from './coverage-faces.ts'
import { ruleMutations } from './coverage-rules.ts'
import { serverMutations } from './coverage-server.ts'
import { faultMutations } from './faults.ts'
import { identityMutations } from './identities.ts'
import { interoperabilityMutations } from './interoperability.ts'
import type { Mutation } from './mutation.ts'
import { inputMutations } from './security-input.ts'
import { laterMutations } from './security-later.ts'
import { protocolMutations } from './security-protocols.ts'
import { sharedMutations } from './security-shared.ts'
import { signInMutations } from './security-sign-in.ts'
import { tenantMutations } from './security-tenants.ts'

export const lists: Readonly<
  Record<'security' | 'interoperability' | 'coverage' | 'faults', readonly Mutation[]>
> = {
  security: [
    ...signInMutations,
    ...protocolMutations,
    ...tenantMutations,
    ...inputMutations,
    ...laterMutations,
    ...sharedMutations,
  ],
  interoperability: [...interoperabilityMutations, ...identityMutations],
  coverage: [...ruleMutations, ...serverMutations, ...faceMutations],
  faults: faultMutations,
}

export const isList = (name: string): name is keyof typeof lists => Object.hasOwn(lists, name)

export const allMutations: readonly Mutation[] = [
  ...lists.security,
  ...lists.interoperability,
  ...lists.coverage,
  ...lists.faults,
]
