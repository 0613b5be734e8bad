import { changePublicUrl } from '../../modules/tenancy/tenants/index.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import { type Command, operand } from '../command.ts'
import { contextAt, withPlatform } from '../platform.ts'
import { publicUrlOf } from '../public-url.ts'

const warningsOf = (former: URL, next: URL): string[] => [
  ...(former.hostname === next.hostname
    ? []
    : [
        'Passkeys belong to a host: those enrolled so far do not work any more; people sign in with',
        'another factor and enroll them again.',
      ]),
  `The issuer of OpenID Connect becomes ${next.origin}/api/oidc: every application must be told.`,
  'Everybody signs in again. Links mailed so far lead on as long as the former host reaches Signet.',
]

export const tenantUrl: Command = {
  name: 'tenant url',
  operands: ['HOST', 'NEWURL'],
  options: { yes: { value: null, text: 'do it; without it only the consequences are told' } },
  summary: 'give the tenant that answers at HOST another public URL',
  details: [
    'NEWURL is scheme, host and port. The former host stays as an alias. Nodes follow within a',
    'second. Embedded database: stop the service before.',
  ],
  run: (given, terminal) => {
    const next = publicUrlOf('NEWURL', operand(given, 1))
    return withPlatform(terminal, async (platform) => {
      const ctx = await contextAt(platform, operand(given), 'tenant-url')
      const former = new URL(ctx.tenant.publicUrl)
      if (former.origin === next.origin) {
        throw new StartRefused(`${next.origin} is the public URL already`)
      }
      for (const line of warningsOf(former, next)) terminal.warn(line)
      if (!given.options.has('yes')) {
        terminal.warn('Nothing was changed: say it again with --yes')
        return 1
      }
      await changePublicUrl(ctx, next.origin)
      terminal.say(`${ctx.tenant.companyName} is at ${next.origin}; ${former.hostname} leads there`)
      return 0
    })
  },
}
