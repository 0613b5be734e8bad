import type { Mutation } from './mutation.ts'

const server = 'packages/server/src'

/** Who a user is: to applications, to browsers, by their hash; and calls that are made once. */
export const identityMutations: readonly Mutation[] = [
  {
    id: 'subjects.subject',
    promise: 'Only super administrators give a user the subject of another.',
    file: `${server}/modules/identity/users/subject-changes.ts`,
    find: 'if (subjects.length === 0 || mayIdentify(ctx)) return',
    replace: 'if (subjects.length >= 0 || mayIdentify(ctx)) return',
    tests: [`${server}/protocols/oidc/claims/subjects.test.ts`],
    project: 'server',
  },
  {
    id: 'subjects.choice',
    promise: 'The subject attribute of an application is chosen by super administrators.',
    file: `${server}/modules/applications/oidc-applications/subjects.ts`,
    find: `if (!maySetCredentials(ctx)) throw new ApiError('access_denied')
  if (wanted === null) return`,
    replace: `void maySetCredentials
  if (wanted === null) return`,
    tests: [`${server}/protocols/oidc/claims/subjects.test.ts`],
    project: 'server',
  },
  {
    id: 'subjects.grants',
    promise: 'Another subject attribute ends what told the application the former subjects.',
    file: `${server}/modules/applications/oidc-applications/subjects.ts`,
    find: 'const users = await repository.endGrants(ctx.db, ctx.tenant.id, after.client_id)',
    replace: 'const users = 0',
    tests: [`${server}/protocols/oidc/claims/subjects.test.ts`],
    project: 'server',
  },
  {
    id: 'passkey-domains.proven',
    promise: 'A domain above the host is proven by its TXT record.',
    file: `${server}/modules/authenticators/fido/domain.service.ts`,
    find: 'if ((await ctx.platform.dns.texts(recordName)).includes(recordValue)) return',
    replace: 'if ((await ctx.platform.dns.texts(recordName)).length >= 0) return',
    tests: [`${server}/security/passkey-domains.test.ts`],
    project: 'server',
  },
  {
    id: 'passkey-domains.public',
    promise: 'No public suffix becomes the RP ID of passkeys.',
    file: `${server}/modules/authenticators/fido/domain.service.ts`,
    find: 'domains.filter((_, index) => open[index] === false)',
    replace: 'domains.filter((_, index) => open[index] !== undefined)',
    tests: [`${server}/security/passkey-domains.test.ts`],
    project: 'server',
  },
  {
    id: 'passkey-domains.shared',
    promise: 'No domain with hosts of another tenant becomes the RP ID of passkeys.',
    file: `${server}/modules/authenticators/fido/domain.service.ts`,
    find: "if (isShared) throw new ApiError('passkey_domain_not_allowed')",
    replace: 'void isShared',
    tests: [`${server}/security/passkey-domains.test.ts`],
    project: 'server',
  },
  {
    id: 'bound-hashes.copied',
    promise: 'A hash copied to another user signs no one in.',
    file: `${server}/modules/authenticators/passwords/bindings.ts`,
    find: 'const isOwn = binding.length === expected.length && timingSafeEqual(binding, expected)',
    replace:
      'const isOwn = binding.length === expected.length || timingSafeEqual(binding, expected)',
    tests: [`${server}/modules/authenticators/passwords/bindings.test.ts`],
    project: 'server',
  },
  {
    id: 'bound-hashes.unbound',
    promise: 'A hash without its binding counts in older tenants alone, for a week.',
    file: `${server}/modules/authenticators/passwords/bindings.ts`,
    find: 'if (binding === null) return mayBeUnbound(ctx)',
    replace: 'if (binding === null) return (await mayBeUnbound(ctx)) || true',
    tests: [`${server}/modules/authenticators/passwords/bindings.test.ts`],
    project: 'server',
  },
  {
    id: 'idempotency.once',
    promise: 'A call with an Idempotency-Key is made once.',
    file: `${server}/modules/tenancy/idempotency/idempotency.service.ts`,
    find: 'if (id === null) return replayed(ctx, key, fingerprint)',
    replace: "if (id === null && key.caller === '') return replayed(ctx, key, fingerprint)",
    tests: [`${server}/modules/tenancy/idempotency/idempotency.test.ts`],
    project: 'server',
  },
  {
    id: 'idempotency.caller',
    promise: 'The key of one caller is none of another.',
    file: `${server}/modules/tenancy/idempotency/idempotency.service.ts`,
    find: `'id' in actor ? \`\${actor.kind} \${actor.id}\` : ''`,
    replace: "'id' in actor ? actor.kind : ''",
    tests: [`${server}/modules/tenancy/idempotency/idempotency.test.ts`],
    project: 'server',
  },
]
