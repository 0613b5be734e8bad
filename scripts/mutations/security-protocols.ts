import type { Mutation } from './mutation.ts'

const server = 'packages/server/src'

/** Section "Protocols and proofs" of docs/security.md. */
export const protocolMutations: readonly Mutation[] = [
  {
    id: 'S14',
    promise: 'Signed XML is refused when its content was changed.',
    file: `${server}/platform/xml/verify-signature.ts`,
    find: 'if (given.length !== computed.length || !timingSafeEqual(given, computed)) {',
    replace: 'if (given.length !== computed.length) {',
    tests: [`${server}/platform/xml/signatures.test.ts`],
    project: 'server',
  },
  {
    id: 'S15',
    promise: 'XML that is nested deeply is refused.',
    file: `${server}/platform/xml/tree.ts`,
    find: 'const deepest = 48',
    replace: 'const deepest = 4800',
    tests: [`${server}/platform/xml/signatures.test.ts`],
    project: 'server',
  },
  {
    id: 'S16',
    promise: 'A DPoP proof counts only for the token that it names.',
    file: `${server}/modules/tenancy/sessions/dpop.ts`,
    find: 'token === null || ath === sha256(token)',
    replace: 'token === null || ath !== undefined',
    tests: [`${server}/modules/tenancy/sessions/sessions.test.ts`],
    project: 'server',
  },
  {
    id: 'S17',
    promise: 'A redirect URI has to be a registered one, not one that begins like it.',
    file: `${server}/protocols/oidc/fast/ordinary-request.ts`,
    find: "application.redirect_uris.includes(params.redirect_uri ?? '') &&",
    replace:
      'application.redirect_uris.some((uri) => params.redirect_uri?.startsWith(uri) === true) &&',
    tests: [`${server}/protocols/oidc/guards.test.ts`],
    project: 'server',
  },
  {
    id: 'S18',
    promise: 'Links in mails lead to the public URL of the tenant, whatever host was asked.',
    file: `${server}/modules/authenticators/magic-links/magic-links.service.ts`,
    find: '`${new URL(ctx.tenant.publicUrl).origin}/magiclink/${token}`',
    replace: '`https://${ctx.request.host}/magiclink/${token}`',
    tests: [`${server}/security/public-links.test.ts`],
    project: 'server',
  },
  {
    id: 'S19',
    promise:
      'Where a proxy sends anything but an address, the client has none: not the proxy’s, not one further left.',
    file: `${server}/platform/addresses.ts`,
    find: '(hop) => hop === null || !isOneOf(hop, config.trustedProxies)',
    replace: '(hop) => hop !== null && !isOneOf(hop, config.trustedProxies)',
    tests: [`${server}/platform/addresses.test.ts`],
    project: 'server',
  },
  {
    id: 'S20',
    promise: 'A risk engine that fails counts as a risk.',
    file: 'packages/rules/src/risk/factors.ts',
    find: "if (answer === undefined || answer.level === null) return failed('ENGINE_FAILED')",
    replace: "if (answer === undefined || answer.level === null) return passed('SKIPPED')",
    tests: ['packages/rules/src/risk/factors.test.ts'],
    project: 'unit',
  },
]
