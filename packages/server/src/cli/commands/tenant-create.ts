import { NewSubscriber } from '@signet/contract/provider/subscribers'
import { ApiError } from '../../kit/errors.ts'
import { openSubscriber } from '../../modules/provider/subscribers/index.ts'
import { StartRefused } from '../../platform/start-refused.ts'
import { type Command, type Given, operand } from '../command.ts'
import { contextAt, withPlatform } from '../platform.ts'
import { publicUrlOf } from '../public-url.ts'

const administratorOf = ({ options }: Given) => {
  const email = options.get('email')
  return email === undefined ? null : { email }
}

/** @throws StartRefused naming the first thing that does not fit */
const wantedOf = (given: Given) => {
  const url = publicUrlOf('URL', operand(given))
  const users = given.options.get('users')
  const parsed = NewSubscriber.safeParse({
    hostname: url.hostname,
    companyName: operand(given, 1),
    entitlement: {
      bundle: given.options.get('bundle') ?? 'STANDARD',
      users: users === undefined ? null : Number(users),
    },
    administrator: administratorOf(given),
  })
  if (parsed.success) return { ...parsed.data, publicUrl: url.origin }
  const [fault] = parsed.error.issues
  throw new StartRefused(`${fault?.path.at(-1)?.toString() ?? ''}: ${fault?.message ?? ''}`)
}

const refusingTaken = async <T>(host: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'subscriber_exists') throw error
    throw new StartRefused(`Another tenant answers at ${host}`, error)
  }
}

export const tenantCreate: Command = {
  name: 'tenant create',
  operands: ['URL', 'NAME'],
  options: {
    bundle: { value: 'BUNDLE', text: 'PREMIUM, PLUS, STANDARD or CONSUMER; else STANDARD' },
    users: { value: 'NUMBER', text: 'how many users there may be; else as many as come' },
    email: { value: 'ADDRESS', text: 'who is mailed the link; else it is printed' },
    provider: { value: 'HOST', text: 'the provider that answers there; else the default tenant' },
  },
  summary: 'create a tenant of a service provider, with a link for its first administrator',
  details: [
    'URL is scheme, host and port, NAME the company. The link works once and for seven days.',
    'Mail is sent by the running service. Embedded database: stop the service before.',
  ],
  run: (given, terminal) => {
    const wanted = wantedOf(given)
    return withPlatform(terminal, async (platform) => {
      const ctx = await contextAt(platform, given.options.get('provider'), 'tenant-create')
      if (!ctx.tenant.isProvider) throw new StartRefused(`${ctx.tenant.companyName} is no provider`)
      const { setupUrl } = await refusingTaken(wanted.hostname, () => openSubscriber(ctx, wanted))
      if (setupUrl !== null) terminal.say(setupUrl)
      terminal.warn(
        setupUrl === null
          ? `${wanted.companyName} is at ${wanted.publicUrl}; the link is mailed`
          : `${wanted.companyName} is at ${wanted.publicUrl}`,
      )
      return 0
    })
  },
}
