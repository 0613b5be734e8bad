import { recoverAdministrator } from '../../modules/access/setup/index.ts'
import { type Command, operand } from '../command.ts'
import { contextAt, withPlatform } from '../platform.ts'

export const recoverAdmin: Command = {
  name: 'recover-admin',
  operands: ['USERID'],
  options: {
    tenant: { value: 'HOST', text: 'the tenant that answers there; else the default tenant' },
  },
  summary: 'print a link by which an administrator sets a new password and second factor',
  details: [
    'The link works once and for 24 hours. Until it is used the former password and second factors',
    'work; then they are removed, and the administrator is told. Every other administrator is told',
    'now, by mail of the running service or after its next start. Noted in the audit log.',
    'Embedded database: stop the service before, and start it again for the link to work.',
  ],
  run: (given, terminal) =>
    withPlatform(terminal, async (platform) => {
      const ctx = await contextAt(platform, given.options.get('tenant'), 'recover-admin')
      const { link, others, mailed } = await recoverAdministrator(ctx, operand(given))
      terminal.say(link)
      terminal.warn(`${mailed} of ${others.length} other administrators are told by mail`)
      const isMailless = platform.config.smtpUrl === null && others.length > 0
      if (isMailless) terminal.warn(`No mail server is set: tell ${others.join(', ')} yourself`)
      return 0
    }),
}
